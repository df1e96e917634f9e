/**
 * The sweeper: looks at the registry's stale runs, on a timer or once, decides each, and settles it by
 * compare-and-set. One run that cannot be read, or a registry that fails once, never stops a sweep for the rest.
 */

import { withDefaults } from "./policy.ts";
import { reconcileLostContext } from "./reconcile.ts";
import type { ReconcileDeps } from "./reconcile.ts";
import type { RunRegistry, SettleResult } from "./registry.ts";
import type { Run } from "./run.ts";
import type { Decision, Settlement } from "./settlement.ts";

/** Where a sweeper says what it does. `console` fits. */
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
  /** Runs taken from the registry in one sweep. Default 500. */
  readonly runsMax?: number;
  readonly logger?: Logger;
  /** Told of every settlement that this sweeper won. What it throws is logged. */
  readonly onSettled?: (run: Run, settlement: Settlement) => void | Promise<void>;
}

/** What one sweep did with one run. */
export interface SweptRun {
  readonly run: Run;
  readonly decision: Decision;
  /** Set where the decision was a settlement. */
  readonly written?: SettleResult["kind"];
}

/** What one sweep did. */
export interface Sweep {
  readonly runs: readonly SweptRun[];
  /** Runs on which something failed that is not evidence: the registry, say. */
  readonly failures: readonly { readonly run?: Run; readonly error: unknown }[];
}

/** A sweeper. */
export interface Sweeper {
  /** One sweep, now. Never rejects: what failed is in the answer. */
  sweepOnce(): Promise<Sweep>;
  /** Sweeps on a timer that keeps no process alive. */
  start(): void;
  /** Stops the timer, and waits for the runs in hand. */
  stop(): Promise<void>;
}

const INTERVAL_MS_DEFAULT = 30_000;
const CONCURRENCY_DEFAULT = 4;
const RUNS_MAX_DEFAULT = 500;

/**
 * Makes a sweeper over a registry.
 *
 * @example
 * const sweeper = createSweeper({ registry, isLive: (run) => contexts.has(run.runId), locateTranscript });
 * sweeper.start();
 */
export function createSweeper(options: SweeperOptions): Sweeper {
  return new RegistrySweeper(options);
}

class RegistrySweeper implements Sweeper {
  readonly #options: SweeperOptions;
  readonly #deps: ReconcileDeps;
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<Sweep> | undefined;
  #stopped = true;

  constructor(options: SweeperOptions) {
    const { graceMs, quietMs, policy } = options;
    this.#options = options;
    this.#deps = {
      ...options,
      policy: {
        ...policy,
        ...(graceMs === undefined ? {} : { graceMs }),
        ...(quietMs === undefined ? {} : { quietMs }),
      },
    };
    withDefaults(this.#deps.policy ?? {});
  }

  sweepOnce(): Promise<Sweep> {
    // Two sweeps of one sweeper would only race each other.
    this.#sweeping ??= this.#sweep().finally(() => {
      this.#sweeping = undefined;
    });
    return this.#sweeping;
  }

  start(): void {
    if (!this.#stopped) return;
    this.#stopped = false;
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#sweeping;
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      void this.sweepOnce().then(() => this.#schedule());
    }, this.#options.intervalMs ?? INTERVAL_MS_DEFAULT);
    this.#timer.unref();
  }

  async #sweep(): Promise<Sweep> {
    const runs: SweptRun[] = [];
    const failures: { run?: Run; error: unknown }[] = [];
    const stale = await this.#stale(failures);
    const queue = stale[Symbol.iterator]();
    const worker = async (): Promise<void> => {
      for (const run of queue) {
        try {
          // One after the other is the point of a worker.
          runs.push(await this.#sweepRun(run));
        } catch (error) {
          failures.push({ run, error });
          this.#options.logger?.warn("a run could not be swept", { runId: run.runId, error: String(error) });
        }
      }
    };
    await Promise.all(Array.from({ length: this.#options.concurrency ?? CONCURRENCY_DEFAULT }, worker));
    return { runs, failures };
  }

  async #stale(failures: { run?: Run; error: unknown }[]): Promise<readonly Run[]> {
    const { registry, clock = Date.now, runsMax = RUNS_MAX_DEFAULT, logger } = this.#options;
    try {
      const { graceMs } = withDefaults(this.#deps.policy ?? {});
      return await registry.listStale({ now: clock(), graceMs, limit: runsMax });
    } catch (error) {
      failures.push({ error });
      logger?.warn("the registry could not be read; the next sweep tries again", { error: String(error) });
      return [];
    }
  }

  async #sweepRun(run: Run): Promise<SweptRun> {
    const { registry, clock = Date.now, logger, onSettled } = this.#options;
    const decision = await reconcileLostContext(run, this.#deps);
    if (decision.kind === "wait" || decision.kind === "leave") return { run, decision };
    const { runId, generation, status } = run;
    const written = await registry.settle({
      runId,
      generation,
      from: status,
      settlement: decision,
      at: clock(),
    });
    if (written.kind === "settled") {
      logger?.info(`settled ${decision.kind}`, { runId, rule: decision.rule, source: decision.source });
      await this.#tell(written.run, decision, onSettled);
    }
    return { run, decision, written: written.kind };
  }

  async #tell(run: Run, settlement: Settlement, onSettled: SweeperOptions["onSettled"]): Promise<void> {
    try {
      await onSettled?.(run, settlement);
    } catch (error) {
      this.#options.logger?.warn("onSettled failed", { runId: run.runId, error: String(error) });
    }
  }
}
