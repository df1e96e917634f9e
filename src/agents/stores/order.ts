/** The orders in which stores answer: the same in all of them. */

import type { Delivery } from "../outbox.ts";
import type { Claim } from "../run-store.ts";
import { beganAt } from "../run.ts";
import type { Run } from "../run.ts";

/** As databases compare ids: byte by byte. */
export function byBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** Claims, the run that began first foremost. */
export function byAge({ run: one }: Claim, { run: other }: Claim): number {
  return beganAt(one) - beganAt(other) || byBytes(one.runId, other.runId);
}

type Settled = Pick<Delivery, "settledAt" | "runId" | "generation" | "revision">;

/** Deliveries, the one that was settled first foremost. */
export function bySettled(one: Settled, other: Settled): number {
  return (
    one.settledAt - other.settledAt ||
    byBytes(one.runId, other.runId) ||
    one.generation - other.generation ||
    one.revision - other.revision
  );
}

/** Runs that have ended, the earliest end foremost. */
export function byEnd(one: Run, other: Run): number {
  return (one.endedAt ?? 0) - (other.endedAt ?? 0) || byBytes(one.runId, other.runId);
}
