/** What an HTTP receiver's answer means for a message. Pure. */

import type { SinkAnswer } from "./sink.ts";

/** Answers below 500 that say "later", not "no": request timeout, too early, too many requests. */
const LATER: ReadonlySet<number> = new Set([408, 425, 429]);

/** The parts of an answer that count. */
export interface HttpAnswer {
  readonly status: number;
  /** The `retry-after` header. */
  readonly retryAfter: string | null;
  /** The beginning of the body, for people. */
  readonly text: string;
}

/**
 * The answer, read by its status: 2xx is delivered; 408, 425, 429 and 5xx may pass; all others will not.
 *
 * @param now Unix ms, for a `retry-after` that is a date
 */
export function readAnswer({ status, retryAfter, text }: HttpAnswer, now: number): SinkAnswer {
  if (status >= 200 && status < 300) return { kind: "delivered" };
  const error = `HTTP ${status}${text === "" ? "" : `: ${text}`}`;
  if (status >= 300 && status < 400) {
    return { kind: "refused", error: `${error} (a redirect is not followed; give the address it leads to)` };
  }
  if (status < 500 && !LATER.has(status)) return { kind: "refused", error };
  const retryAfterMs = retryAfterFrom(retryAfter, now);
  return { kind: "failed", error, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

/**
 * The wait that a `retry-after` header asks for, ms: seconds, or a date. Undefined where it is neither.
 *
 * @param now Unix ms
 */
export function retryAfterFrom(header: string | null, now: number): number | undefined {
  const value = header?.trim() ?? "";
  if (/^\d{1,12}$/.test(value)) return Number(value) * 1_000;
  // A date of HTTP begins with the day's name and is in GMT; what else a parser takes for a date is chance.
  const time = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .+ GMT$/.test(value)
    ? Date.parse(value)
    : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}
