/**
 * Has parents take the turn in which a queued correction reaches them. A host may put a wake off, or drop it; so it is
 * asked again, a few times, while the correction stands in its queue. Then the parent's own next turn takes it.
 */

import { textOf } from "../../sources/failure.ts";
import type { Log, Messenger, Recipient } from "./host.ts";

/** How long a wake is given before the next one for the same correction, ms: five wakes, eight minutes in all. */
const WAKE_AGAIN_MS: readonly number[] = [15_000, 30_000, 60_000, 120_000, 240_000];
/** Between two wakes, whosever: a host puts off what comes faster than five a minute, ms. */
const SPACING_MS = 15_000;
/** Corrections that are followed at the same time; a further one waits for its parent's own next turn. */
const FOLLOWED_MAX = 200;

/** A correction in the host's queue. */
export interface Queued {
  readonly runId: string;
  readonly to: Recipient;
}

/** The key that a run's correction has in the host's queue. */
export function keyOf(runId: string): string {
  return `lastword:${runId}`;
}

/** What it works with. */
export interface WakerParts {
  readonly wake: Messenger["wake"];
  readonly log: Log;
  readonly sleep: (ms: number) => Promise<void>;
  /** True while the correction stands in the queue; undefined where that cannot be known. */
  readonly isQueued: (queued: Queued) => Promise<boolean | undefined>;
}

export class Waker {
  readonly #parts: WakerParts;
  readonly #followed = new Set<string>();
  #free: Promise<void> = Promise.resolve();

  constructor(parts: WakerParts) {
    this.#parts = parts;
  }

  /** Wakes the parent until a turn of its has taken the correction, or long enough. Never fails. */
  async follow(queued: Queued): Promise<void> {
    const { log } = this.#parts;
    const { runId } = queued;
    if (this.#followed.has(runId) || this.#followed.size >= FOLLOWED_MAX) return;
    this.#followed.add(runId);
    try {
      const isTaken = await this.#isTaken(queued);
      log.info(
        isTaken
          ? `run ${runId}: a turn of its parent's has taken the correction`
          : `run ${runId}: the correction waits for its parent's next turn`,
      );
    } catch (error) {
      log.warn(`run ${runId}: its parent could not be woken: ${textOf(error)}`);
    } finally {
      this.#followed.delete(runId);
    }
  }

  /** Follows a correction from before a restart, where it still stands in the queue. Never fails. */
  async resume(queued: Queued): Promise<void> {
    try {
      if ((await this.#parts.isQueued(queued)) === true) await this.follow(queued);
    } catch (error) {
      this.#parts.log.warn(`run ${queued.runId}: its parent's session could not be read: ${textOf(error)}`);
    }
  }

  async #isTaken(queued: Queued): Promise<boolean> {
    const { wake, sleep, isQueued } = this.#parts;
    if (wake === undefined) return false;
    for (const pause of WAKE_AGAIN_MS) {
      await this.#slot();
      const stands = await isQueued(queued);
      if (stands === false) return true;
      wake(queued.to);
      // Where nobody can say whether it was heard, once must do.
      if (stands === undefined) return false;
      await sleep(pause);
    }
    return (await isQueued(queued)) === false;
  }

  /** One wake at a time, and time for it. */
  #slot(): Promise<void> {
    const slot = this.#free;
    this.#free = slot.then(() => this.#parts.sleep(SPACING_MS));
    return slot;
  }
}
