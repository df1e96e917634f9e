/**
 * The runs of a store that hands them out under a lease, so that any number of sweepers in any number of processes
 * share the work. What is in hand is renewed while it is worked on; what is let go of is given back, or put off with
 * a bound and a reason. Nothing is remembered here from one sweep to the next: the store does that.
 *
 * A lease that was lost is no failure. Whoever took the run decides it, and the store's answer says how.
 */

import { backoffMs } from "../backoff.ts";
import type { Claim, Reach, SweeperSide } from "../run-store.ts";
import { textOf } from "../sources/failure.ts";
import { withPatience } from "../store-retry.ts";
import type { Patience } from "../store-retry.ts";
import { shortened } from "../stores/shortened.ts";
import type {
  Candidate,
  CandidateSource,
  Candidates,
  Outcome,
  Postponement,
  SweepContext,
} from "./candidate.ts";

/** What claiming is bounded by. */
export interface ClaimingSettings {
  readonly graceMs: number;
  readonly runsMax: number;
  readonly clock: () => number;
  readonly holder: string;
  readonly leaseMs: number;
  readonly batchMax: number;
  readonly reach: Reach | undefined;
  readonly patience: Patience;
  /** When to look again at a run that is left alone, and at one on which something failed, ms. */
  readonly recheckMs: number;
  /** When at the earliest to try a failed read again, ms. */
  readonly retryMs: number;
}

/** A claim, as it was renewed last. */
interface Held {
  claim: Claim;
}

/** The runs that are due in a store, each sweep as many as `runsMax`. */
export function claiming(store: SweeperSide, settings: ClaimingSettings): CandidateSource {
  return { open: (context) => new ClaimedRuns(store, settings, context) };
}

class ClaimedRuns implements Candidates {
  readonly #store: SweeperSide;
  readonly #settings: ClaimingSettings;
  readonly #context: SweepContext;
  /** Claimed, and nobody has begun with them. */
  readonly #waiting: Held[] = [];
  /** Those, and the ones that are worked on. */
  readonly #held = new Set<Held>();
  readonly #closing = new AbortController();
  #renewing: Promise<void> | undefined;
  #filling: Promise<void> | undefined;
  #room: number;
  #isDry = false;

  constructor(store: SweeperSide, settings: ClaimingSettings, context: SweepContext) {
    this.#store = store;
    this.#settings = settings;
    this.#context = context;
    this.#room = settings.runsMax;
  }

  get full(): boolean {
    return !this.#isDry && this.#room === 0;
  }

  async next(): Promise<Candidate | undefined> {
    while (!this.#context.isStopping()) {
      const held = this.#waiting.shift();
      if (held !== undefined) {
        // One after the other: with the first that is still ours, the search is over.
        if (await this.#isOurs(held)) return this.#candidate(held);
        continue;
      }
      if (this.#isDry || this.#room === 0) return undefined;
      this.#filling ??= this.#fill().finally(() => {
        this.#filling = undefined;
      });
      await this.#filling;
    }
    return undefined;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#renewing;
    for (const held of this.#waiting.splice(0)) {
      try {
        await this.#patiently(async () => this.#store.release(held.claim));
      } catch (error) {
        // Its lease ends by itself.
        this.#context.report(error);
      }
      this.#held.delete(held);
    }
  }

