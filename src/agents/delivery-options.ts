/** What a courier is made of and what it answers; and its settings, checked, with every default filled in. */

import { hostname } from "node:os";
import { pid } from "node:process";
import type { Backoff } from "./backoff.ts";
import type { DeliveredAnswer, FailedAnswer, HandedDelivery, Outbox } from "./outbox.ts";
import type { Sink } from "./sinks/sink.ts";
import { sleepBySystem } from "./store-retry.ts";
import type { Patience, Sleep } from "./store-retry.ts";
import { LEASE_MS_MAX } from "./stores/limits.ts";
import type { Logger } from "./sweeper-options.ts";

/** What a courier is made of. */
export interface CourierOptions {
  /** A store of runs is one. */
  readonly outbox: Pick<Outbox, "claimDeliveries" | "delivered" | "failed">;
  readonly sink: Sink;
  /** Messages in hand at the same time, and claimed at once: each goes to the sink as soon as it is claimed. Default 4. */
  readonly concurrency?: number;
  /** Messages handed on in one round. Default 500. */
  readonly messagesMax?: number;
  /** How long the sink may take over one, ms. Default 20 s. At most half the lease: the rest is for writing it down. */
  readonly timeoutMs?: number;
  /** How long a message is held, ms. Default 60 s. Who dies with one in hand holds it up for no longer. */
  readonly leaseMs?: number;
  /** How often a message is handed to a sink before it is given up. Default 20: some 80 minutes, with the default waits. */
  readonly attemptsMax?: number;
  /** How the waits between attempts grow. */
  readonly backoff?: Backoff;
  /** The longest wait that a receiver may ask for, ms. Default 1 h. */
  readonly retryAfterMsMax?: number;
  /** Time between the end of a round and the next, ms. Default 5 s. */
  readonly intervalMs?: number;
  /** Who holds the messages, for people. By default this machine's name and this process's id. */
  readonly holder?: string;
  readonly logger?: Logger;
  /** Unix ms. By default the system's clock. */
  readonly clock?: () => number;
  /** How often a call that the outbox could not answer for a moment is made. Default 6: about three seconds. */
  readonly storeTriesMax?: number;
  /** How the courier waits between two such calls. By default with the system's timers. */
  readonly sleep?: Sleep;
  /** From 0 to below 1. Default `Math.random`. */
  readonly random?: () => number;
}

/** What became of one message in one round. */
export interface HandedOn {
  /** As it was claimed. */
  readonly message: HandedDelivery;
  /** What was written: `delivered`; to be tried again, and when; given up; not wanted any more; or lost to another. */
  readonly answer: DeliveredAnswer | FailedAnswer;
  /** Why it did not arrive, where it did not. Untrusted text. */
  readonly error?: string;
}

/** What one round did, with which messages, and what failed. */
export interface DeliveryRound {
  readonly messages: readonly HandedOn[];
  /** What failed that is no answer of the sink: the outbox, say. The message is handed out again when its lease ends. */
  readonly failures: readonly { readonly message?: HandedDelivery; readonly error: unknown }[];
  /** True where the round ended at `messagesMax`: more may be due already. */
  readonly full: boolean;
}

/** Carries messages from an outbox to a sink. */
export interface Courier {
  /** One round, now; the one in hand where there is one. Never rejects: what failed is in the answer. */
  deliverOnce(): Promise<DeliveryRound>;
  /** Delivers on a timer that keeps no process alive; the first time after one interval. */
  start(): void;
  /** Stops the timer, claims no further message, and waits for those in hand. */
  stop(): Promise<void>;
}

/** The options, checked. */
export interface CourierSettings
  extends
    Required<Omit<CourierOptions, "logger" | "backoff" | "storeTriesMax" | "sleep">>,
    Pick<CourierOptions, "logger" | "backoff"> {
  readonly patience: Patience;
}

/** More at once would only wait for each other, and each is a connection. */
const CONCURRENCY_MAX = 1_000;
/** With waits of up to five seconds that is an hour and more. */
const STORE_TRIES_MAX_MAX = 1_000;
/** A longer timer fires at once. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/**
 * Checks the options.
 *
 * @throws {RangeError} for a time or a limit that is none
 */
export function courierSettings(options: CourierOptions): CourierSettings {
  const { clock = Date.now, random = Math.random, sleep = sleepBySystem } = options;
  const settings: CourierSettings = {
    ...options,
    concurrency: within("concurrency", options.concurrency ?? 4, CONCURRENCY_MAX),
    messagesMax: within("messagesMax", options.messagesMax ?? 500),
    leaseMs: within("leaseMs", options.leaseMs ?? 60_000, LEASE_MS_MAX),
    timeoutMs: within("timeoutMs", options.timeoutMs ?? 20_000, LEASE_MS_MAX),
    attemptsMax: within("attemptsMax", options.attemptsMax ?? 20),
    retryAfterMsMax: within("retryAfterMsMax", options.retryAfterMsMax ?? 60 * 60_000),
    intervalMs: within("intervalMs", options.intervalMs ?? 5_000, TIMER_MS_MAX),
    holder: options.holder ?? `${hostname()}/${pid}`,
    clock,
    random,
    patience: {
      triesMax: within("storeTriesMax", options.storeTriesMax ?? 6, STORE_TRIES_MAX_MAX),
      sleep,
      random,
    },
  };
  if (settings.timeoutMs * 2 <= settings.leaseMs) return settings;
  throw new RangeError(
    `timeoutMs must be at most half of leaseMs, which is ${settings.leaseMs}, not ${settings.timeoutMs}`,
  );
}

function within(name: string, value: number, max: number = Number.MAX_SAFE_INTEGER): number {
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  throw new RangeError(`${name} must be a whole number from 1 to ${max}, not ${String(value)}`);
}
