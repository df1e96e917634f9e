/** A byte stream to lines: the same Line type, whatever the chunks. */

import { Readable, pipeline } from "node:stream";
import split2 from "split2";
import { BLOCK_BYTES, LINE_HEAD_BYTES } from "./limits.ts";
import { LF } from "./lines.ts";
import type { Line } from "./lines.ts";

/** The stream broke off with an error of its own. */
export class StreamFailedError extends Error {
  override readonly name = "StreamFailedError";
}

/**
 * The lines of a byte stream, through split2. split2 is quadratic on a line that comes in many pieces, and a limit
 * of its own drops lines without a word; so it is given whole lines, an overlong one cut, and its true length is
 * kept beside. latin1 keeps one character a byte, so that lengths stay exact and bad UTF-8 stays to be seen.
 *
 * @throws {StreamFailedError} where the stream breaks off
 */
export async function* streamLines(
  source: AsyncIterable<Uint8Array | string>,
  lineBytesMax: number,
): AsyncGenerator<Line, void, undefined> {
  const bounds = new LineBounds(lineBytesMax);
  const splitter = split2("\n", { decodeStrings: false });
  // One piece at a time: a stream's own idea of a full buffer is sixteen of them, whatever their size.
  const input = Readable.from(bounds.cut(source), { highWaterMark: 1 });
  // Not `pipe`: that leaves an error of the source to end the process, and the reader waiting.
  pipeline(input, splitter, () => {});
  let offset = 0;
  let number = 1;
  for await (const text of splitter) {
    const kept = Buffer.from(String(text), "latin1");
    const byteLength = bounds.lengthOf(number) ?? kept.byteLength;
    const ended = bounds.linesEnded >= number;
    const bytes = byteLength > lineBytesMax ? kept.subarray(0, LINE_HEAD_BYTES) : kept;
    yield { bytes, offset, number, byteLength, ended };
    offset += byteLength + 1;
    number += 1;
  }
}

/** Passes a stream on in whole lines, every overlong one cut to the limit, and remembers what it cut. */
class LineBounds {
  readonly #lineBytesMax: number;
  readonly #cutLengths = new Map<number, number>();
  readonly #begun = new Gathered();
  #length = 0;
  /** How many lines have ended so far. */
  linesEnded = 0;

  constructor(lineBytesMax: number) {
    this.#lineBytesMax = lineBytesMax;
  }

  /** The true length of a line that was cut; forgotten once asked for. */
  lengthOf(number: number): number | undefined {
    const length = this.#cutLengths.get(number);
    this.#cutLengths.delete(number);
    return length;
  }

  async *cut(source: AsyncIterable<Uint8Array | string>): AsyncGenerator<string, void, undefined> {
    try {
      for await (const chunk of source) {
        const bytes = typeof chunk === "string" ? Buffer.from(chunk) : viewOf(chunk);
        // A chunk may be a whole file; no string holds more than half a gigabyte.
        for (let start = 0; start < bytes.byteLength; start += BLOCK_BYTES) {
          const lines = this.#wholeLines(bytes.subarray(start, start + BLOCK_BYTES));
          if (lines !== "") yield lines;
        }
      }
    } catch (error) {
      throw new StreamFailedError(`the stream broke off: ${messageOf(error)}`, { cause: error });
    }
    const last = this.#begun.take();
    if (last !== "") yield last;
  }

  /** The lines that this chunk completes, one character a byte; nothing while it completes none. */
  #wholeLines(chunk: Buffer): string {
    const kept = this.#bounded(chunk);
    const end = kept.lastIndexOf(LF) + 1;
    const lines = end > 0 ? this.#begun.take() + kept.toString("latin1", 0, end) : "";
    this.#begun.add(kept.subarray(end));
    return lines;
  }

  /** The chunk, without what is over the limit of each line. */
  #bounded(chunk: Buffer): Buffer {
    const pieces: Buffer[] = [];
    let kept = 0;
    for (let start = 0, end = 0; end < chunk.byteLength; start = end + 1) {
      const found = chunk.indexOf(LF, start);
      end = found < 0 ? chunk.byteLength : found;
      const room = Math.max(this.#lineBytesMax - this.#length, 0);
      this.#length += end - start;
      if (this.#length > this.#lineBytesMax) {
        this.#cutLengths.set(this.linesEnded + 1, this.#length);
        // The head is all that is needed from here on.
        if (start === 0) this.#begun.cut(LINE_HEAD_BYTES);
        pieces.push(chunk.subarray(kept, Math.min(start + room, end)));
        kept = end;
      }
      if (found < 0) break;
      this.#length = 0;
      this.linesEnded += 1;
    }
    return pieces.length === 0 ? chunk : Buffer.concat([...pieces, chunk.subarray(kept)]);
  }
}

/** Bytes put together piece by piece, in memory that doubles: a line may come a byte at a time. */
class Gathered {
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;

  add(piece: Buffer): void {
    const length = this.#length + piece.byteLength;
    if (length > this.#bytes.byteLength) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, this.#bytes.byteLength * 2, BLOCK_BYTES));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    piece.copy(this.#bytes, this.#length);
    this.#length = length;
  }

  /** Forgets all but the first bytes, and the memory that they do not need. */
  cut(bytesMax: number): void {
    if (this.#length <= bytesMax) return;
    this.#bytes = Buffer.from(this.#bytes.subarray(0, bytesMax));
    this.#length = bytesMax;
  }

  /** All of it, one character a byte; and begins anew, in the same memory where that is small. */
  take(): string {
    const text = this.#bytes.toString("latin1", 0, this.#length);
    this.#length = 0;
    if (this.#bytes.byteLength > BLOCK_BYTES) this.#bytes = Buffer.alloc(0);
    return text;
  }
}

function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
