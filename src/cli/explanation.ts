/** What `explain` knows of one transcript, and its JSON. Pure. */

import { sentenceFor } from "../transcripts/index.ts";
import type { Outline, OutlineLine } from "../transcripts/index.ts";
import { wordsForLine } from "./event-words.ts";
import { fieldsOf } from "./judged.ts";
import type { Judged } from "./judged.ts";

/** A verdict and the records around it. */
export interface Explanation extends Judged {
  /** Absent where the transcript could not be read. */
  readonly outline: Outline | undefined;
}

/** What a listed line is to the verdict. */
export type Mark = "decided" | "salvage" | undefined;

/** Whether this line decided, or holds the text that was saved. */
export function markOf({ at }: OutlineLine, { judgement }: Judged): Mark {
  if (judgement.at?.offset === at.offset) return "decided";
  return judgement.kind !== "terminal" && judgement.salvage?.at.offset === at.offset ? "salvage" : undefined;
}

/** The text of a line's records: the first that has any. */
export function textOfLine({ records }: OutlineLine): string {
  return records.find((record) => record.text !== "")?.text ?? "";
}

/** The fields of an explanation, as `--json` gives them: those of `check`, the sentence, and the records. */
export function explanationFields(explanation: Explanation): Readonly<Record<string, unknown>> {
  const { outline, judgement } = explanation;
  return {
    ...fieldsOf(explanation),
    sentence: sentenceFor(judgement.reason),
    records: outline?.lines.map((line) => recordFields(line, explanation)) ?? [],
    recordsComplete: outline?.complete ?? false,
  };
}

function recordFields(line: OutlineLine, explanation: Explanation): Readonly<Record<string, unknown>> {
  const text = textOfLine(line);
  return {
    at: line.at,
    byteLength: line.byteLength,
    mark: markOf(line, explanation),
    labels: line.records.map((record) => record.label),
    events: line.records.flatMap((record) => record.events.map((event) => event.kind)),
    damage: line.damage.length === 0 ? undefined : line.damage,
    words: wordsForLine(line),
    text: text === "" ? undefined : text,
  };
}
