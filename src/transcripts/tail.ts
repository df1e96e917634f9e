/** Bytes to lines, backward: the last lines of a file, block by block, as the same Line type. */

import type { Asking } from "./ask.ts";
import { LF, makeLine } from "./lines.ts";
import type { Line } from "./lines.ts";

/** The first block read from the end, bytes: a last message of 4 KiB, and the window before it, in one read. */
const FIRST_BLOCK_BYTES = 20 * 1024;
/** Each further block is as large as what is in hand, up to this size, bytes. */
const BLOCK_BYTES_MAX = 1024 * 1024;
/** Lines taken from the end. Millions of empty ones would cost hundreds of bytes of memory each. */
const TAIL_LINES_MAX = 64 * 1024;

/** The end of a file, as far as it was read. */
export class FileTail {
  readonly #size: number;
  readonly #lineBytesMax: number;
  readonly #bytesMax: number;
  #bytes: Buffer = Buffer.alloc(0);
  #start: number;
  /** File offset behind the content of the next line to take, its LF not counted. */
  #end: number;
  #ended = false;
  /** The lines taken so far, last line first. */
  readonly lines: Line[] = [];

  constructor(size: number, limits: { readonly lineBytesMax: number; readonly tailBytesMax: number }) {
    this.#size = size;
    this.#start = size;
    this.#end = size;
    this.#lineBytesMax = limits.lineBytesMax;
    this.#bytesMax = limits.tailBytesMax;
  }

  /** File offset of the first line taken; the file's size while none was. */
  get start(): number {
    return this.lines.at(-1)?.offset ?? this.#size;
  }

  /** True once the file's first line was taken. */
  get complete(): boolean {
    return this.start === 0;
  }

  /**
   * Takes lines until there are `count`, or the file's first was taken.
   *
   * @returns false if the limits on the tail do not allow it
   */
  *take(count: number): Asking<boolean> {
    while (this.lines.length < count && !this.complete) {
      if (!(yield* this.#takeOne())) return false;
    }
    return true;
  }

  /** Takes at least one line, and then so many as the bytes in hand hold; at most `count`. */
  *takeInHand(count: number): Asking<boolean> {
    if (!(yield* this.take(1))) return false;
    while (this.lines.length < count && !this.complete && this.#lineStart() > this.#start) {
      if (!(yield* this.#takeOne())) return false;
    }
    return true;
  }

  /** Takes lines until every line that starts at or behind `offset` was taken. */
  *takeFrom(offset: number): Asking<boolean> {
    if (!(yield* this.#cover(offset))) return false;
    while (this.start > offset && this.#lineStart() >= Math.max(offset, this.#start)) {
      if (!(yield* this.#takeOne())) return false;
      if (this.complete) return true;
    }
    return true;
  }

  /**
   * The bytes between `offset` and the first line taken, beginning with the first line that starts at or behind
   * `offset`. Undefined if the limit does not allow it.
   */
  *between(offset: number): Asking<Buffer | undefined> {
    if (!(yield* this.#cover(offset))) return undefined;
    let from = Math.max(offset - this.#start, 0);
    if (offset > 0) {
      // A line starts at `offset` only behind an LF; the byte before may not be covered, so read on from there.
      const newline = this.#bytes.indexOf(LF, Math.max(from - 1, 0));
      from = newline < 0 ? this.#bytes.byteLength : newline + 1;
    }
    const to = this.start - this.#start;
    return from >= to ? this.#bytes.subarray(0, 0) : this.#bytes.subarray(from, to);
  }

  *#takeOne(): Asking<boolean> {
    if (this.lines.length >= TAIL_LINES_MAX) return false;
    if (this.lines.length === 0) {
      if (!(yield* this.#grow())) return false;
      this.#ended = this.#bytes.at(-1) === LF;
      this.#end = this.#ended ? this.#size - 1 : this.#size;
    }
    let start = this.#lineStart();
    while (start === this.#start && start > 0) {
      if (!(yield* this.#grow())) return false;
      start = this.#lineStart();
    }
    const content = this.#bytes.subarray(start - this.#start, this.#end - this.#start);
    this.lines.push(makeLine(content, start, this.lines.length > 0 || this.#ended, this.#lineBytesMax));
    this.#end = start - 1;
    return true;
  }

  /** Where the next line starts, as far as the bytes in hand tell: at an LF, or at their own start. */
  #lineStart(): number {
    const end = this.#end - this.#start;
    if (end <= 0) return Math.max(this.#end, this.#start);
    return this.#start + this.#bytes.lastIndexOf(LF, end - 1) + 1;
  }

  *#cover(offset: number): Asking<boolean> {
    const wanted = Math.max(offset - 1, 0);
    if (this.#start > wanted) return yield* this.#growBy(this.#start - wanted);
    return true;
  }

  *#grow(): Asking<boolean> {
    const length = Math.max(this.#bytes.byteLength, FIRST_BLOCK_BYTES);
    return yield* this.#growBy(Math.min(length, BLOCK_BYTES_MAX));
  }

  *#growBy(wanted: number): Asking<boolean> {
    const length = Math.min(wanted, this.#start);
    if (length > 0 && this.#size - this.#start + length > this.#bytesMax) return false;
    if (length <= 0) return this.#size > 0;
    const offset = this.#start - length;
    const block = yield { offset, length };
    this.#bytes = this.#bytes.byteLength === 0 ? block : Buffer.concat([block, this.#bytes]);
    this.#start = offset;
    return true;
  }
}
