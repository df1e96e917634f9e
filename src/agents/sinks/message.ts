/**
 * A message as a parent reads it: what the registry says of the run, and the answer, or why there is none and the
 * text that was saved. The same bytes on every attempt under one key. Pure.
 */

import stringify from "fast-json-stable-stringify";
import { deliveryKey } from "../outbox.ts";
import type { Delivery } from "../outbox.ts";
import type { RunResult } from "../settlement.ts";

/** One message to a parent. Fields may be added; none changes its meaning. */
export interface ParentMessage {
  /** The idempotency key: who has taken a message with it takes no other. */
  readonly key: string;
  /** The key of the message that this one corrects; the parent acts on this one from now on. */
  readonly corrects?: string;
  /** 0 for the first word on the run; n for the n-th that corrects it. */
  readonly correction: number;
  readonly runId: string;
  readonly generation: number;
  /** Whom it is for, and whom it is about. */
  readonly requesterSessionKey: string;
  readonly childSessionKey: string;
  /** What the registry says: the run has ended, and how. */
  readonly status: "ended";
  readonly outcome: "ok" | "error";
  /** Which evidence decided. */
  readonly source: string;
  /** The rule of the decision table that fitted, and a sentence for people. */
  readonly rule: number;
  readonly explanation: string;
  /** With `ok` alone. */
  readonly result?: RunResult;
  /** With `error` alone: the error's text, its code, and text that may be of use and is no result. */
  readonly error?: string;
  readonly reason?: string;
  readonly salvage?: string;
  /** The full length of a salvage that was cut to fit, bytes of UTF-8. */
  readonly salvageBytes?: number;
  /** SHA-256 of the evidence, which the registry keeps. */
  readonly digest: string;
  /** When the run was settled so, Unix ms. */
  readonly settledAt: number;
}

/** The message of a delivery. */
export function messageOf(delivery: Delivery): ParentMessage {
  const { key, correction, runId, generation, requesterSessionKey, childSessionKey, settledAt } = delivery;
  const { kind, source, rule, explanation, digest, evidence: _, ...rest } = delivery.settlement;
  return {
    key,
    ...(correction === 0 ? {} : { corrects: deliveryKey({ ...delivery, correction: correction - 1 }) }),
    correction,
    runId,
    generation,
    requesterSessionKey,
    childSessionKey,
    status: "ended",
    outcome: kind,
    source,
    rule,
    explanation,
    ...rest,
    digest,
    settledAt,
  };
}

/** The message of a delivery as canonical JSON, without a line end. */
export function messageText(delivery: Delivery): string {
  return stringify(messageOf(delivery));
}

/**
 * The same in so many bytes: a longer one is cut, in the answer or the salvage alone, and says so (`truncated`,
 * `salvageBytes`). Undefined where it does not fit even without any text.
 */
export function messageTextWithin(bytesMax: number, delivery: Delivery): string | undefined {
  const message = messageOf(delivery);
  const whole = stringify(message);
  const excess = Buffer.byteLength(whole) - bytesMax;
  if (excess <= 0) return whole;
  const cut = stringify(cutBy(message, excess));
  return Buffer.byteLength(cut) <= bytesMax ? cut : undefined;
}

/** Room for the words that say that a text was cut. */
const SAYS_SO_BYTES = 64;

/** The message with so many bytes less of text. As JSON it loses at least as many: escapes are longer than text. */
function cutBy(message: ParentMessage, excess: number): ParentMessage {
  const { result, salvage } = message;
  if (result?.text !== undefined) {
    return { ...message, result: { ...result, text: shorterBy(result.text, excess), truncated: true } };
  }
  if (salvage === undefined) return message;
  return {
    ...message,
    salvage: shorterBy(salvage, excess + SAYS_SO_BYTES),
    salvageBytes: Buffer.byteLength(salvage),
  };
}

/** The text without its last bytes, cut between characters. */
function shorterBy(text: string, bytesLess: number): string {
  const bytes = Buffer.from(text);
  let end = Math.max(0, bytes.byteLength - bytesLess);
  // Bytes 10xxxxxx go on with the character before them.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString("utf8", 0, end);
}
