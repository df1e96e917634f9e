/** What a better answer does to the message that stands in the outbox. Pure; every store does what is said here. */

import type { KeptSettlement } from "./kept-settlement.ts";
import type { DeliveryState } from "./outbox.ts";

/** The last message of a run, as the outbox has it. */
export interface StandingMessage {
  readonly correction: number;
  readonly state: DeliveryState;
  /** True once it was handed to a sink: from then on the sink may have seen it, whatever became of it. */
  readonly wasHanded: boolean;
  /** While it is in somebody's hand: until when. */
  readonly leaseUntil?: number | undefined;
}

/** What is written. */
export interface Improvement {
  readonly kind: "upgraded" | "corrected" | "kept";
  /** Which correction the new message is; of an upgrade, the number of the one whose key it takes. */
  readonly correction: number;
  readonly state: "pending" | "dismissed";
  /** When it is due; null where it goes to nobody. */
  readonly dueAt: number | null;
  /** Whether the message that stood there is taken out of the way. */
  readonly supersedes: boolean;
}

/** True where a better answer may take the settlement's place: nobody knew how the run ended. A kill stays a kill. */
export function isImprovable(settlement: Pick<KeptSettlement, "kind" | "source">): boolean {
  return settlement.kind === "error" && settlement.source === "sweeper-lost-context";
}

/**
 * Whether the better answer goes out in the error's place or as a correction of it.
 *
 * @param standing the run's last message
 * @param at now, Unix ms
 */
export function planImprovement(standing: StandingMessage, at: number): Improvement {
  const { state, wasHanded, leaseUntil } = standing;
  const correction = standing.correction + (wasHanded ? 1 : 0);
  if (state === "dismissed") return { kind: "kept", correction, state, dueAt: null, supersedes: true };
  if (!wasHanded) return { kind: "upgraded", correction, state: "pending", dueAt: at, supersedes: true };
  // Behind the error, if that is on its way at this moment: a parent is to hear the better answer last.
  const dueAt = state === "pending" ? Math.max(at, leaseUntil ?? 0) : at;
  return { kind: "corrected", correction, state: "pending", dueAt, supersedes: state !== "delivered" };
}
