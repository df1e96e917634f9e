/** What a store's calls are bounded by. Each limit with its reason. */

import { fault } from "./failure.ts";

/** A page, a batch: more at once would hold a lock, or the memory, for longer than anybody needs. */
export const ROWS_MAX = 10_000;
/** A longer lease would outlive most runs; a sweeper that lives renews. */
export const LEASE_MS_MAX = 60 * 60_000;
/** Ids stand in indexes, and PostgreSQL takes no more than about 2,700 bytes in one. */
export const ID_BYTES_MAX = 1_024;
/** A task, a path, a label. */
export const TEXT_BYTES_MAX = 1024 * 1024;
/** What a sink said when it failed: for a person, who reads the beginning. */
export const DELIVERY_ERROR_BYTES_MAX = 4_096;
/** How deep a run's descendants are followed: deeper is a mistake, or a ring. */
export const DESCENDANTS_DEPTH_MAX = 100;

/**
 * The limit of a page, if it is one.
 *
 * @throws {StoreError} `invalid`
 */
export function checkedLimit(limit: number): number {
  if (Number.isInteger(limit) && limit >= 0 && limit <= ROWS_MAX) return limit;
  throw fault("invalid", `limit must be a whole number from 0 to ${ROWS_MAX}, not ${limit}`);
}

/**
 * A lease's length, if it is one.
 *
 * @throws {StoreError} `invalid`
 */
export function checkedLease(leaseMs: number): number {
  if (Number.isFinite(leaseMs) && leaseMs > 0 && leaseMs <= LEASE_MS_MAX) return leaseMs;
  throw fault("invalid", `leaseMs must be more than 0 and at most ${LEASE_MS_MAX}, not ${leaseMs}`);
}

/**
 * A time in Unix ms, if it is one.
 *
 * @throws {StoreError} `invalid`
 */
export function checkedTime(name: string, time: number): number {
  if (Number.isFinite(time) && Math.abs(time) <= Number.MAX_SAFE_INTEGER) return time;
  throw fault("invalid", `${name} must be a time in Unix ms, not ${time}`);
}
