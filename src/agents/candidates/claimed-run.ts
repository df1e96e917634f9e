/**
 * What becomes of a run in hand: settled under its token, put off with a bound and a reason, or given back. Nothing is
 * written once the run is another's; the store then says what became of it.
 */

import { backoffMs } from "../backoff.ts";
import type { Deferral, SweeperSide } from "../run-store.ts";
import type { Settlement } from "../settlement.ts";
import { textOf } from "../sources/failure.ts";
import { withPatience } from "../store-retry.ts";
import type { Patience } from "../store-retry.ts";
import { shortened } from "../stores/shortened.ts";
import type { Candidate, Outcome, Postponement } from "./candidate.ts";
import type { Held } from "./lease-keeper.ts";

/** When a run that was let go of is looked at again. */
export interface LetGoSettings {
  readonly clock: () => number;
  readonly patience: Patience;
  /** For a run that is left alone, and one on which something failed, ms. */
  readonly recheckMs: number;
  /** For a read that failed for a moment, at the earliest, ms. */
  readonly retryMs: number;
}

/**
 * The run as a candidate.
 *
 * @param letGo called when the work on it ends: from there on nobody renews
 */
export function claimedRun(
  store: SweeperSide,
  settings: LetGoSettings,
  held: Held,
  letGo: () => void,
): Candidate {
  const { run } = held.claim;
  const { clock, patience, recheckMs } = settings;
  const end = async (write: (now: number) => Promise<Outcome>): Promise<Outcome> => {
    try {
      return await withPatience(patience, async () => write(clock()));
    } finally {
      letGo();
    }
  };
  return {
    run,
    settle: async (settlement) => end(async (now) => settle(store, held, settlement, now)),
    postpone: async (decision) =>
      end(async (now) => ({
        letGo: await store.defer(held.claim, deferral(decision, run.readFailures ?? 0, now, settings)),
      })),
    abandon: async (error) => {
      try {
        // Not due at once: the same sweep would stumble over it again and again.
        const until = clock() + recheckMs;
        const why = shortened(`The sweep failed: ${textOf(error)}`);
        await store.defer(held.claim, { until, why, readFailures: run.readFailures ?? 0 });
      } catch {
        // Where the store fails, the end of the lease gives the run back.
      } finally {
        letGo();
      }
    },
  };
}

async function settle(
  store: SweeperSide,
  { claim }: Held,
  settlement: Settlement,
  now: number,
): Promise<Outcome> {
  if (now >= claim.until) {
    // The host slept, or its clock was set. What was read before may be old: the run is due, and is read again.
    const letGo = await store.release(claim);
    if (letGo.kind === "done") return { letGo };
  }
  const { runId, generation, status: from } = claim.run;
  // With a token that was lost nothing is written, and the answer says what another one decided.
  const request = { runId, generation, from, settlement, at: now, token: claim.token };
  return { written: await store.settle(request) };
}

function deferral(
  decision: Postponement,
  failuresBefore: number,
  now: number,
  { recheckMs, retryMs, patience }: LetGoSettings,
): Deferral {
  switch (decision.kind) {
    case "wait": {
      const { rule, until, explanation: why } = decision;
      // The table waits in its last rule for one thing alone: a read that failed for a moment.
      if (rule !== 10) return { until, why };
      const readFailures = failuresBefore + 1;
      const later = backoffMs(readFailures, patience.random(), { baseMs: 2 * retryMs });
      return { until: Math.max(until, now + later), why, readFailures };
    }
    // Given back and no more, these would come first in every sweep, before all that wait.
    case "leave":
      return { until: now + recheckMs, why: decision.explanation };
    // The row stays as its host has it: what the sweeper cannot go on with is no pause that the child asked for.
    case "pause":
      return { until: now + recheckMs, why: `${decision.blame}: ${decision.explanation}` };
    default:
      return decision satisfies never;
  }
}
