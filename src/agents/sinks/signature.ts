/**
 * The signature of a message over HTTP: who sent it, and when. The sender's side and the receiver's. Pure; the time
 * is passed in.
 *
 * The header is `t=SECONDS,v1=HEX`: the HMAC-SHA256, under a secret that both sides know, of the time as it is
 * written there, a full stop, and the body's bytes. The time is signed so that an old message cannot be sent again.
 */

import { createHmac, timingSafeEqual } from "node:crypto";

/** The header's name. */
export const SIGNATURE_HEADER = "lastword-signature";
/** A shorter secret could be found by trying. */
export const SECRET_BYTES_MIN = 16;
/** How far the clocks of both sides may disagree, with the way between them, ms. */
const TOLERANCE_MS_DEFAULT = 5 * 60_000;
/** A longer header is nobody's signature. */
const HEADER_LENGTH_MAX = 1_024;

/**
 * The header for a body.
 *
 * @param now Unix ms
 */
export function signatureFor(body: string | Uint8Array, secret: string, now: number): string {
  const seconds = String(Math.floor(now / 1_000));
  return `t=${seconds},v1=${hmac(seconds, body, secret).toString("hex")}`;
}

/** What a receiver has in hand. */
export interface SignedRequest {
  /** The `lastword-signature` header, as it came. */
  readonly header: string | null | undefined;
  /** The body's bytes as they came, before anything parsed them. */
  readonly body: string | Uint8Array;
  /** The secret; several while a new one takes the place of an old one. */
  readonly secret: string | readonly string[];
  /** Unix ms. */
  readonly now: number;
  /** How far `t` may lie from now, on either side, ms. Default 5 min. */
  readonly toleranceMs?: number;
}

/** What is to be thought of a message that came with a signature, or without. */
export type SignatureCheck =
  | { readonly kind: "valid" }
  /** Not to be acted on: no signature, one that cannot be read, an old or a future one, or another's. */
  | { readonly kind: "invalid"; readonly reason: "missing" | "malformed" | "expired" | "mismatch" };

/**
 * For a receiver: whether a message comes from who knows the secret, whole, and now.
 *
 * @throws {RangeError} for a secret that is too short to be one
 * @example
 * const header = request.headers["lastword-signature"];
 * if (verifySignature({ header, body, secret, now: Date.now() }).kind !== "valid") return response.writeHead(401).end();
 */
export function verifySignature(request: SignedRequest): SignatureCheck {
  const { header, body, secret, now, toleranceMs = TOLERANCE_MS_DEFAULT } = request;
  const secrets = typeof secret === "string" ? [secret] : secret;
  secrets.forEach(checkedSecret);
  if (header === undefined || header === null || header === "") return { kind: "invalid", reason: "missing" };
  if (header.length > HEADER_LENGTH_MAX) return { kind: "invalid", reason: "malformed" };
  const [, seconds, hex] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (seconds === undefined || hex === undefined) return { kind: "invalid", reason: "malformed" };
  const given = Buffer.from(hex, "hex");
  // All are tried, in the same time: how long it takes tells nothing.
  const fits = secrets.map((one) => timingSafeEqual(hmac(seconds, body, one), given));
  if (!fits.includes(true)) return { kind: "invalid", reason: "mismatch" };
  const isNow = Math.abs(now - Number(seconds) * 1_000) <= toleranceMs;
  return isNow ? { kind: "valid" } : { kind: "invalid", reason: "expired" };
}

/**
 * The secret, if it is one.
 *
 * @throws {RangeError} which does not quote it
 */
export function checkedSecret(secret: string): string {
  if (Buffer.byteLength(secret) >= SECRET_BYTES_MIN) return secret;
  throw new RangeError(`a secret must have at least ${SECRET_BYTES_MIN} bytes`);
}

function hmac(seconds: string, body: string | Uint8Array, secret: string): Buffer {
  return createHmac("sha256", secret).update(`${seconds}.`).update(body).digest();
}
