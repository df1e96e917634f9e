/**
 * How often reading a run's evidence has failed in a row, for a registry that does not count it: without a count a
 * read that always fails for a moment would be tried again for ever. In memory; a restart begins anew.
 */

import type { Run } from "./run.ts";
import type { Decision } from "./settlement.ts";

/** More runs than that do not fail at once for long; the oldest count is forgotten. */
const RUNS_MAX = 10_000;

/** The counts of one sweeper. */
export class FailedReads {
  readonly #counts = new Map<string, number>();

  /** The run, with what the registry counted or what was counted here, whichever is more. */
  withCount(run: Run): Run {
    const counted = this.#counts.get(keyOf(run)) ?? 0;
    return counted > (run.readFailures ?? 0) ? { ...run, readFailures: counted } : run;
  }

  /** Notes what came of the run: one more failed read, or an end of the row of them. */
  note(run: Run, decision: Decision): void {
    const key = keyOf(run);
    const counted = this.withCount(run).readFailures ?? 0;
    this.#counts.delete(key);
    // The table waits in its last rule for one thing alone: a read that failed for a moment.
    if (decision.kind === "wait" && decision.rule === 10) this.#counts.set(key, counted + 1);
    const [oldest] = this.#counts.keys();
    if (oldest !== undefined && this.#counts.size > RUNS_MAX) this.#counts.delete(oldest);
  }
}

function keyOf({ runId, generation }: Run): string {
  return `${generation} ${runId}`;
}
