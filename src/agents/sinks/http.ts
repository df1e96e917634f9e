/**
 * The sink that is an HTTP endpoint: each message is posted as canonical JSON, with its key in a header, signed where
 * there is a secret. The address may hold a password or a token: no more of it than its origin is ever told.
 */

import { headerKey } from "./header-key.ts";
import { addressFrom } from "./http-address.ts";
import { readAnswer } from "./http-answer.ts";
import { messageTextWithin } from "./message.ts";
import { SIGNATURE_HEADER, checkedSecret, signatureFor } from "./signature.ts";
import type { Sink, SinkAnswer } from "./sink.ts";

/** Where to post messages, and how: the address, the secret that signs them, the limits. */
export interface HttpSinkOptions {
  /** `http://…` or `https://…`. A user and password in it become an `authorization` header. */
  readonly url: string | URL;
  /** Signs each message (`verifySignature` is the other side); at least 16 bytes. Without it nothing is signed. */
  readonly secret?: string;
  /** Sent along, an `authorization` say. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How long the receiver may take, ms. Default 15 s. */
  readonly timeoutMs?: number;
  /** A longer body is cut in the answer or the salvage alone, bytes. Default 1 MiB: what proxies take by default. */
  readonly bodyBytesMax?: number;
  /** Unix ms. By default the system's clock. */
  readonly clock?: () => number;
  /** By default the platform's. */
  readonly fetch?: typeof globalThis.fetch;
}

const TIMEOUT_MS_DEFAULT = 15_000;
/** A longer timer fires at once. */
const TIMER_MS_MAX = 2 ** 31 - 1;
const BODY_BYTES_DEFAULT = 1024 * 1024;
/** Below it a message without any text would not fit. */
const BODY_BYTES_MIN = 16 * 1024;
/** Of what a receiver says to a message that it does not take, bytes: for a person. */
const ANSWER_BYTES_MAX = 1_024;

/**
 * Posts messages. 2xx is delivered; 408, 425, 429, 5xx, silence and a broken connection are tried again, not before
 * `retry-after`; any other answer, a redirect too, is a no.
 *
 * @throws {TypeError} for a URL that is none of HTTP
 * @throws {RangeError} for a secret, a header, a time or a size that is none
 * @example
 * const sink = httpSink({ url: "https://parent.example/results", secret: process.env.WEBHOOK_SECRET });
 */
export function httpSink(options: HttpSinkOptions): Sink {
  const { url, authorization } = addressFrom(options.url);
  const { secret, clock = Date.now, fetch = globalThis.fetch } = options;
  const timeoutMs = within("timeoutMs", options.timeoutMs ?? TIMEOUT_MS_DEFAULT, 1, TIMER_MS_MAX);
  const bytesMax = within(
    "bodyBytesMax",
    options.bodyBytesMax ?? BODY_BYTES_DEFAULT,
    BODY_BYTES_MIN,
    Number.MAX_SAFE_INTEGER,
  );
  if (secret !== undefined) checkedSecret(secret);
  const fixed = checkedHeaders(options.headers ?? {});
  fixed.set("content-type", "application/json");
  if (authorization !== undefined && !fixed.has("authorization")) fixed.set("authorization", authorization);
  return {
    name: url.origin,
    deliver: async (message, signal) => {
      const body = messageTextWithin(bytesMax, message);
      if (body === undefined) {
        return { kind: "refused", error: `the message does not fit into ${bytesMax} bytes` };
      }
      // Set, not spread: a name that the caller wrote otherwise (Idempotency-Key) must not double it.
      const headers = new Headers(fixed);
      headers.set("idempotency-key", headerKey(message.key));
      if (secret !== undefined) headers.set(SIGNATURE_HEADER, signatureFor(body, secret, clock()));
      const patience = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      try {
        const request = { method: "POST", headers, body, redirect: "manual", signal: patience } as const;
        return await answerTo(await fetch(url, request), clock());
      } catch (error) {
        return {
          kind: "failed",
          error: patience.aborted ? `no answer within ${timeoutMs} ms` : causeOf(error),
        };
      }
    },
  };
}

async function answerTo(response: Response, now: number): Promise<SinkAnswer> {
  const { status, headers, ok } = response;
  const text = ok ? "" : await beginningOf(response);
  // The rest is not read; left alone it would hold the connection.
  await response.body?.cancel().catch(() => undefined);
  return readAnswer({ status, retryAfter: headers.get("retry-after"), text }, now);
}

/** The first bytes of a body. That it breaks off is no matter: the status has been said. */
async function beginningOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  try {
    while (bytes < ANSWER_BYTES_MAX) {
      const chunk: unknown = (await reader?.read())?.value;
      if (!(chunk instanceof Uint8Array)) break;
      chunks.push(chunk);
      bytes += chunk.byteLength;
    }
  } catch {
    // What came until then is said.
  } finally {
    reader?.releaseLock();
  }
  return Buffer.concat(chunks).toString("utf8", 0, ANSWER_BYTES_MAX).trim();
}

/** Of an error of `fetch` its cause says what happened. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  const code = "code" in cause ? String(cause.code) : "";
  return cause.message === "" || cause.message.includes(code)
    ? cause.message || code
    : `${code}: ${cause.message}`;
}

function checkedHeaders(headers: Readonly<Record<string, string>>): Headers {
  try {
    return new Headers(headers);
  } catch {
    // Without the platform's words: they quote the value.
    throw new RangeError("a header's name or value has a sign in it that HTTP does not allow");
  }
}

function within(name: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new RangeError(`${name} must be a whole number from ${min} to ${max}, not ${String(value)}`);
}
