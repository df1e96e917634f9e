/**
 * The runs of a store that hands them out under a lease, so that any number of sweepers in any number of processes
 * share the work: claimed in batches, kept while they are worked on, given back if nobody begins. Nothing is
 * remembered here from one sweep to the next; the store does that.
 *
 * A lease that was lost is no failure. Whoever took the run decides it, and the store's answer says how.
 */

import type { Reach, SweeperSide } from "../run-store.ts";
import { withPatience } from "../store-retry.ts";
import type { Candidate, CandidateSource, Candidates, SweepContext } from "./candidate.ts";
import { claimedRun } from "./claimed-run.ts";
import type { LetGoSettings } from "./claimed-run.ts";
import { LeaseKeeper } from "./lease-keeper.ts";
import type { Held, KeeperSettings } from "./lease-keeper.ts";

/** What claiming is bounded by. */
export interface ClaimingSettings extends LetGoSettings, KeeperSettings {
  readonly graceMs: number;
  readonly runsMax: number;
  readonly batchMax: number;
  readonly holder: string;
  readonly reach: Reach | undefined;
}

/** The runs that are due in a store, each sweep as many as `runsMax`. */
export function claiming(store: SweeperSide, settings: ClaimingSettings): CandidateSource {
  return { open: (context) => new ClaimedRuns(store, settings, context) };
}

class ClaimedRuns implements Candidates {
  readonly #store: SweeperSide;
  readonly #settings: ClaimingSettings;
  readonly #context: SweepContext;
  readonly #keeper: LeaseKeeper;
  /** Claimed, and nobody has begun with them. */
  readonly #waiting: Held[] = [];
  #filling: Promise<void> | undefined;
  #room: number;
  #isDry = false;

  constructor(store: SweeperSide, settings: ClaimingSettings, context: SweepContext) {
    this.#store = store;
    this.#settings = settings;
    this.#context = context;
    this.#keeper = new LeaseKeeper(store, settings, context.report);
    this.#room = settings.runsMax;
  }

  get full(): boolean {
    return this.#room === 0 && !this.#isDry;
  }

  async next(): Promise<Candidate | undefined> {
    while (!this.#context.isStopping()) {
      const held = this.#waiting.shift();
      if (held === undefined) {
        if (this.#isDry || this.#room === 0) return undefined;
        // One at a time, however many ask.
        this.#filling ??= this.#fill().finally(() => {
          this.#filling = undefined;
        });
        await this.#filling;
        continue;
      }
      const letGo = (): void => this.#keeper.letGo(held);
      if (await this.#keeper.isOurs(held)) return claimedRun(this.#store, this.#settings, held, letGo);
      letGo();
    }
    return undefined;
  }

  async close(): Promise<void> {
    await this.#keeper.close();
    for (const { claim } of this.#waiting.splice(0)) {
      try {
        // A store that cannot take one back will hardly take the next.
        await withPatience(this.#settings.patience, async () => this.#store.release(claim));
      } catch (error) {
        this.#context.report(error);
        return;
      }
    }
  }

  async #fill(): Promise<void> {
    const { graceMs, holder, leaseMs, batchMax, reach, clock, patience } = this.#settings;
    const limit = Math.min(batchMax, this.#room);
    const query = { graceMs, limit, leaseMs, holder, ...(reach === undefined ? {} : { reach }) };
    try {
      const claims = await withPatience(patience, async () => this.#store.claim({ now: clock(), ...query }));
      this.#room -= claims.length;
      // A short batch was the last one: what comes due in the meantime is for the next sweep.
      this.#isDry = claims.length < limit;
      for (const claim of claims) this.#waiting.push(this.#keeper.keep(claim));
    } catch (error) {
      this.#isDry = true;
      this.#context.report(error);
    }
  }
}
