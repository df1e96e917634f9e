/**
 * Whether what was found behind a run's end is about that run. A parent that hears of an error may well go on with the
 * same child: the session, its transcript and its result file then speak of a later run, and an answer to that one must
 * never be passed off as an answer to this one. What is not proved to belong to the run is left alone.
 */

import type { WarningCode } from "../transcripts/index.ts";
import { collect } from "./reconcile.ts";
import type { ReconcileDeps } from "./reconcile.ts";
import type { Run } from "./run.ts";
import type { OkSettlement } from "./settlement.ts";

/** What a verdict says of an answer whose input, or which itself, is from before the run. */
const BEFORE: ReadonlySet<string> = new Set(["before-run-start", "empty-current-run"]);

/**
 * The sources of a run that has ended, without what they say of a later one: an end behind the run's own, which the
 * session store has on the same session, is another run's.
 *
 * @param ended the run as it ended
 */
export function untilItsEnd({ endedAt = 0 }: Run, deps: ReconcileDeps): ReconcileDeps {
  const { sessionEntry } = deps;
  if (sessionEntry === undefined) return deps;
  return {
    ...deps,
    sessionEntry: async (run) => {
      const entry = await sessionEntry(run);
      const at = entry?.endedAt ?? entry?.updatedAt;
      return at !== undefined && at >= endedAt ? null : entry;
    },
  };
}

/** What a reading warns of where a record may be missing from it. */
const DAMAGE: ReadonlySet<WarningCode> = new Set<WarningCode>([
  "nul-block",
  "nul-tail",
  "spliced-line",
  "malformed-line",
  "torn-tail",
  "oversized-line",
]);

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
  // The session store was asked about no time behind the end: see `untilItsEnd`.
  if (found.source === "sweeper-session-completion" && found.result.text === undefined) return true;
  const { owner: _, restoredAt: __, outcome: ___, endedAt: ____, ...facts } = ended;
  const later: Run = { ...facts, status: "running", createdAt: endedAt, startedAt: endedAt };
  const policy = { ...deps.policy, graceMs: 0 };
  const { artifact, transcript } = await collect(later, { ...deps, policy }, now);
  if (found.source === "artifact-recovered") return artifact?.state === "stale";
  return BEFORE.has(transcript?.verdict.reason ?? "") && !mayHideAnInput(found, endedAt);
}

/** True where the answer came behind the end, and what could not be read may be the input that it answers. */
function mayHideAnInput({ evidence }: OkSettlement, endedAt: number): boolean {
  const verdict = evidence.transcript?.verdict;
  if (verdict?.kind !== "terminal") return false;
  const answeredAt = verdict.at.timestamp ?? Infinity;
  return answeredAt >= endedAt && verdict.warnings.some(({ code }) => DAMAGE.has(code));
}
