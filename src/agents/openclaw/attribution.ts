/**
 * Whether a child's record proves an answer of this one run. A session outlives a run: another run on it, or a turn
 * after the run's end, may have written the last word, and then it is not this run's. Pure.
 */

import { sentenceFor } from "../../transcripts/index.ts";
import type { Position, Reason } from "../../transcripts/index.ts";
import type { ChildReading } from "./child.ts";
import { openClawRunBegan } from "./run.ts";
import type { OpenClawRun } from "./run.ts";

/** Clocks of one machine, and the time between a last line and its settlement, ms: the reading half's allowance. */
const SKEW_MS = 5_000;

/** Why an answer that the record proves is not this run's, or not its last word. */
export type ForeignReason = "another-run" | "answered-after-end" | "descendant-active";

/** What the record proves of the run. */
export type Attribution =
  /** The run finished, and this is its answer. */
  | { readonly kind: "answer"; readonly text: string; readonly at: Position }
  /** It is not proved that it did. */
  | { readonly kind: "none"; readonly reason: Reason | ForeignReason; readonly explanation: string };

/**
 * Attributes the child's last word.
 *
 * @param run the run that is asked about
 * @param runs all runs of the registry, itself among them
 * @param reading what its child left behind, judged from the run's start
 */
export function attribute(
  run: OpenClawRun,
  runs: readonly OpenClawRun[],
  reading: ChildReading,
): Attribution {
  const { judgement, writtenBy } = reading;
  if (judgement.kind !== "terminal") {
    const detail = judgement.kind === "indeterminate" ? judgement.detail : undefined;
    return none(judgement.reason, detail ?? sentenceFor(judgement.reason));
  }
  if (writtenBy !== undefined && writtenBy !== run.runId) {
    return none("another-run", `the answer was written by run ${writtenBy}`);
  }
  const { text, at } = judgement;
  const time = at.timestamp;
  const next = time === undefined ? undefined : runs.find((other) => isBetween(other, run, time));
  if (next !== undefined) return none("another-run", `run ${next.runId} began on the same session before it`);
  if (isAfterEnd(at, run)) {
    return none("answered-after-end", "the answer was written after the registry had ended the run");
  }
  const child = runs.find((other) => isActiveChild(other, run));
  if (child !== undefined) {
    return none("descendant-active", `run ${child.runId}, which it started, has not ended`);
  }
  return { kind: "answer", text, at };
}

/** True where the session's last word was written after the registry had ended the run. */
export function isAfterEnd(at: Position | undefined, { endedAt }: OpenClawRun): boolean {
  return at?.timestamp !== undefined && endedAt !== undefined && at.timestamp > endedAt + SKEW_MS;
}

function none(reason: Reason | ForeignReason, explanation: string): Attribution {
  return { kind: "none", reason, explanation };
}

/** True for another run on the same session that began behind this one's start, and not behind the answer. */
function isBetween(other: OpenClawRun, run: OpenClawRun, answeredAt: number): boolean {
  if (other.runId === run.runId || other.childSessionKey !== run.childSessionKey) return false;
  const began = openClawRunBegan(other);
  return began >= openClawRunBegan(run) && began <= answeredAt + SKEW_MS;
}

function isActiveChild(other: OpenClawRun, { childSessionKey }: OpenClawRun): boolean {
  return other.requesterSessionKey === childSessionKey && other.endedAt === undefined;
}
