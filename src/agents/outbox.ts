/**
 * The port of the outbox: what parents are to be told, written in the transaction that settled the run, and handed
 * to a sink until the sink has taken it. At least once to a sink; at most once to one that honours the key. Types,
 * and the key.
 */

import type { KeptSettlement } from "./kept-settlement.ts";

/** One message to a parent, about one settlement of one run, and what has become of it. */
export interface Delivery {
  /** The same for every attempt at this message, and for no other: see `deliveryKey`. */
  readonly key: string;
  readonly runId: string;
  readonly generation: number;
  /** Which settlement of this generation it carries, from 0. */
  readonly revision: number;
  /** 0 for the first word on the run; n for the n-th that corrects it. */
  readonly correction: number;
  /** Whom the message goes to, and whom it is about. */
  readonly requesterSessionKey: string;
  readonly childSessionKey: string;
  readonly settlement: KeptSettlement;
  readonly state: DeliveryState;
  /** How often it was handed to a sink since it was last retried by hand. */
  readonly attempts: number;
  /** When the run was settled so, Unix ms. */
  readonly settledAt: number;
  /** When it is due, while it is pending. In the past: now. */
  readonly dueAt?: number;
  /** When it was delivered, given up or dismissed. */
  readonly finishedAt?: number;
  /** Why the last attempt failed, for people. Untrusted text, cut at `DELIVERY_ERROR_BYTES_MAX`. */
  readonly lastError?: string;
}

/** Where a message stands. */
export type DeliveryState =
  /** To be handed to a sink, now or later. */
  | "pending"
  /** The sink has taken it. */
  | "delivered"
  /** Given up: the dead letters. Retried or dismissed by hand. */
  | "dead"
  /** Somebody said that it is not wanted. */
  | "dismissed"
  /** A better answer has taken its place. */
  | "superseded";

/** A delivery in somebody's hand. */
export interface HandedDelivery extends Delivery {
  readonly token: number;
  /** When the lease ends, Unix ms: then somebody else hands it out again, under the same key. */
  readonly until: number;
}

/**
 * The port to messages that wait: a store writes one beside each settlement, a courier claims them and tells what
 * came of each.
 */
export interface Outbox {
  /** Takes deliveries that are due, for a time; the longest due first. */
  claimDeliveries(query: DeliveryClaimQuery): Promise<readonly HandedDelivery[]>;
  /** The sink has taken it. */
  delivered(delivery: HandedDelivery, at: number): Promise<DeliveredAnswer>;
  /** The sink has not. Without `retryAt` it is given up. */
  failed(delivery: HandedDelivery, failure: DeliveryFailure): Promise<FailedAnswer>;
  /** A run's deliveries, in the order in which they were written. */
  deliveriesOf(runId: string): Promise<readonly Delivery[]>;
  /** Deliveries in one state, the oldest first. */
  listDeliveries(query: DeliveryQuery): Promise<readonly Delivery[]>;
  /** Makes a run's last delivery due again, now, with all its attempts: a dead, dismissed or waiting one. */
  retry(runId: string, now: number): Promise<HandAnswer>;
  /** Says that a run's last delivery is not wanted any more. */
  dismiss(runId: string, now: number): Promise<HandAnswer>;
}

/** How many messages to take in hand, for how long, and who takes them. */
export interface DeliveryClaimQuery {
  /** Unix ms. */
  readonly now: number;
  readonly limit: number;
  readonly leaseMs: number;
  readonly holder: string;
}

/** Why a sink did not take a message, and when to try again: without `retryAt` it is given up. */
export interface DeliveryFailure {
  readonly at: number;
  readonly error: string;
  /** When to try again, Unix ms (`backoffMs` makes one). */
  readonly retryAt?: number;
}

/** `lost`: the lease had ended, and somebody else has it, or it is finished. Nothing was written. */
export type DeliveredAnswer = { readonly kind: "delivered" } | { readonly kind: "lost" };

/**
 * What became of a message that a sink did not take. `retry` says when, Unix ms; `lost` as for {@link
 * DeliveredAnswer}.
 */
export type FailedAnswer =
  | { readonly kind: "retry"; readonly at: number }
  | { readonly kind: "dead" }
  /** A better answer took its place, or it was dismissed, while it was out: it is not tried again. */
  | { readonly kind: "dropped" }
  | { readonly kind: "lost" };

/** Which messages to list: those in one state, the oldest first, at most `limit`, behind `after`. */
export interface DeliveryQuery {
  readonly state: DeliveryState;
  readonly limit: number;
  readonly after?: Delivery;
}

/** What came of a retry or a dismissal by hand; `nothing` where the run has no message. */
export type HandAnswer =
  | { readonly kind: "done"; readonly delivery: Delivery }
  /** Its state does not allow it; as it is. */
  | { readonly kind: "refused"; readonly delivery: Delivery }
  | { readonly kind: "nothing" };

/**
 * The idempotency key of a message: run and generation, and which correction it is. No two messages that were
 * handed out have the same.
 */
export function deliveryKey(message: Pick<Delivery, "runId" | "generation" | "correction">): string {
  const { runId, generation, correction } = message;
  const first = `${runId}/${generation}`;
  return correction === 0 ? first : `${first}/correction-${correction}`;
}
