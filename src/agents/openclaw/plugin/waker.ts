/**
 * Has parents take the turn in which a correction reaches them. A host may put a wake off, or drop it; so it is asked
 * again, a few times, while the correction waits. After that the parent's next heartbeat takes it.
 */

import { textOf } from "../../sources/failure.ts";
import type { Host, Log, Recipient } from "./host.ts";
import type { Progress } from "./ledger.ts";

/** How long a wake is given before the next one for the same correction, ms: five wakes, eight minutes in all. */
const WAKE_AGAIN_MS: readonly number[] = [15_000, 30_000, 60_000, 120_000, 240_000];
/** Between two wakes, whosever: a host puts off what comes faster than five a minute, ms. */
const SPACING_MS = 15_000;
/** Corrections that are followed at the same time; a further one waits for its parent's next heartbeat. */
const FOLLOWED_MAX = 200;

/** A correction that its parent has not heard yet. */
export interface Waiting {
  readonly runId: string;
  readonly to: Recipient;
}

/** What it works with. */
export interface WakerParts {
  readonly wake: NonNullable<Host["wake"]>;
  readonly log: Log;
  readonly sleep: (ms: number) => Promise<void>;
  readonly progress: (runId: string) => Progress;
}

export class Waker {
  readonly #parts: WakerParts;
  readonly #followed = new Set<string>();
  #free: Promise<void> = Promise.resolve();

  constructor(parts: WakerParts) {
    this.#parts = parts;
  }

  /** Wakes the parent until its model has heard the correction, or long enough. Never fails. */
  async follow({ runId, to }: Waiting): Promise<void> {
    const { wake, log, sleep, progress } = this.#parts;
    if (this.#followed.has(runId) || this.#followed.size >= FOLLOWED_MAX) return;
    this.#followed.add(runId);
    try {
      for (const pause of WAKE_AGAIN_MS) {
        await this.#slot();
        const now = progress(runId);
        if (now === "done") return;
        if (now === "waiting") wake(to);
        await sleep(pause);
      }
      if (progress(runId) === "waiting") {
        log.info(`run ${runId}: the correction waits for its parent's next heartbeat`);
      }
    } catch (error) {
      log.warn(`run ${runId}: its parent could not be woken: ${textOf(error)}`);
    } finally {
      this.#followed.delete(runId);
    }
  }

  /** One wake at a time, and time for it. */
  #slot(): Promise<void> {
    const slot = this.#free;
    this.#free = slot.then(() => this.#parts.sleep(SPACING_MS));
    return slot;
  }
}
