/**
 * Compressed rollouts: Codex turns a session that was idle for a week into `.jsonl.zst`. node:zlib has no zstd
 * on Node 20, so that a small library does it on every version alike.
 */

import { Decompress } from "fzstd";

/** A compressed file may hold this much at most, bytes: some hundred bytes can be made to hold anything. */
export const INFLATED_BYTES_MAX = 4 * 1024 * 1024 * 1024;

const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** True for the beginning of a zstd frame. */
export function isZstd(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, index) => bytes[index] === byte);
}

/** A frame is broken, or holds more than the limit. `code` makes it a failed read like any other. */
export class InflateError extends Error {
  override readonly name = "InflateError";
  readonly code = "ZSTD";
}

/** Decompresses chunks as they come. */
export class Inflater {
  readonly #ready: Buffer[] = [];
  #total = 0;
  readonly #decompress = new Decompress((chunk) => {
    this.#total += chunk.byteLength;
    if (this.#total > INFLATED_BYTES_MAX) throw new InflateError("holds more than the limit");
    this.#ready.push(Buffer.from(chunk));
  });

  /**
   * What this chunk makes known.
   *
   * @throws {InflateError} for a broken frame, or one over the limit
   */
  push(chunk: Uint8Array, last: boolean): readonly Buffer[] {
    try {
      this.#decompress.push(Uint8Array.from(chunk), last);
    } catch (error) {
      throw error instanceof InflateError ? error : new InflateError("broken frame", { cause: error });
    }
    return this.#ready.splice(0);
  }
}
