/** What a sweeper is made of and what it answers; and its settings, checked, with every default filled in. */

import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { pid } from "node:process";
import type { Outcome } from "./candidates/candidate.ts";
import type { ClaimingSettings } from "./candidates/claiming.ts";
import type { ImprovedRun, LateAnswerSettings } from "./late-answers.ts";
import { withDefaults } from "./policy.ts";
import { checkDeps } from "./reconcile.ts";
import type { ReconcileDeps } from "./reconcile.ts";
import type { RunRegistry } from "./registry.ts";
import type { Reach, SweeperSide } from "./run-store.ts";
import type { Run } from "./run.ts";
import type { Decision, Settlement } from "./settlement.ts";
import { sleepBySystem } from "./store-retry.ts";
import type { Sleep } from "./store-retry.ts";
import { ID_BYTES_MAX, LEASE_MS_MAX, ROWS_MAX } from "./stores/limits.ts";

/** Where a sweeper says what it does. `console` fits. What it throws is ignored. */
export interface Logger {
  info(message: string, details?: object): void;
  warn(message: string, details?: object): void;
}

/** What a sweeper is made of. */
export interface SweeperOptions extends ReconcileDeps {
  /** A store (`openRegistry`) hands its runs out under a lease; any other registry lists them. */
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
  /**
   * Told of every settlement that this sweeper knows it won: a process that dies behind the write tells nobody. What
   * a parent must hear goes through the outbox. What it throws is logged.
   */
  readonly onSettled?: (run: Run, settlement: Settlement) => void | Promise<void>;

  // Over a store alone:

  /** Whose transcripts can be read here. Without it, everybody's: for a store of one machine. */
  readonly reach?: Reach;
  /** For how long a run is claimed, ms, at most one hour; renewed while it is worked on. Default 60 s. */
  readonly leaseMs?: number;
  /** Runs claimed at once. Default 20. */
  readonly batchMax?: number;
  /** Who claims, for people. Default host, pid and a few random digits. */
  readonly holder?: string;
  /** How often a call that the store could not answer for a moment is made. Default 6: about three seconds. */
  readonly storeTriesMax?: number;
  /** For how long after its end an error is looked at again for a better answer, ms. Default 1 h; 0 for never. */
  readonly improveForMs?: number;
  /** Errors that one sweep goes through for that. Default 100. */
  readonly improvementsMax?: number;
  /** Told of every better answer that this sweeper put in an error's place. What it throws is logged. */
  readonly onImproved?: (improved: ImprovedRun) => void | Promise<void>;
  /** How a sweep waits, between two tries and before it renews. By default with the system's timers. */
  readonly sleep?: Sleep;
  /** From 0 to below 1. Default `Math.random`. */
  readonly random?: () => number;
}

/** What one sweep did with one run. */
export interface SweptRun extends Outcome {
  /** As the registry gave it. */
  readonly run: Run;
  readonly decision: Decision;
}

/** What one sweep did: with which runs, what it left, and what failed. */
export interface Sweep {
  readonly runs: readonly SweptRun[];
  /** Errors that a better answer was found for. */
  readonly improved: readonly ImprovedRun[];
  /** Runs on which something failed that is not evidence: the registry, say. */
  readonly failures: readonly { readonly run?: Run; readonly error: unknown }[];
  /** True where the sweep took as many runs of a store as it may, and more are due. */
  readonly full: boolean;
}

/** A sweeper: looks at stale runs, settles those that have ended, and leaves the rest. */
export interface Sweeper {
  /** One sweep, now; the one in hand where there is one. Never rejects: what failed is in the answer. */
  sweepOnce(): Promise<Sweep>;
  /**
   * Sweeps on a timer that keeps no process alive; the first time after one interval. Where a sweep left more that is
   * due, the next one follows at once.
   */
  start(): void;
  /** Stops the timer, takes up no further run, waits for the runs in hand, and lets go of what was claimed besides. */
  stop(): Promise<void>;
}

/** The options, checked. */
export interface SweeperSettings extends ClaimingSettings, LateAnswerSettings {
  readonly intervalMs: number;
}

