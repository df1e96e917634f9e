/** A file's bytes to a verdict: small ones whole, large ones from the tail, else from the start. */

import type { Asking } from "./ask.ts";
import type { Format } from "./format.ts";
import { detectFormat } from "./formats/index.ts";
import { findHead } from "./head.ts";
import { HeldLines } from "./held.ts";
import { judgeTail } from "./judge-tail.ts";
import type { JsonObject } from "./json.ts";
import { BLOCK_BYTES } from "./limits.ts";
import { LineCutter } from "./lines.ts";
import { unknownFormat } from "./outcome.ts";
import type { Outcome } from "./outcome.ts";
import type { Settings } from "./settings.ts";
import { Inflater, isZstd } from "./zstd.ts";

/**
 * Judges a file of `size` bytes, asking for what it needs of it.
 *
 * @param size the file's size, frozen when it was opened
 */
export function* judgeBytes(size: number, settings: Settings): Asking<Outcome> {
  const { fold, limits, format } = settings;
  if (size <= limits.wholeBytesMax) {
    const bytes = size === 0 ? Buffer.alloc(0) : yield { offset: 0, length: size };
    return isZstd(bytes) ? yield* judgeForward(size, settings, new Inflater()) : judgeWhole(bytes, settings);
  }
  const { records, bytes, sound } = yield* findHead(size, {
    suffices: (first) => suffices(first, format),
    tells: (first) => format !== undefined || detectFormat(first) !== undefined,
    lineBytesMax: limits.lineBytesMax,
  });
  if (isZstd(bytes)) return yield* judgeForward(size, settings, new Inflater());
  const chosen = format ?? detectFormat(records);
  if (chosen === undefined) return unknownFormat(records, bytes);
  if (sound && suffices(records, chosen)) {
    const session = chosen.sessionIn(records);
    const outcome = yield* judgeTail({ size, format: chosen, options: fold, limits, head: records, session });
    if (outcome !== undefined) return outcome;
  }
  return yield* judgeForward(size, { ...settings, format: chosen });
}

function judgeWhole(bytes: Buffer, settings: Settings): Outcome {
  const feed = new LineFeed(settings);
  feed.push(bytes);
  return feed.end();
}

/** From the start to the end, block by block; decompressed on the way, where there is something to decompress. */
function* judgeForward(size: number, settings: Settings, inflater?: Inflater): Asking<Outcome> {
  const feed = new LineFeed(settings);
  for (let offset = 0; offset < size; offset += BLOCK_BYTES) {
    const chunk = yield { offset, length: Math.min(BLOCK_BYTES, size - offset), scratch: true };
    const plain = inflater === undefined ? [chunk] : inflater.push(chunk, offset + BLOCK_BYTES >= size);
    for (const bytes of plain) feed.push(bytes);
  }
  return feed.end();
}

/** Chunks of bytes to lines to an outcome. */
class LineFeed {
  readonly #lines: HeldLines;
  readonly #cutter: LineCutter;

  constructor(settings: Settings) {
    this.#lines = new HeldLines(settings);
    this.#cutter = new LineCutter(settings.limits.lineBytesMax);
  }

  push(chunk: Buffer): void {
    for (const line of this.#cutter.push(chunk)) this.#lines.line(line);
  }

  end(): Outcome {
    const last = this.#cutter.end();
    if (last !== undefined) this.#lines.line(last);
    return this.#lines.outcome();
  }
}

function suffices(records: readonly JsonObject[], format: Format | undefined): boolean {
  const chosen = format ?? detectFormat(records);
  return chosen !== undefined && (chosen.headSuffices?.(records) ?? true);
}
