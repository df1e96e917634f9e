/**
 * Bytes to lines, forward. A line keeps its exact place and length; one over the limit keeps its head alone.
 * Nothing is decoded here: where a line ends is a question of bytes.
 */

import { isAscii } from "node:buffer";
import { LINE_HEAD_BYTES } from "./limits.ts";

/** One physical line, without its LF. */
export interface Line {
  /** The content; of a line over the limit the first {@link LINE_HEAD_BYTES} alone. */
  readonly bytes: Buffer;
  /** Byte offset of its first byte. */
  readonly offset: number;
  /** One-based number, where lines were counted. */
  readonly number?: number;
  /** The true length, LF not counted. Larger than `bytes` where the line is over the limit. */
  readonly byteLength: number;
  /** False for a last line without LF. */
  readonly ended: boolean;
}

export const LF = 0x0a;

/** Bytes as text. Most lines are ASCII, and as latin1 that is decoded three times as fast. */
export function decoded(bytes: Buffer): string {
  return bytes.toString(isAscii(bytes) ? "latin1" : "utf8");
}

/** A line from its bytes, cut to its head where it is over the limit. */
export function makeLine(
  bytes: Buffer,
  offset: number,
  ended: boolean,
  lineBytesMax: number,
  number?: number,
): Line {
  const kept =
    bytes.byteLength > lineBytesMax ? bytes.subarray(0, Math.min(LINE_HEAD_BYTES, lineBytesMax)) : bytes;
  const { byteLength } = bytes;
  return number === undefined
    ? { bytes: kept, offset, byteLength, ended }
    : { bytes: kept, offset, byteLength, ended, number };
}

/** The first {@link LINE_HEAD_BYTES} of some pieces, without putting all of them together first. */
function headOf(pieces: readonly Buffer[]): Buffer {
  const kept: Buffer[] = [];
  let length = 0;
  for (const piece of pieces) {
    if (length >= LINE_HEAD_BYTES) break;
    kept.push(piece);
    length += piece.byteLength;
  }
  return Buffer.concat(kept, Math.min(length, LINE_HEAD_BYTES));
}

/** Cuts chunks of a file into lines, as they come. Holds at most one line, and of an overlong one its head. */
export class LineCutter {
  readonly #lineBytesMax: number;
  #pieces: Buffer[] = [];
  #kept = 0;
  #length = 0;
  #offset: number;
  #number = 1;

  constructor(lineBytesMax: number, offset = 0) {
    this.#lineBytesMax = lineBytesMax;
    this.#offset = offset;
  }

  /** The lines that this chunk completes. The chunk's memory may be reused once the lines were taken. */
  *push(chunk: Buffer): Generator<Line, void, undefined> {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(LF, start);
      if (end < 0) break;
      yield this.#line(chunk.subarray(start, end), true);
      start = end + 1;
    }
    if (start < chunk.byteLength) this.#keep(chunk.subarray(start));
  }

  /** The last line, if the input did not end with LF. */
  end(): Line | undefined {
    return this.#length === 0 ? undefined : this.#line(Buffer.alloc(0), false);
  }

  #keep(piece: Buffer): void {
    const over = this.#length > this.#lineBytesMax;
    this.#length += piece.byteLength;
    if (over) return;
    if (this.#length > this.#lineBytesMax) {
      // Over the limit: the head is all that is needed from here on.
      const head = headOf([...this.#pieces, piece]);
      this.#pieces = [head];
      this.#kept = head.byteLength;
      return;
    }
    this.#pieces.push(Buffer.from(piece));
    this.#kept += piece.byteLength;
  }

  #line(rest: Buffer, ended: boolean): Line {
    const length = this.#length + rest.byteLength;
    let bytes = rest;
    if (this.#length > 0) {
      bytes = this.#kept < this.#length ? (this.#pieces[0] ?? rest) : Buffer.concat([...this.#pieces, rest]);
    }
    const cut = length > this.#lineBytesMax;
    const line: Line = {
      bytes: cut ? bytes.subarray(0, Math.min(LINE_HEAD_BYTES, this.#lineBytesMax)) : bytes,
      offset: this.#offset,
      number: this.#number,
      byteLength: length,
      ended,
    };
    this.#offset += length + 1;
    this.#number += 1;
    this.#pieces = [];
    this.#kept = 0;
    this.#length = 0;
    return line;
  }
}