const INTERVAL_MS_DEFAULT = 30_000;
const CONCURRENCY_DEFAULT = 4;
const RUNS_MAX_DEFAULT = 500;
/** Long enough for a host that is busy, short enough that a killed sweeper's runs do not wait for long. */
const LEASE_MS_DEFAULT = 60_000;
/** A few for each reader: what one sweeper holds and has not begun is kept from the others. */
const BATCH_MAX_DEFAULT = 20;
const STORE_TRIES_MAX_DEFAULT = 6;
/** With waits of up to five seconds that is an hour and more. */
const STORE_TRIES_MAX_MAX = 1_000;
const IMPROVE_FOR_MS_DEFAULT = 60 * 60_000;
const IMPROVEMENTS_MAX_DEFAULT = 100;
/** A longer timer fires at once. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/**
 * Checks the options.
 *
 * @throws {RangeError} for a time, a limit or a name that is none, and for a reach that the registry knows nothing of
 */
export function sweeperSettings(options: SweeperOptions): SweeperSettings {
  const { registry, graceMs, quietMs, clock = Date.now, random = Math.random, reach } = options;
  const policy = {
    ...options.policy,
    ...(graceMs === undefined ? {} : { graceMs }),
    ...(quietMs === undefined ? {} : { quietMs }),
  };
  const { hasActiveDescendant = ({ runId }: Run) => registry.hasActiveDescendant?.(runId) ?? false } =
    options;
  const deps: ReconcileDeps = { ...options, hasActiveDescendant, policy };
  checkDeps(deps);
  const whole = withDefaults(policy);
  return {
    deps,
    clock,
    graceMs: whole.graceMs,
    recheckMs: whole.recheckMs,
    retryMs: whole.retryMs,
    intervalMs: within("intervalMs", options.intervalMs ?? INTERVAL_MS_DEFAULT, TIMER_MS_MAX),
    concurrency: within("concurrency", options.concurrency ?? CONCURRENCY_DEFAULT),
    runsMax: within("runsMax", options.runsMax ?? RUNS_MAX_DEFAULT),
    reach: checkedReach(registry, reach),
    leaseMs: within("leaseMs", options.leaseMs ?? LEASE_MS_DEFAULT, LEASE_MS_MAX),
    batchMax: within("batchMax", options.batchMax ?? BATCH_MAX_DEFAULT, ROWS_MAX),
    holder: checkedName("holder", options.holder ?? `${hostname()}:${pid}:${randomBytes(4).toString("hex")}`),
    patience: {
      triesMax: within(
        "storeTriesMax",
        options.storeTriesMax ?? STORE_TRIES_MAX_DEFAULT,
        STORE_TRIES_MAX_MAX,
      ),
      sleep: options.sleep ?? sleepBySystem,
      random,
    },
    improveForMs:
      options.improveForMs === 0 ? 0 : within("improveForMs", options.improveForMs ?? IMPROVE_FOR_MS_DEFAULT),
    improvementsMax: within("improvementsMax", options.improvementsMax ?? IMPROVEMENTS_MAX_DEFAULT, ROWS_MAX),
  };
}

/** True for a registry that hands its runs out under a lease. */
export function handsOut(registry: RunRegistry): registry is SweeperSide {
  return ["claim", "renew", "release", "defer"].every(
    (name) => typeof Reflect.get(registry, name) === "function",
  );
}

function checkedReach(registry: RunRegistry, reach: Reach | undefined): Reach | undefined {
  if (reach === undefined) return undefined;
  if (!handsOut(registry)) {
    throw new RangeError("reach needs a registry that hands its runs out (claim, renew, release, defer)");
  }
  checkedName("reach.host", reach.host);
  for (const root of reach.sharedRoots ?? []) {
    if (root === "" || root.endsWith("/")) {
      throw new RangeError(
        `a folder in reach.sharedRoots must have a name and no slash at its end, not ${root}`,
      );
    }
  }
  return reach;
}

function checkedName(name: string, value: string): string {
  const bytes = Buffer.byteLength(value);
  if (bytes >= 1 && bytes <= ID_BYTES_MAX) return value;
  throw new RangeError(`${name} must be a text of 1 to ${ID_BYTES_MAX} bytes, not of ${bytes}`);
}

function within(name: string, value: number, max: number = Number.MAX_SAFE_INTEGER): number {
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  throw new RangeError(`${name} must be a whole number from 1 to ${max}, not ${String(value)}`);
}
