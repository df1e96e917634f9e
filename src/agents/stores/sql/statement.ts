/** A statement with its values, and what may be a value: the same in both SQL stores. */

import { fault } from "../failure.ts";

/**
 * What can be bound. No boolean, no Date, no bytes: libsql 0.5 aborts the whole process on the first two, and
 * nothing here needs the third.
 */
export type SqlValue = string | number | null;

/** Values by name: `{ id: "a" }` for `:id`. Every name must stand in the statement. */
export type SqlParams = Readonly<Record<string, SqlValue>>;

/** A row as it comes back. What is in it is asked for, field by field. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** One statement, to be run. */
export interface Statement {
  readonly text: string;
  readonly params: SqlParams;
}

/**
 * The values, if all of them can be stored as they are. Asked at run time too: a caller in JavaScript must not be
 * able to abort the process.
 *
 * @throws {StoreError} `invalid`
 */
export function checkedParams(params: SqlParams): SqlParams {
  for (const [name, value] of Object.entries(params)) {
    if (!isStorable(value)) throw fault("invalid", `the value of ${name} cannot be stored as it is`);
  }
  return params;
}

function isStorable(value: unknown): boolean {
  if (typeof value === "string") return isStorableText(value);
  return value === null || (typeof value === "number" && Number.isFinite(value));
}

/**
 * False for a text that would not come back the same. PostgreSQL refuses a NUL, libsql cuts the text there; a lone
 * surrogate becomes U+FFFD on the way in. JSON has escapes for both, so such a text is stored as JSON or not at all.
 */
export function isStorableText(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text);
}

/** Statements that belong together: each is yielded, its rows come back. Written once, run by either engine. */
export type Steps<T> = Generator<Statement, T, readonly SqlRow[]>;

/** What runs statements. Every call may throw a `StoreError`. */
export interface SqlEngine {
  /** One statement, which is a transaction by itself. */
  one(statement: Statement): Promise<readonly SqlRow[]>;
  /**
   * All statements, or none. The steps may be begun anew if another transaction got in the way, so that they must
   * change nothing but the database.
   */
  all<T>(steps: () => Steps<T>): Promise<T>;
  close(): Promise<void>;
}
