/** Waiting for something to become true: for what other processes, or the disk, do in their own time. */

import { setTimeout as sleep } from "node:timers/promises";

/** Far longer than anything takes, even on a machine that is busy. */
const PATIENCE_MS = 30_000;

/** @throws {Error} where it has not become true in half a minute */
export async function until(isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !isSo();) {
    if (Date.now() > end) throw new Error("waited half a minute for what did not come");
    await sleep(10);
  }
}
