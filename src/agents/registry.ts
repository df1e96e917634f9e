/** The registry, as far as a sweeper needs it: a small port that a host implements, or one of stores/. */

import type { Run, RunStatus } from "./run.ts";
import type { Settlement } from "./settlement.ts";

/** Which runs a sweep looks at. */
export interface StaleQuery {
  /** Unix ms. */
  readonly now: number;
  /** Runs that began less than this ago are not stale, ms. */
  readonly graceMs: number;
  /** How many at most. */
  readonly limit: number;
}

/** One settlement, for one state of one run. */
export interface SettleRequest {
  readonly runId: string;
  readonly generation: number;
  /** The status that the decision was made on; another one now means that somebody was faster. */
  readonly from: RunStatus;
  readonly settlement: Settlement;
  /** Unix ms. */
  readonly at: number;
}

/** What became of a settlement: of many that race, one is `settled`; the rest learn what it decided. */
export type SettleResult =
  | { readonly kind: "settled"; readonly run: Run }
  | { readonly kind: "lost"; readonly run: Run }
  | { readonly kind: "unknown-run" };

/**
 * The port to a registry of runs: the two calls that a sweeper needs. A host with a table of its own implements it.
 */
export interface RunRegistry {
  /** Runs that are not ended and began before the grace, oldest first. */
  listStale(query: StaleQuery): Promise<readonly Run[]>;
  /** Compare-and-set in one step, on run id, generation and status. A run that has ended is always `lost`. */
  settle(request: SettleRequest): Promise<SettleResult>;
  /** True while a run below this one, at any depth, has not ended. A sweeper asks it unless its host says. */
  hasActiveDescendant?(runId: string): boolean | Promise<boolean>;
}
