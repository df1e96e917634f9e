/**
 * Opens SQLite over whichever engine this Node has. Knows files, their modes and the engines; knows nothing of
 * runs.
 */

import { chmodSync, closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fault } from "../failure.ts";
import { connect } from "./connection.ts";
import type { OpenDatabase, RawDatabase, SqliteDriver, SqliteEngine } from "./driver.ts";
import { asStoreError } from "./failure.ts";
import { openLibsql } from "./libsql.ts";
import { openNodeSqlite } from "./node-sqlite.ts";

/** How a SQLite file is used as a store. */
export interface SqliteOptions {
  /** Take this engine, or fail; without it the first that is there. */
  readonly engine?: SqliteEngine;
  /** How long a statement waits for another process's write lock. Default 5000 ms. */
  readonly busyTimeoutMs?: number;
}

export const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the database at `path`, and makes it, readable by its owner alone, if there is none; so too the folder it
 * lies in. A file that its owner left open to others is closed to them: there are answers of agents in it.
 *
 * @param path a file's path; `:memory:` and URLs are not meant for this
 * @throws {StoreError} `no-driver`, `denied`, `corrupt`, `busy`, `full`
 */
export async function openSqlite(path: string, options: SqliteOptions = {}): Promise<SqliteDriver> {
  const file = resolve(path);
  const { engine, busyTimeoutMs = BUSY_TIMEOUT_MS } = options;
  const opener = await engineFor(engine);
  makePrivate(file);
  let raw: RawDatabase | undefined;
  try {
    raw = opener.open(file);
    return connect(raw, { engine: opener.engine, busyTimeoutMs });
  } catch (error) {
    raw?.close();
    throw asStoreError(error);
  }
}

/** An engine that is there. */
export interface Opener {
  readonly engine: SqliteEngine;
  readonly open: OpenDatabase;
}

/**
 * The engine that was asked for, or the first that is there.
 *
 * @throws {StoreError} `no-driver`
 */
export async function engineFor(engine: SqliteEngine | undefined): Promise<Opener> {
  const own = engine === "libsql" ? undefined : openNodeSqlite();
  if (own !== undefined) return { engine: "node:sqlite", open: own };
  const other = engine === "node:sqlite" ? undefined : await openLibsql();
  if (other !== undefined) return { engine: "libsql", open: other };
  throw fault(
    "no-driver",
    engine === undefined
      ? "no SQLite here: use Node 22.13 or newer, or install the package libsql"
      : `the SQLite engine ${engine} is not here`,
  );
}

/**
 * SQLite gives its -wal and -shm files the mode of the database file, so that one is made before SQLite does it
 * with the umask's.
 *
 * A file that is there is not opened for it: whoever closes a file lets go of every lock that their process has on
 * it, those of SQLite too. Another process, closing behind that, would take itself for the last one and remove the
 * log that this one goes on writing into. Source: SQLite, "How To Corrupt An SQLite Database File", 2.2.
 */
function makePrivate(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    makeIfNone(file);
    const stat = statSync(file);
    if ((stat.mode & 0o077) !== 0 && stat.uid === process.getuid?.()) chmodSync(file, 0o600);
  } catch (error) {
    throw asStoreError(error);
  }
}

function makeIfNone(file: string): void {
  if (statSync(file, { throwIfNoEntry: false }) !== undefined) return;
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    // Another process was faster.
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}
