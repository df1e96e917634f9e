/**
 * Reading without saying how: a judge asks for bytes, and a driver, synchronous or not, fetches them. So the
 * reading is written once, and can be tested without a disk.
 */

import type { OpenFile } from "./bytes.ts";

/** A request for bytes. `scratch`: the answer is used up before the next request, so its memory may be reused. */
export interface Ask {
  readonly offset: number;
  readonly length: number;
  readonly scratch?: boolean;
}

/** Something that asks for bytes until it has a `T`. It is given exactly the bytes it asked for. */
export type Asking<T> = Generator<Ask, T, Buffer>;

/** The file became shorter while it was read. */
export class FileShrankError extends Error {
  override readonly name = "FileShrankError";
}

/** Memory that one judging after another reuses, bytes: fresh pages cost more than the reads that fill them. */
const ARENA_BYTES = 256 * 1024;

/** Memory for answers. */
class Memory {
  readonly #arena: Buffer;
  #used = 0;
  #scratch: Buffer = Buffer.alloc(0);

  constructor(arena: Buffer) {
    this.#arena = arena;
  }

  for(ask: Ask): Buffer {
    if (ask.scratch === true) {
      if (this.#scratch.byteLength < ask.length) this.#scratch = this.#take(ask.length);
      return this.#scratch.subarray(0, ask.length);
    }
    return this.#take(ask.length);
  }

  #take(length: number): Buffer {
    const start = this.#used;
    if (start + length > this.#arena.byteLength) return Buffer.allocUnsafeSlow(length);
    this.#used += length;
    return this.#arena.subarray(start, start + length);
  }
}

/** A blocking judging is over before the next one begins, so that all of them can share one arena. */
const shared: { arena?: Buffer } = {};

/** A result, and how many bytes it took. */
export interface Answered<T> {
  readonly value: T;
  readonly bytesRead: number;
}

/** Answers requests from a file, blocking. */
export function answerSync<T>(asking: Asking<T>, file: OpenFile): Answered<T> {
  shared.arena ??= Buffer.allocUnsafeSlow(ARENA_BYTES);
  const memory = new Memory(shared.arena);
  let bytesRead = 0;
  let turn = asking.next();
  while (turn.done !== true) {
    const ask = turn.value;
    const into = memory.for(ask);
    for (let got = 0; got < ask.length;) {
      const rest = got === 0 ? into : into.subarray(got);
      const count = file.read(rest, ask.length - got, ask.offset + got);
      if (count === 0) throw new FileShrankError("the file became shorter while it was read");
      got += count;
    }
    bytesRead += ask.length;
    turn = asking.next(into);
  }
  return { value: turn.value, bytesRead };
}

/** Answers requests from a file without blocking: every read goes through the thread pool. */
export async function answer<T>(asking: Asking<T>, file: OpenFile): Promise<Answered<T>> {
  const memory = new Memory(Buffer.alloc(0));
  let bytesRead = 0;
  let turn = asking.next();
  while (turn.done !== true) {
    const ask = turn.value;
    const into = memory.for(ask);
    for (let got = 0; got < ask.length;) {
      // One request after the other is the point: the next depends on what this one holds.
      const count = await file.readLater(into.subarray(got), ask.length - got, ask.offset + got);
      if (count === 0) throw new FileShrankError("the file became shorter while it was read");
      got += count;
    }
    bytesRead += ask.length;
    turn = asking.next(into);
  }
  return { value: turn.value, bytesRead };
}
