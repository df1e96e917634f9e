/** Waiting, until a time has passed or somebody says stop. */

import { setTimeout as wait } from "node:timers/promises";

/** Waits so many ms; returns at once where the signal says stop. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
