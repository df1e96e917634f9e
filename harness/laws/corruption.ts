/** The law of damage: one damaged line before the last turn never makes an answer of a refusal. */

import { formatNamed } from "../../src/transcripts/formats/index.ts";
import type { JudgeOptions } from "../../src/transcripts/index.ts";
import { corruptions } from "./corrupted.ts";
import { followed, whole } from "./in-memory.ts";

/** What of the damage is tried: all, unless this says otherwise. */
export interface Tried {
  readonly isWanted?: () => boolean;
  /** Leaves out the lines that tell of work: in a spoilt transcript each may be the last to tell. */
  readonly sparesWork?: boolean;
}

/** Which damage breaks the law in these bytes; undefined where it holds. */
export function brokenByCorruption(
  bytes: Buffer,
  options: JudgeOptions,
  { isWanted = () => true, sparesWork = false }: Tried = {},
): string | undefined {
  const { format, kind } = whole(bytes, options);
  if (format === "unknown" || kind === "terminal") return undefined;
  const opening = followed(format, bytes, options).state.turn.opening?.offset;
  if (opening === undefined) return undefined;
  const { work, workText = [] } = formatNamed(format).tail;
  const spared = sparesWork ? [...work, ...workText] : [];
  for (const { bytes: spoilt, how } of corruptions(bytes, opening, spared)) {
    if (isWanted() && whole(spoilt, { ...options, format }).kind === "terminal") return how;
  }
  return undefined;
}