  async #fill(): Promise<void> {
    const { graceMs, holder, leaseMs, batchMax, reach, clock } = this.#settings;
    const limit = Math.min(batchMax, this.#room);
    try {
      const claims = await this.#patiently(async () =>
        this.#store.claim({
          now: clock(),
          graceMs,
          limit,
          leaseMs,
          holder,
          ...(reach === undefined ? {} : { reach }),
        }),
      );
      this.#room -= claims.length;
      // A short batch was the last one: what comes due in the meantime is for the next sweep.
      this.#isDry = claims.length < limit;
      for (const claim of claims) {
        const held = { claim };
        this.#waiting.push(held);
        this.#held.add(held);
      }
      if (claims.length > 0) this.#renewing ??= this.#renewInTime();
    } catch (error) {
      this.#isDry = true;
      this.#context.report(error);
    }
  }

  #candidate(held: Held): Candidate {
    const { run } = held.claim;
    return {
      run,
      settle: async (settlement) =>
        this.#letGo(held, async ({ token }, now) => {
          const { runId, generation, status } = run;
          const request = { runId, generation, from: status, settlement, at: now, token };
          return { written: await this.#store.settle(request) };
        }),
      postpone: async (decision) =>
        this.#letGo(held, async (claim, now) => ({
          letGo: await this.#store.defer(claim, this.#deferral(claim, decision, now)),
        })),
      abandon: async (error) => {
        this.#held.delete(held);
        const { clock, recheckMs } = this.#settings;
        const { readFailures = 0 } = run;
        try {
          // Not due at once: the same sweep would stumble over it again and again.
          const until = clock() + recheckMs;
          const why = shortened(`The sweep failed: ${textOf(error)}`);
          await this.#store.defer(held.claim, { until, why, readFailures });
        } catch {
          // Where the store fails, the end of the lease gives the run back.
        }
      },
    };
  }

  /** Ends the work on a run, if its lease has not ended by this clock. */
  async #letGo(held: Held, end: (claim: Claim, now: number) => Promise<Outcome>): Promise<Outcome> {
    try {
      return await this.#patiently(async () => {
        const now = this.#settings.clock();
        // The host slept, or its clock was set. What was read before is no longer what is; it is read again.
        if (now >= held.claim.until) return { letGo: await this.#store.release(held.claim) };
        return end(held.claim, now);
      });
    } finally {
      this.#held.delete(held);
    }
  }

  #deferral({ run }: Claim, decision: Postponement, now: number) {
    const { recheckMs, retryMs } = this.#settings;
    const why =
      decision.kind === "pause" ? `${decision.blame}: ${decision.explanation}` : decision.explanation;
    // Let go of and no more, it would be the first in every sweep to come, before all that wait.
    if (decision.kind !== "wait") return { until: now + recheckMs, why };
    // The table waits in its last rule for one thing alone: a read that failed for a moment.
    if (decision.rule !== 10) return { until: decision.until, why };
    const readFailures = (run.readFailures ?? 0) + 1;
    const later = backoffMs(readFailures, this.#settings.patience.random(), { baseMs: 2 * retryMs });
    return { until: Math.max(decision.until, now + later), why, readFailures };
  }

  /** True while the claim is held, renewed if a good part of its lease is over. */
  async #isOurs(held: Held): Promise<boolean> {
    const { clock, leaseMs } = this.#settings;
    const now = clock();
    // Whoever has more than half of it left will be renewed in time.
    if (held.claim.until - now > leaseMs / 2) return true;
    try {
      if (await this.#patiently(async () => this.#renew(held))) return true;
    } catch (error) {
      this.#context.report(error);
    }
    this.#held.delete(held);
    return false;
  }

  async #renew(held: Held): Promise<boolean> {
    const { clock, leaseMs } = this.#settings;
    const answer = await this.#store.renew(held.claim, { now: clock(), leaseMs });
    if (answer.kind === "lost") return false;
    // What was claimed is what is decided; of the renewal only the end of the lease counts.
    held.claim = { ...held.claim, until: answer.claim.until };
    return true;
  }

  /** Renews what is in hand, three times a lease, until the sweep is over. */
  async #renewInTime(): Promise<void> {
    const { signal } = this.#closing;
    const { leaseMs, patience, clock } = this.#settings;
    while (!signal.aborted) {
      try {
        await patience.sleep(leaseMs / 3, signal);
      } catch {
        return;
      }
      for (const held of this.#held) {
        // A lease that has ended is not mended: what was read under it may be old.
        if (signal.aborted || held.claim.until <= clock()) continue;
        try {
          if (!(await this.#renew(held))) this.#drop(held);
        } catch (error) {
          // There are two more times before it ends.
          this.#context.report(error);
        }
      }
    }
  }

  /** The claim is lost. Nobody need begin; whoever has begun hears of it at the end. */
  #drop(held: Held): void {
    const index = this.#waiting.indexOf(held);
    if (index >= 0) this.#waiting.splice(index, 1);
    this.#held.delete(held);
  }

  async #patiently<T>(call: () => Promise<T>): Promise<T> {
    return withPatience(this.#settings.patience, call);
  }
}
