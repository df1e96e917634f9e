/**
 * Whether a session's events are ahead of its transcript: it said that it stopped, and the rows that show it are not
 * on disk yet. Pure. Source: the decision table in the project's design, rule 4.
 */

import type { Reason, Verdict } from "../../transcripts/index.ts";
import type { ChannelEvidence } from "./channel.ts";

/** How long the last rows may be on their way behind the event, ms: bmad-loop's grace after Stop. */
export const ROWS_LATE_MS_MAX = 15_000;

/** What a transcript says in the middle of a turn: a Stop does not follow it without a further row. */
const MID_TURN: ReadonlySet<Reason> = new Set([
  "empty-history",
  "empty-current-run",
  "before-run-start",
  "unanswered-input",
  "tool-use-turn",
  "tool-only-turn",
  "open-tool-call",
  "trailing-tool-result",
  "trailing-compaction",
  "stop-not-final",
  "torn-tail",
  "corrupt-tail",
]);

/** The last Stop, where the transcript ends before it and in the middle of a turn. Unix ms. */
export function stopAheadOf(
  verdict: Pick<Verdict, "reason" | "at"> | undefined,
  channel: ChannelEvidence | undefined,
): number | undefined {
  const stoppedAt = channel?.stoppedAt;
  if (verdict === undefined || stoppedAt === undefined || !MID_TURN.has(verdict.reason)) return undefined;
  const end = verdict.at?.timestamp;
  return end === undefined || stoppedAt > end ? stoppedAt : undefined;
}

/**
 * Until when rows that belong before this event may still come, Unix ms; undefined where that is over. A time far
 * ahead of this clock is another clock's, and is waited for by nobody.
 */
export function rowsAwaited(at: number, now: number): number | undefined {
  const until = at + ROWS_LATE_MS_MAX;
  return now < until && at - now < ROWS_LATE_MS_MAX ? until : undefined;
}
