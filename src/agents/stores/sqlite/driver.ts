/**
 * One SQLite connection as the store sees it, whichever engine is behind it: `node:sqlite`, or the package
 * `libsql`. Types alone. Everything is synchronous: a statement takes microseconds, and between two of them no
 * other code of this process runs.
 */

import type { SqlParams, SqlRow } from "../sql/statement.ts";

/** The port that the store is written against. Every call may throw a `StoreError`. */
export interface SqliteDriver {
  readonly engine: SqliteEngine;
  /** The first row, or undefined. */
  get(sql: string, params?: SqlParams): SqlRow | undefined;
  /**
   * Runs a statement to its end; gives all rows, of which the statement bounds how many. There is no other way to
   * run one: libsql's `run` leaves a statement with `returning` half done, and then no transaction can commit.
   */
  all(sql: string, params?: SqlParams): readonly SqlRow[];
  /** Runs a script of statements, without values. */
  script(sql: string): void;
  /** Runs `work` under the write lock: all of it is kept, or, if it throws, none. Not to be nested. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/** What runs SQLite: Node's own, or the package `libsql` where Node has none. */
export type SqliteEngine = "node:sqlite" | "libsql";

/** How an engine opens a file. Read-only, it makes no database and changes none, whatever statement is run. */
export type OpenDatabase = (file: string, options?: { readonly readOnly?: boolean }) => RawDatabase;

/** The little that both engines share, before modes and errors are made equal. */
export interface RawDatabase {
  prepare(sql: string): RawStatement;
  exec(sql: string): void;
  close(): void;
}

export interface RawStatement {
  all(params: SqlParams): readonly unknown[];
}
