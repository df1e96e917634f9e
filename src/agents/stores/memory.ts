/** The registry in memory: for tests, for trying things out, and for a host that keeps its runs itself. */

import type { RunRegistry, SettleRequest, SettleResult, StaleQuery } from "../registry.ts";
import { beganAt, transition } from "../run.ts";
import type { Run } from "../run.ts";
import type { Settlement } from "../settlement.ts";

/** A registry that lives as long as its process. */
export class MemoryRegistry implements RunRegistry {
  readonly #runs = new Map<string, Run>();
  readonly #settlements = new Map<string, Settlement>();

  constructor(runs: Iterable<Run> = []) {
    for (const run of runs) this.put(run);
  }

  /** Adds a run, or puts it in the place of the one with its id. */
  put(run: Run): void {
    this.#runs.set(run.runId, run);
  }

  /** The run with this id. */
  get(runId: string): Run | undefined {
    return this.#runs.get(runId);
  }

  /** How the run was settled, evidence included. */
  settlementOf(runId: string): Settlement | undefined {
    return this.#settlements.get(runId);
  }

  /** True while a run whose parent is this one, at any depth, has not ended. */
  hasActiveDescendant(runId: string): boolean {
    const below = new Set([runId]);
    // A set goes on to what was added on the way, and meets a ring of parents once.
    for (const parent of below) {
      for (const run of this.#runs.values()) {
        if (run.parentRunId !== parent || below.has(run.runId)) continue;
        if (run.status !== "ended") return true;
        below.add(run.runId);
      }
    }
    return false;
  }

  listStale({ now, graceMs, limit }: StaleQuery): Promise<readonly Run[]> {
    const stale = [...this.#runs.values()]
      .filter((run) => run.status === "running" || run.status === "paused")
      .filter((run) => now - beganAt(run) >= graceMs)
      .toSorted((a, b) => beganAt(a) - beganAt(b));
    return Promise.resolve(stale.slice(0, limit));
  }

  settle({ runId, generation, from, settlement, at }: SettleRequest): Promise<SettleResult> {
    const run = this.#runs.get(runId);
    if (run === undefined) return Promise.resolve({ kind: "unknown-run" });
    const changed = run.generation !== generation || run.status !== from;
    if (changed || run.status === "ended") return Promise.resolve({ kind: "lost", run });
    const ended: Run = {
      ...transition(run, "ended"),
      endedAt: at,
      outcome: settlement.kind,
      source: settlement.source,
    };
    this.#runs.set(runId, ended);
    this.#settlements.set(runId, settlement);
    return Promise.resolve({ kind: "settled", run: ended });
  }
}
