/**
 * Where a sweep's runs come from, and what may be done with one of them. Types alone: a registry that only lists its
 * runs (listing.ts) and a store that hands them out under a lease (claiming.ts) are swept by the same loop.
 */

import type { SettleResult } from "../registry.ts";
import type { HeldAnswer } from "../run-store.ts";
import type { Run } from "../run.ts";
import type { Decision, Settlement } from "../settlement.ts";

/** A decision that ends nothing. */
export type Postponement = Exclude<Decision, Settlement>;

/** What became of a decision. */
export interface Outcome {
  /** Set where a settlement was handed to the registry: whether it was written, or else what another one decided. */
  readonly written?: SettleResult;
  /**
   * Set where the run had been claimed, and its claim was let go of with nothing settled: `lost` where it had ended
   * before, and so nothing was noted either.
   */
  readonly letGo?: HeldAnswer;
}

/** A run whose turn it is. One of the three calls ends the work on it. */
export interface Candidate {
  /** With `readFailures` as far as anybody counted them. */
  readonly run: Run;
  settle(settlement: Settlement): Promise<Outcome>;
  postpone(decision: Postponement): Promise<Outcome>;
  /** Something went wrong that is no evidence, and nothing was decided or written. Never rejects. */
  abandon(error: unknown): Promise<void>;
}

/** The runs of one sweep. */
export interface Candidates {
  /** The next run, while there is one. Any number of callers at a time. Never rejects. */
  next(): Promise<Candidate | undefined>;
  /** Lets go of what nobody has begun with. Never rejects. */
  close(): Promise<void>;
  /** True where the sweep ended at its limit, and more is due. */
  readonly full: boolean;
}

/** What a sweep lends the source of its runs. */
export interface SweepContext {
  /** Told of what failed around the runs. */
  readonly report: (error: unknown) => void;
  /** True as soon as no further run is to be taken up. */
  readonly isStopping: () => boolean;
}

/** Where the runs come from, sweep after sweep. */
export interface CandidateSource {
  open(context: SweepContext): Candidates;
}
