/** What to judge by: the caller's options, checked, with every default filled in. */

import type { Format, FormatName } from "./format.ts";
import { formatNamed } from "./formats/index.ts";
import { limitsFrom } from "./limits.ts";
import type { Limits } from "./limits.ts";
import type { FoldOptions } from "./verdict.ts";

/**
 * What to judge by: whose run it is, when it began, and how far to read. Without any, the newest run of whatever
 * session.
 */
export interface JudgeOptions extends Partial<Limits> {
  /** The format, or `auto` (the default) to tell it from the content. */
  readonly format?: FormatName | "auto";
  /** The run's start: Unix milliseconds or a Date. Answers from before it do not count. */
  readonly since?: number | Date;
  /** Allowance for clocks that disagree, ms. Default 5,000. */
  readonly skewMs?: number;
  /** The session that the transcript must belong to. */
  readonly sessionId?: string;
  /** Take a final text whose stop was not recorded. Only for a child known to be dead, and a quiet file. */
  readonly acceptUnrecordedStop?: boolean;
  /** The caller knows the run's descendants and waits for them: no search for background work. */
  readonly descendantsKnown?: boolean;
  /** The file must lie inside this folder, links resolved. */
  readonly root?: string;
}

/** The options, checked. */
export interface Settings {
  readonly fold: FoldOptions;
  readonly limits: Limits;
  readonly format: Format | undefined;
}

/**
 * Checks the options.
 *
 * @throws {RangeError} for a limit, a time or a format that is none
 */
export function settingsFrom(options: JudgeOptions): Settings {
  const { format, since, skewMs, sessionId, acceptUnrecordedStop, descendantsKnown } = options;
  const start = since instanceof Date ? since.getTime() : since;
  if (start !== undefined && !Number.isFinite(start)) {
    throw new RangeError("since must be a time: Unix milliseconds or a valid Date");
  }
  if (skewMs !== undefined && !(skewMs >= 0)) {
    throw new RangeError("skewMs must be a number of milliseconds, zero or more");
  }
  const limits = limitsFrom(pickLimits(options));
  const fold: FoldOptions = {
    ...(start === undefined ? {} : { since: start }),
    ...(skewMs === undefined ? {} : { skewMs }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(acceptUnrecordedStop === undefined ? {} : { acceptUnrecordedStop }),
    ...(descendantsKnown === undefined ? {} : { descendantsKnown }),
    windowBytes: limits.windowBytes,
  };
  return {
    fold,
    limits,
    format: format === undefined || format === "auto" ? undefined : formatNamed(format),
  };
}

function pickLimits({
  lineBytesMax,
  windowBytes,
  wholeBytesMax,
  tailBytesMax,
}: Partial<Limits>): Partial<Limits> {
  return {
    ...(lineBytesMax === undefined ? {} : { lineBytesMax }),
    ...(windowBytes === undefined ? {} : { windowBytes }),
    ...(wholeBytesMax === undefined ? {} : { wholeBytesMax }),
    ...(tailBytesMax === undefined ? {} : { tailBytesMax }),
  };
}
