/** The law of damage: one damaged line before the last turn never makes an answer of a refusal. */

import type { JudgeOptions } from "../../src/transcripts/index.ts";
import { corruptions } from "./corrupted.ts";
import { followed, whole } from "./in-memory.ts";

/**
 * Which damage breaks the law in these bytes; undefined where it holds.
 *
 * @param isWanted which of the damage is tried: all, unless it says otherwise
 */
export function brokenByCorruption(
  bytes: Buffer,
  options: JudgeOptions,
  isWanted: () => boolean = () => true,
): string | undefined {
  const { format, kind } = whole(bytes, options);
  if (format === "unknown" || kind === "terminal") return undefined;
  const opening = followed(format, bytes, options).state.turn.opening?.offset;
  if (opening === undefined) return undefined;
  for (const { bytes: spoilt, how } of corruptions(bytes, opening)) {
    if (isWanted() && whole(spoilt, { ...options, format }).kind === "terminal") return how;
  }
  return undefined;
}
