/**
 * A store's call, made again where the store could not work for a moment (it was locked, or its server is being
 * started again). What it refuses for good, and whatever a host's own registry throws, is not tried twice.
 */

import { setTimeout as timer } from "node:timers/promises";
import { backoffMs } from "./backoff.ts";
import { StoreError, isTransient } from "./stores/failure.ts";

/** The first wait, and the longest, ms: a server that is started again is back within seconds. */
const BACKOFF = { baseMs: 100, capMs: 5_000 };

/** How waiting is done: never shorter than asked for. The signal says that nobody waits any more; the promise may reject. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

export const sleepBySystem: Sleep = async (ms, signal) =>
  timer(ms, undefined, signal === undefined ? {} : { signal });

/** How a call is tried again. */
export interface Patience {
  /** How often a call is made before its failure stands; 1 for once. */
  readonly triesMax: number;
  readonly sleep: Sleep;
  /** From 0 to below 1, as `Math.random`. */
  readonly random: () => number;
}

/**
 * What the call comes to.
 *
 * @throws what the last try threw
 */
export async function withPatience<T>(
  { triesMax, sleep, random }: Patience,
  call: () => Promise<T>,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      // One try after the other is the point.
      return await call();
    } catch (error) {
      if (failures >= triesMax || !isPassing(error)) throw error;
      await sleep(backoffMs(failures, random(), BACKOFF));
    }
  }
}

function isPassing(error: unknown): boolean {
  return error instanceof StoreError && isTransient(error.failure);
}
