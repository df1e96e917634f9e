/** When to try again after a failure: exponentially later, and never in step with others. Pure. */

/** How long to wait between tries. */
export interface Backoff {
  /** The first wait, ms. Default 1 s. */
  readonly baseMs?: number;
  /** No wait is longer, ms. Default 10 min. */
  readonly capMs?: number;
}

const BASE_MS_DEFAULT = 1_000;
const CAP_MS_DEFAULT = 10 * 60_000;

/**
 * How long to wait after the n-th failure in a row, ms: the base, doubled n - 1 times, up to the cap; of that, a
 * random part between a half and the whole, so that many that failed together do not come back together.
 *
 * @param failures how often it has failed, from 1
 * @param random a number from 0 to below 1, as `Math.random` gives
 */
export function backoffMs(failures: number, random: number, options: Backoff = {}): number {
  const { baseMs = BASE_MS_DEFAULT, capMs = CAP_MS_DEFAULT } = options;
  const whole = Math.min(capMs, baseMs * 2 ** Math.max(0, failures - 1));
  return whole * (0.5 + random / 2);
}
