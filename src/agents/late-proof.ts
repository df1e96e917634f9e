/**
 * Whether what was found behind a run's end is about that run. A parent that hears of an error may well go on with the
 * same child: the session, its transcript and its result file then speak of a later run, and an answer to that one must
 * never be passed off as an answer to this one. What is not proved to belong to the run is left alone.
 */

import { collect } from "./reconcile.ts";
import type { ReconcileDeps } from "./reconcile.ts";
import type { Run } from "./run.ts";
import type { OkSettlement } from "./settlement.ts";

/** What a verdict says of an answer whose input, or which itself, is from before the run. */
const BEFORE: ReadonlySet<string> = new Set(["before-run-start", "empty-current-run"]);

/**
 * Asks the same sources as if the run had begun where it ended. What they then call too old belongs to the run: an
 * answer, because the input that it answers came before the end; a result file, because it lay there by then.
 *
 * @param ended the run as it ended
 * @param found what would take the place of its error
 * @param now Unix ms
 */
export async function isOfThisRun(
  ended: Run,
  found: OkSettlement,
  deps: ReconcileDeps,
  now: number,
): Promise<boolean> {
  const { endedAt } = ended;
  if (endedAt === undefined) return false;
  const { completion } = found.evidence;
  if (found.source === "sweeper-session-completion" && found.result.text === undefined) {
    return completion !== undefined && completion.endedAt < endedAt;
  }
  const { owner: _, restoredAt: __, outcome: ___, endedAt: ____, ...facts } = ended;
  const later: Run = { ...facts, status: "running", createdAt: endedAt, startedAt: endedAt };
  const policy = { ...deps.policy, graceMs: 0 };
  const { artifact, transcript } = await collect(later, { ...deps, policy }, now);
  if (found.source === "artifact-recovered") return artifact?.state === "stale";
  return BEFORE.has(transcript?.verdict.reason ?? "");
}
