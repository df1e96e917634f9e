/** When a run is to be looked at. */

import type { Run } from "../run.ts";

/** When a sweep is to look at a run that nobody holds, Unix ms: null where it has ended or waits for its turn. */
export function dueAtOf(run: Run): number | null {
  return run.status === "ended" || run.status === "queued" ? null : (run.waitingUntil ?? 0);
}
