/** A raw database made safe: settings, checked values, kept statements, one kind of error. Both engines behave alike behind it. */

import { fault } from "../failure.ts";
import { checkedParams } from "../sql/statement.ts";
import type { SqlParams, SqlRow } from "../sql/statement.ts";
import type { RawDatabase, RawStatement, SqliteDriver, SqliteEngine } from "./driver.ts";
import { asStoreError } from "./failure.ts";

// The store's statements are a closed set, fewer than this.
const STATEMENTS_MAX = 128;
// The write-ahead log is cut back to this after a checkpoint, so that one burst does not stay on the disk.
const WAL_KEPT_BYTES = 16 * 1024 * 1024;
const WAL_TRIES_MAX = 50;
const WAL_RETRY_MS = 20;

/** The driver over an open raw database. */
export function connect(
  raw: RawDatabase,
  { engine, busyTimeoutMs }: { readonly engine: SqliteEngine; readonly busyTimeoutMs: number },
): SqliteDriver {
  const statements = new Map<string, RawStatement>();
  let isOpen = true;
  let inTransaction = false;

  const guarded = <T>(work: () => T): T => {
    if (!isOpen) throw fault("closed", "the store is closed");
    try {
      return work();
    } catch (error) {
      throw asStoreError(error);
    }
  };
  const statement = (sql: string): RawStatement => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    if (statements.size >= STATEMENTS_MAX) statements.clear();
    const made = raw.prepare(sql);
    statements.set(sql, made);
    return made;
  };
  const all = (sql: string, params: SqlParams = {}): readonly SqlRow[] =>
    guarded(() => statement(sql).all(checkedParams(params)).filter(isRow));

  const driver: SqliteDriver = {
    engine,
    get: (sql, params) => all(sql, params)[0],
    all,
    script: (sql) => guarded(() => raw.exec(sql)),
    transaction: (work) => {
      if (inTransaction) throw fault("invalid", "a transaction inside a transaction");
      // The write lock at once: a reading transaction that writes later cannot wait for it, only fail.
      guarded(() => raw.exec("begin immediate"));
      inTransaction = true;
      try {
        const result = work();
        guarded(() => raw.exec("commit"));
        return result;
      } catch (error) {
        try {
          raw.exec("rollback");
        } catch {
          // SQLite has rolled back by itself (a full disk), or the connection is gone and with it the work.
        }
        throw error;
      } finally {
        inTransaction = false;
      }
    },
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      statements.clear();
      raw.close();
    },
  };
  prepare(driver, busyTimeoutMs);
  return driver;
}

function prepare(driver: SqliteDriver, busyTimeoutMs: number): void {
  driver.script(`pragma busy_timeout = ${Math.trunc(busyTimeoutMs)}`);
  enterWal(driver);
  // Full: what a sink was told must not be forgotten in a power cut.
  driver.script(`pragma synchronous = full; pragma foreign_keys = on`);
  driver.all(`pragma journal_size_limit = ${WAL_KEPT_BYTES}`);
}

/** The change to WAL does not wait for the busy timeout: of many processes that open a new file, most must try again. */
function enterWal(driver: SqliteDriver): void {
  for (let tries = 1; ; tries += 1) {
    try {
      if (driver.get("pragma journal_mode")?.["journal_mode"] === "wal") return;
      driver.all("pragma journal_mode = wal");
      return;
    } catch (error) {
      const { failure } = asStoreError(error);
      if (failure.code !== "busy" || tries >= WAL_TRIES_MAX) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAL_RETRY_MS);
    }
  }
}

function isRow(value: unknown): value is SqlRow {
  return typeof value === "object" && value !== null;
}
