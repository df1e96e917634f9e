/** What a host may change of a run, and the run after it. Pure. */

import { transition } from "./run.ts";
import type { Run } from "./run.ts";

/** New values; `undefined` takes a value away. What is not named stays. */
export type RunChanges = {
  readonly [K in Exclude<keyof Run, Fixed | "status">]?: Run[K] | undefined;
} & { readonly status?: Run["status"] };

/** What a run has for good; a new generation may have another. */
type Fixed = "runId" | "generation" | "createdAt" | "childSessionKey" | "requesterSessionKey";

/** What belongs to one state, and goes with it. */
const OF_A_STATE = ["pauseReason", "waitingUntil", "waitingFor", "readFailures"] as const;

/**
 * The run with the changes made.
 *
 * @throws {IllegalTransitionError} for a change of status that no run makes
 */
export function changedRun(run: Run, changes: RunChanges): Run {
  const { status = run.status, ...facts } = changes;
  const moved = status === run.status ? run : transition(run, status);
  const values = new Map<string, unknown>(Object.entries(moved));
  if (status !== run.status) for (const name of OF_A_STATE) values.delete(name);
  for (const [name, value] of Object.entries(facts)) {
    if (value === undefined) values.delete(name);
    else values.set(name, value);
  }
  // The other names and their types are those of a run: RunChanges has none besides.
  return { ...base(moved), ...Object.fromEntries(values) };
}

/** What every run has. */
function base({
  runId,
  generation,
  status,
  childSessionKey,
  requesterSessionKey,
  createdAt,
}: Run): Pick<Run, Fixed | "status"> {
  return { runId, generation, status, childSessionKey, requesterSessionKey, createdAt };
}
