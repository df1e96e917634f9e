/** What a sweeper is made of and what it answers; and its settings, checked, with every default filled in. */

import { withDefaults } from "./policy.ts";
import { checkDeps } from "./reconcile.ts";
import type { ReconcileDeps } from "./reconcile.ts";
import type { RunRegistry, SettleResult } from "./registry.ts";
import type { Run } from "./run.ts";
import type { Decision, Settlement } from "./settlement.ts";

/** Where a sweeper says what it does. `console` fits. What it throws is ignored. */
export interface Logger {
  info(message: string, details?: object): void;
  warn(message: string, details?: object): void;
}

/** What a sweeper is made of. */
export interface SweeperOptions extends ReconcileDeps {
  readonly registry: RunRegistry;
  readonly graceMs?: number;
  readonly quietMs?: number;
  /** Time between the end of a sweep and the next one, ms. Default 30 s. */
  readonly intervalMs?: number;
  /** Runs read at the same time. Default 4. */
  readonly concurrency?: number;
  /** Runs looked at in one sweep, those that had no turn yet first. Default 500. */
  readonly runsMax?: number;
  readonly logger?: Logger;
  /** Told of every settlement that this sweeper won. What it throws is logged. */
  readonly onSettled?: (run: Run, settlement: Settlement) => void | Promise<void>;
}

/** What one sweep did with one run. */
export interface SweptRun {
  /** As the registry listed it. */
  readonly run: Run;
  readonly decision: Decision;
  /** Set where the decision was a settlement: whether it was written, or else what another one decided. */
  readonly written?: SettleResult;
}

/** What one sweep did. */
export interface Sweep {
  readonly runs: readonly SweptRun[];
  /** Runs on which something failed that is not evidence: the registry, say. */
  readonly failures: readonly { readonly run?: Run; readonly error: unknown }[];
}

/** A sweeper. */
export interface Sweeper {
  /** One sweep, now; the one in hand where there is one. Never rejects: what failed is in the answer. */
  sweepOnce(): Promise<Sweep>;
  /** Sweeps on a timer that keeps no process alive; the first time after one interval. */
  start(): void;
  /** Stops the timer, takes up no further run, and waits for the runs in hand. */
  stop(): Promise<void>;
}

/** The options, checked. */
export interface SweeperSettings {
  readonly deps: ReconcileDeps;
  readonly graceMs: number;
  readonly intervalMs: number;
  readonly concurrency: number;
  readonly runsMax: number;
}

const INTERVAL_MS_DEFAULT = 30_000;
const CONCURRENCY_DEFAULT = 4;
const RUNS_MAX_DEFAULT = 500;
/** A longer timer fires at once. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/**
 * Checks the options.
 *
 * @throws {RangeError} for a time or a limit that is none
 */
export function sweeperSettings(options: SweeperOptions): SweeperSettings {
  const { registry, graceMs, quietMs } = options;
  const policy = {
    ...options.policy,
    ...(graceMs === undefined ? {} : { graceMs }),
    ...(quietMs === undefined ? {} : { quietMs }),
  };
  const { hasActiveDescendant = ({ runId }: Run) => registry.hasActiveDescendant?.(runId) ?? false } =
    options;
  const deps: ReconcileDeps = { ...options, hasActiveDescendant, policy };
  checkDeps(deps);
  return {
    deps,
    graceMs: withDefaults(policy).graceMs,
    intervalMs: within("intervalMs", options.intervalMs ?? INTERVAL_MS_DEFAULT, TIMER_MS_MAX),
    concurrency: within("concurrency", options.concurrency ?? CONCURRENCY_DEFAULT),
    runsMax: within("runsMax", options.runsMax ?? RUNS_MAX_DEFAULT),
  };
}

function within(name: string, value: number, max: number = Number.MAX_SAFE_INTEGER): number {
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  throw new RangeError(`${name} must be a whole number from 1 to ${max}, not ${String(value)}`);
}
