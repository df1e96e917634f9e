/**
 * Compressed rollouts: Codex turns a session that was idle for a week into `.jsonl.zst`. node:zlib has no zstd
 * on Node 20, so that a small library does it on every version alike.
 */

import { Decompress } from "fzstd";
import { FrameWalk, startsFrame } from "./zstd-frames.ts";

/** A compressed file may hold this much at most, bytes. */
export const INFLATED_BYTES_MAX = 4 * 1024 * 1024 * 1024;
/** It may hold this much whatever its size, bytes; further on no more than so many times what it takes itself. */
const INFLATED_BYTES_MIN = 64 * 1024 * 1024;
const INFLATED_RATIO_MAX = 1_000;
/** A frame may ask for this much memory, bytes: what the zstd command allows without being told. */
const WINDOW_BYTES_MAX = 128 * 1024 * 1024;
/** Decompressed at a time: a block takes four bytes at the least, and gives 128 KiB at the most. Bytes. */
const SLICE_BYTES = 512;

/** True for the beginning of a zstd frame, also of one without data: some programs write that first. */
export function isZstd(bytes: Uint8Array): boolean {
  return startsFrame(bytes);
}

/** A frame is broken, or holds more than the limit. `code` makes it a failed read like any other. */
export class InflateError extends Error {
  override readonly name = "InflateError";
  readonly code = "ZSTD";
}

/** Decompresses chunks as they come. */
export class Inflater {
  readonly #ready: Buffer[] = [];
  readonly #frames = new FrameWalk();
  #taken = 0;
  #given = 0;
  readonly #decompress = new Decompress((chunk) => {
    this.#given += chunk.byteLength;
    const most = Math.max(INFLATED_BYTES_MIN, this.#taken * INFLATED_RATIO_MAX);
    if (this.#given > Math.min(most, INFLATED_BYTES_MAX)) throw new InflateError("holds more than the limit");
    this.#ready.push(Buffer.from(chunk));
  });

  /**
   * What this chunk makes known, a little at a time.
   *
   * @throws {InflateError} for a broken frame, or one over the limits
   */
  *push(chunk: Uint8Array, last: boolean): Generator<Buffer, void, undefined> {
    for (let start = 0; start < chunk.byteLength; start += SLICE_BYTES) {
      const slice = Uint8Array.from(chunk.subarray(start, start + SLICE_BYTES));
      this.#inflate(slice, last && start + SLICE_BYTES >= chunk.byteLength);
      yield* this.#ready.splice(0);
    }
  }

  #inflate(slice: Uint8Array, last: boolean): void {
    this.#taken += slice.byteLength;
    try {
      for (const window of this.#frames.windows(slice)) {
        if (window > WINDOW_BYTES_MAX) throw new InflateError("asks for more memory than the limit");
      }
      this.#decompress.push(slice, last);
    } catch (error) {
      throw error instanceof InflateError ? error : new InflateError("broken frame", { cause: error });
    }
  }
}
