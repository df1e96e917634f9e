/**
 * The runs of a registry that only lists them. Nobody holds a run: of two that decide it at once the compare-and-set
 * lets one through. Whose turn it is, and how many reads have failed, is remembered here for as long as the sweeper
 * lives.
 */

import { FailedReads } from "../failed-reads.ts";
import type { RunRegistry } from "../registry.ts";
import type { Run } from "../run.ts";
import { Turns } from "../turns.ts";
import type { Candidate, CandidateSource, Candidates, SweepContext } from "./candidate.ts";

/** What listing is bounded by. */
export interface ListingSettings {
  readonly graceMs: number;
  readonly runsMax: number;
  readonly clock: () => number;
}

/** The stale runs of a registry, each sweep as many as `runsMax`. */
export function listing(registry: RunRegistry, settings: ListingSettings): CandidateSource {
  const { graceMs, runsMax, clock } = settings;
  const turns = new Turns(runsMax);
  const failedReads = new FailedReads();

  const candidate = (listed: Run): Candidate => ({
    run: failedReads.withCount(listed),
    settle: async (settlement) => {
      const { runId, generation, status } = listed;
      const request = { runId, generation, from: status, settlement, at: clock() };
      const written = await registry.settle(request);
      // Only now: where the registry fails, the run must not be waited for all over again.
      failedReads.note(listed, settlement);
      return { written };
    },
    postpone: async (decision) => {
      failedReads.note(listed, decision);
      return Promise.resolve({});
    },
    abandon: async () => Promise.resolve(),
  });

  return {
    open: ({ report, isStopping }: SweepContext): Candidates => {
      const list = async (): Promise<Iterator<Run>> => {
        try {
          const listed = await registry.listStale({ now: clock(), graceMs, limit: turns.limit });
          return turns.take(listed)[Symbol.iterator]();
        } catch (error) {
          report(error);
          return [][Symbol.iterator]();
        }
      };
      let listed: Promise<Iterator<Run>> | undefined;
      return {
        next: async () => {
          listed ??= list();
          const runs = await listed;
          if (isStopping()) return undefined;
          const turn = runs.next();
          return turn.done === true ? undefined : candidate(turn.value);
        },
        close: async () => Promise.resolve(),
        // A registry that lists has no word for it: what is alive stands in the list for ever.
        full: false,
      };
    },
  };
}
