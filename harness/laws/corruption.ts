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
  const { turn, compaction } = followed(format, bytes, options).state;
  if (turn.opening === undefined) return undefined;
  // A row of the last turn may stand before the input that opened it.
  const last = turn.last.kind === "none" ? [] : [turn.last];
  const places = [...turn.openCalls, ...last].map(({ at }) => at);
  const end = Math.min(...[turn.opening, compaction, ...places].map((at) => at?.offset ?? Infinity));
  const { work, workText = [] } = formatNamed(format).tail;
  const spared = sparesWork ? [...work, ...workText] : [];
  for (const { bytes: spoilt, how } of corruptions(bytes, end, spared)) {
    if (isWanted() && whole(spoilt, { ...options, format }).kind === "terminal") return how;
  }
  return undefined;
}
