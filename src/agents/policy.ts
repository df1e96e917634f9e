/** The times and limits of a decision, each with its default and its reason. */

/** What a decision is bounded by. */
export interface Policy {
  /** A run younger than this, or restored less than this ago, is left alone, ms. Default 60 s. */
  readonly graceMs: number;
  /** A transcript that changed less than this ago may still be written to, ms. Default 10 s. */
  readonly quietMs: number;
  /** An owner's heartbeat younger than this is fresh, ms. Default 30 s. */
  readonly heartbeatMs: number;
  /** When to look again at a child that is alive or parked, ms. Default 30 s. */
  readonly recheckMs: number;
  /** When to try again after a read that failed for a moment, ms. Default 5 s. */
  readonly retryMs: number;
  /** How often such a read is tried again. Default 3. */
  readonly readTriesMax: number;
  /**
   * How long one answer of the host, or one reading, is waited for, ms. Default 5 min: a cold transcript of 37 GB
   * takes two.
   */
  readonly answerMsMax: number;
  /** A parked run is waited for this long from its start, ms. Default 24 h: then nobody is coming. */
  readonly parkedMsMax: number;
  /** A longer answer is delivered cut, with the path of the whole, bytes of UTF-8. Default 1 MiB. */
  readonly resultBytesMax: number;
}

/** What holds where a host sets nothing; docs/decisions.md gives the reasons. */
export const POLICY_DEFAULT: Policy = {
  graceMs: 60_000,
  quietMs: 10_000,
  heartbeatMs: 30_000,
  recheckMs: 30_000,
  retryMs: 5_000,
  readTriesMax: 3,
  answerMsMax: 5 * 60_000,
  parkedMsMax: 24 * 60 * 60 * 1_000,
  resultBytesMax: 1024 * 1024,
};

/** Times after which something is looked at again, or given up: at zero a sweeper would spin, or hear nothing. */
const ABOVE_ZERO: ReadonlySet<string> = new Set(["recheckMs", "retryMs", "answerMsMax"]);
/** A longer timer fires at once. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/**
 * The defaults, with what the caller set instead.
 *
 * @throws {RangeError} for a value that is no finite number of zero or more (of one or more for `recheckMs`,
 *   `retryMs` and `answerMsMax`, and that one no longer than a timer can be): an endless time would make an endless
 *   wait
 */
export function withDefaults(given: Partial<Policy>): Policy {
  for (const [name, value] of Object.entries(given)) {
    const min = ABOVE_ZERO.has(name) ? 1 : 0;
    if (!(Number.isFinite(value) && value >= min)) {
      throw new RangeError(`${name} must be a finite number, ${min} or more, not ${String(value)}`);
    }
  }
  const policy = { ...POLICY_DEFAULT, ...given };
  if (policy.answerMsMax > TIMER_MS_MAX) {
    throw new RangeError(`answerMsMax must be ${TIMER_MS_MAX} or less, not ${policy.answerMsMax}`);
  }
  return policy;
}
