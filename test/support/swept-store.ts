/** A store in memory with real transcripts, and a clock that stands until it is moved: for tests of the sweeper. */

import { utimesSync } from "node:fs";
import { createSweeper, memoryStore } from "../../src/agents/index.ts";
import type { Run, RunStore, Sleep, SweeperOptions } from "../../src/agents/index.ts";
import { ANSWERED, Folder } from "./folder.ts";
import { START } from "./openclaw-records.ts";
import { LATER, runOf } from "./run-facts.ts";

/** A clock for a sweeper, moved by hand. Who sleeps by it wakes when it has been moved far enough. */
export class HandClock {
  now: number;
  readonly #sleepers = new Map<() => void, number>();

  constructor(now: number = LATER) {
    this.now = now;
  }

  readonly read = (): number => this.now;

  readonly sleep: Sleep = async (ms, signal) =>
    new Promise((resolve) => {
      const wake = (): void => {
        this.#sleepers.delete(wake);
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      this.#sleepers.set(wake, this.now + ms);
      signal?.addEventListener("abort", wake);
    });

  /** How many sleep. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  move(ms: number): void {
    this.now += ms;
    for (const [wake, until] of this.#sleepers) if (until <= this.now) wake();
  }
}

/** Runs in a store, each with its transcript, long quiet. */
export class SweptStore {
  readonly folder = new Folder();
  readonly store: RunStore = memoryStore();
  readonly clock = new HandClock();
  /** What sweepers said that they won. */
  readonly settled: string[] = [];

  /** Adds a run, with an answered transcript if nothing else is said. */
  async add(runId: string, over: Partial<Run> = {}, content: string = ANSWERED): Promise<Run> {
    const run = runOf({ runId, transcript: this.write(runId, content), ...over });
    await this.store.add(run);
    return run;
  }

  /** Writes a run's transcript, quiet since long ago. */
  write(runId: string, content: string): string {
    const path = this.folder.write(`${runId}.jsonl`, content);
    utimesSync(path, START / 1_000, START / 1_000);
    return path;
  }

  /** A sweeper: a process of its own, as far as anybody can tell. */
  sweeper(over: Partial<SweeperOptions> = {}) {
    return createSweeper({
      registry: this.store,
      clock: this.clock.read,
      sleep: this.clock.sleep,
      onSettled: ({ runId }) => void this.settled.push(runId),
      ...over,
    });
  }

  /** What parents are to be told, by key. */
  async told(): Promise<Readonly<Record<string, string>>> {
    const pending = await this.store.listDeliveries({ state: "pending", limit: 100 });
    return Object.fromEntries(pending.map(({ key, settlement }) => [key, settlement.source]));
  }
}
