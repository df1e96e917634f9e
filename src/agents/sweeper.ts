/**
 * The sweeper: looks at the registry's stale runs, on a timer or once, decides each, and settles it by
 * compare-and-set. One run that cannot be read, or a registry that fails once, never stops a sweep for the rest.
 */

import { FailedReads } from "./failed-reads.ts";
import { reconcileLostContext } from "./reconcile.ts";
import type { Run } from "./run.ts";
import type { Settlement } from "./settlement.ts";
import { textOf } from "./sources/failure.ts";
import { sweeperSettings } from "./sweeper-options.ts";
import { Turns } from "./turns.ts";
import type { Logger, Sweep, Sweeper, SweeperOptions, SweeperSettings, SweptRun } from "./sweeper-options.ts";

/**
 * Makes a sweeper over a registry.
 *
 * @throws {RangeError} for a time or a limit that is none
 * @example
 * const sweeper = createSweeper({ registry, isLive: (run) => contexts.has(run.runId), locateTranscript });
 * sweeper.start();
 */
export function createSweeper(options: SweeperOptions): Sweeper {
  return new RegistrySweeper(options);
}

class RegistrySweeper implements Sweeper {
  readonly #options: SweeperOptions;
  readonly #settings: SweeperSettings;
  readonly #failedReads = new FailedReads();
  readonly #turns: Turns;
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<Sweep> | undefined;
  #started = false;
  #stopping = false;

  constructor(options: SweeperOptions) {
    this.#options = options;
    this.#settings = sweeperSettings(options);
    this.#turns = new Turns(this.#settings.runsMax);
  }

  sweepOnce(): Promise<Sweep> {
    // Two sweeps of one sweeper would only race each other.
    this.#sweeping ??= this.#sweep().finally(() => {
      this.#sweeping = undefined;
    });
    return this.#sweeping;
  }

  start(): void {
    if (this.#started) return;
    this.#started = true;
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#started = false;
    this.#stopping = true;
    clearTimeout(this.#timer);
    await this.#sweeping;
    this.#stopping = false;
  }

  #schedule(): void {
    // A sweep that outlived a stop and a start would leave a second timer behind.
    clearTimeout(this.#timer);
    if (!this.#started) return;
    this.#timer = setTimeout(() => {
      void this.sweepOnce().then(() => this.#schedule());
    }, this.#settings.intervalMs);
    this.#timer.unref();
  }

  async #sweep(): Promise<Sweep> {
    const runs: SweptRun[] = [];
    const failures: { run?: Run; error: unknown }[] = [];
    const stale = await this.#stale(failures);
    const queue = stale[Symbol.iterator]();
    const worker = async (): Promise<void> => {
      for (const run of queue) {
        if (this.#stopping) return;
        try {
          // One after the other is the point of a worker.
          runs.push(await this.#sweepRun(run));
        } catch (error) {
          failures.push({ run, error });
          this.#warn("a run could not be swept", { runId: run.runId, error: textOf(error) });
        }
      }
    };
    await Promise.all(Array.from({ length: this.#settings.concurrency }, worker));
    return { runs, failures };
  }

  async #stale(failures: { run?: Run; error: unknown }[]): Promise<readonly Run[]> {
    const { registry, clock = Date.now } = this.#options;
    const { graceMs } = this.#settings;
    try {
      const { limit } = this.#turns;
      return this.#turns.take(await registry.listStale({ now: clock(), graceMs, limit }));
    } catch (error) {
      failures.push({ error });
      this.#warn("the registry could not be read; the next sweep tries again", { error: textOf(error) });
      return [];
    }
  }

  async #sweepRun(run: Run): Promise<SweptRun> {
    const { registry, clock = Date.now } = this.#options;
    const decision = await reconcileLostContext(this.#failedReads.withCount(run), this.#settings.deps);
    if (decision.kind === "wait" || decision.kind === "leave" || decision.kind === "pause") {
      this.#failedReads.note(run, decision);
      return { run, decision };
    }
    const { runId, generation, status } = run;
    const request = { runId, generation, from: status, settlement: decision, at: clock() };
    const written = await registry.settle(request);
    // Only now: where the registry fails, the run must not be waited for all over again.
    this.#failedReads.note(run, decision);
    if (written.kind === "settled") {
      this.#say("info", `settled ${decision.kind}`, { runId, rule: decision.rule, source: decision.source });
      await this.#tell(written.run, decision);
    }
    return { run, decision, written };
  }

  async #tell(run: Run, settlement: Settlement): Promise<void> {
    try {
      await this.#options.onSettled?.(run, settlement);
    } catch (error) {
      this.#warn("onSettled failed", { runId: run.runId, error: textOf(error) });
    }
  }

  #warn(message: string, details: object): void {
    this.#say("warn", message, details);
  }

  #say(level: keyof Logger, message: string, details: object): void {
    try {
      this.#options.logger?.[level](message, details);
    } catch {
      // A log that is full must not stop a sweep, and there is nowhere left to say so.
    }
  }
}
