/** Every limit of the reading half, with its default and its reason. */

import { WINDOW_BYTES_DEFAULT } from "./verdict.ts";

/**
 * What the reading half is held to, in bytes. Beyond a limit nothing is guessed: the verdict says what was not read.
 */
export interface Limits {
  /** The longest line that is parsed, bytes. A longer one is skipped, and named. Default 16 MiB. */
  readonly lineBytesMax: number;
  /**
   * How near to the last word an earlier answer or a stray open call decides, bytes. Default 16 KiB. In the first
   * four times as many bytes of a transcript, however near or far.
   */
  readonly windowBytes: number;
  /** Files up to this size are read whole, bytes: every warning and every line number. Default 64 KiB. */
  readonly wholeBytesMax: number;
  /** How much of the end is parsed before the forward reading takes over, bytes. Default 8 MiB. */
  readonly tailBytesMax: number;
}

/** What holds where a caller sets nothing. Each limit says what it bounds, in {@link Limits}. */
export const LIMITS_DEFAULT: Limits = {
  // Without a cap one 128 MiB line takes seconds and ten times its size in memory.
  lineBytesMax: 16 * 1024 * 1024,
  // Little more than one block from the end: a refusal costs one small read, whatever the file's size.
  windowBytes: WINDOW_BYTES_DEFAULT,
  wholeBytesMax: 64 * 1024,
  tailBytesMax: 8 * 1024 * 1024,
};

/** How much of an overlong or torn line is kept, to see whether it was bookkeeping. Bytes. */
export const LINE_HEAD_BYTES = 64 * 1024;
/** How much of a file's start is looked at for its format and header. Bytes. */
export const FILE_HEAD_BYTES = 64 * 1024;
/** Read in blocks of this size. Bytes. */
export const BLOCK_BYTES = 64 * 1024;
/** Search the past in blocks of this size: larger, since nothing is parsed there. Bytes. */
export const SEARCH_BLOCK_BYTES = 256 * 1024;
/**
 * States kept behind the records of a tree file, to go back to when a record hangs on an earlier one. A state takes
 * some kilobytes: with eight times as many a reading of a gigabyte took 30 MB more.
 */
export const BRANCH_STATES_MAX = 1_024;
/** What these states may hold on to, bytes, about. A file of long answers must not stay in memory whole. */
export const BRANCH_BYTES_MAX = 16 * 1024 * 1024;
/** Warnings kept in one verdict; further ones are dropped. */
export const WARNINGS_MAX = 1_000;

/**
 * The defaults, with what the caller set instead.
 *
 * @throws {RangeError} for a limit that is no positive number
 */
export function limitsFrom(given: Partial<Limits> = {}): Limits {
  // Nearly everybody asks for the defaults, and for every file.
  if (Object.keys(given).length === 0) return LIMITS_DEFAULT;
  const limits = { ...LIMITS_DEFAULT, ...given };
  for (const [name, value] of Object.entries(limits)) {
    if (!(typeof value === "number" && value > 0)) {
      throw new RangeError(`${name} must be a positive number of bytes, not ${String(value)}`);
    }
  }
  return limits;
}
