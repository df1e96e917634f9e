/**
 * The sweeper: takes the registry's stale runs, on a timer or once, decides each, and settles it by compare-and-set;
 * then looks back at errors that a better answer may replace. Where its runs come from, and how they are held
 * meanwhile, is in candidates/. One run that cannot be read, or a registry that fails once, never stops a sweep for
 * the rest.
 */

import type { Candidate, CandidateSource } from "./candidates/candidate.ts";
import { claiming } from "./candidates/claiming.ts";
import { listing } from "./candidates/listing.ts";
import { LateAnswers } from "./late-answers.ts";
import type { ImprovableStore, ImprovedRun } from "./late-answers.ts";
import { reconcileLostContext } from "./reconcile.ts";
import type { RunRegistry } from "./registry.ts";
import { Rounds } from "./rounds.ts";
import type { Run } from "./run.ts";
import type { Settlement } from "./settlement.ts";
import { textOf } from "./sources/failure.ts";
import { handsOut, sweeperSettings } from "./sweeper-options.ts";
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
  readonly #source: CandidateSource;
  readonly #lateAnswers: LateAnswers | undefined;
  readonly #rounds: Rounds<Sweep>;

  constructor(options: SweeperOptions) {
    this.#options = options;
    this.#settings = sweeperSettings(options);
    const { registry } = options;
    this.#source = handsOut(registry)
      ? claiming(registry, this.#settings)
      : listing(registry, this.#settings);
    this.#lateAnswers = canImprove(registry) ? new LateAnswers(registry, this.#settings) : undefined;
    this.#rounds = new Rounds(() => this.#sweep(), this.#settings.intervalMs);
  }

  sweepOnce(): Promise<Sweep> {
    return this.#rounds.once();
  }

  start(): void {
    this.#rounds.start();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  async #sweep(): Promise<Sweep> {
    const runs: SweptRun[] = [];
    const improved: ImprovedRun[] = [];
    const failures: { run?: Run; error: unknown }[] = [];
    const isStopping = (): boolean => this.#rounds.stopping;
    const candidates = this.#source.open({
      isStopping,
      report: (error) => {
        failures.push({ error });
        this.#warn("the registry did not answer; the next sweep tries again", { error: textOf(error) });
      },
    });
    const fail = (error: unknown, run?: Run): void => {
      failures.push({ error, ...(run === undefined ? {} : { run }) });
      this.#warn("a run could not be swept", { runId: run?.runId, error: textOf(error) });
    };
    const worker = async (): Promise<void> => {
      for (;;) {
        // One after the other is the point of a worker.
        const candidate = await candidates.next();
        if (candidate === undefined) return;
        try {
          runs.push(await this.#sweepRun(candidate));
        } catch (error) {
          fail(error, candidate.run);
          await candidate.abandon(error);
        }
      }
    };
    await Promise.all(Array.from({ length: this.#settings.concurrency }, worker));
    await candidates.close();
    await this.#lateAnswers?.look({
      isStopping,
      report: fail,
      improved: async (improvement) => {
        improved.push(improvement);
        await this.#tellImproved(improvement);
      },
    });
    return { runs, improved, failures, full: candidates.full };
  }

  async #sweepRun(candidate: Candidate): Promise<SweptRun> {
    const { run } = candidate;
    const decision = await reconcileLostContext(run, this.#settings.deps);
    switch (decision.kind) {
      case "ok":
      case "error": {
        const outcome = await candidate.settle(decision);
        if (outcome.written?.kind === "settled") {
          const { rule, source } = decision;
          this.#say("info", `settled ${decision.kind}`, { runId: run.runId, rule, source });
          await this.#tell(outcome.written.run, decision);
        }
        return { run, decision, ...outcome };
      }
      case "wait":
      case "leave":
      case "pause":
        return { run, decision, ...(await candidate.postpone(decision)) };
      default:
        return decision satisfies never;
    }
  }

  async #tell(run: Run, settlement: Settlement): Promise<void> {
    try {
      await this.#options.onSettled?.(run, settlement);
    } catch (error) {
      this.#warn("onSettled failed", { runId: run.runId, error: textOf(error) });
    }
  }

  async #tellImproved(improvement: ImprovedRun): Promise<void> {
    const { run, written } = improvement;
    if (written.kind === "lost" || written.kind === "unknown-run") return;
    this.#say("info", `a better answer: ${written.kind}`, { runId: run.runId });
    try {
      await this.#options.onImproved?.(improvement);
    } catch (error) {
      this.#warn("onImproved failed", { runId: run.runId, error: textOf(error) });
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

/** True for a store that can put a better answer in an error's place. */
function canImprove(registry: RunRegistry): registry is ImprovableStore {
  return (
    handsOut(registry) &&
    ["listImprovable", "improve", "settlementOf"].every(
      (name) => typeof Reflect.get(registry, name) === "function",
    )
  );
}
