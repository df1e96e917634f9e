/** A verdict in a few words, for a table: what is found of each reason code, in at most 20 columns. */

import type { Judgement, Reason } from "../transcripts/index.ts";

const PHRASES: Readonly<Record<Reason, string>> = {
  "final-answer": "final answer",
  "yield-wait": "waits after a yield",
  "background-work": "background work open",
  "empty-history": "no conversation",
  "empty-current-run": "nothing of this run",
  "before-run-start": "older than the run",
  "unanswered-input": "input not answered",
  "tool-use-turn": "text, then tool call",
  "tool-only-turn": "tool work, no text",
  "open-tool-call": "tool call open",
  "trailing-tool-result": "tool result last",
  "no-visible-text": "no visible text",
  "silent-reply": "silent on purpose",
  "tool-call-as-text": "tool call as text",
  "not-model-authored": "written by the host",
  "commentary-only": "commentary alone",
  "stopped-error": "failed with an error",
  "stopped-aborted": "aborted",
  "stopped-length": "cut at length limit",
  "stop-not-final": "turn not ended",
  "abandoned-branch": "on a branch left",
  "trailing-compaction": "compacted, then none",
  "structured-output-missing": "no structured output",
  "stop-not-recorded": "stop not recorded",
  "torn-tail": "last record torn",
  "corrupt-tail": "damage at the end",
  "line-too-long": "line over the limit",
  "foreign-transcript": "another session",
  "unknown-format": "no known transcript",
  unreadable: "cannot be read",
  missing: "not found",
};

/** A reason in a few words. */
export function phraseOf(reason: Reason): string {
  return PHRASES[reason];
}

/** The reason of a judgement in a few words. */
export function phraseFor(judgement: Judgement): string {
  if (judgement.kind === "terminal" && judgement.unrecordedStop === true) return "answer, unrecorded";
  return PHRASES[judgement.reason];
}

/** True where the transcript could not be read at all, so that nothing was judged. */
export function isUnread(judgement: Judgement): boolean {
  return judgement.reason === "missing" || judgement.reason === "unreadable";
}

/** The last text: the answer where there is one, else what was saved, else what stood in the way. */
export function lastTextOf(judgement: Judgement): string {
  if (judgement.kind === "terminal") return judgement.text;
  const detail = judgement.kind === "indeterminate" ? judgement.detail : undefined;
  return judgement.salvage?.text ?? detail ?? "";
}
