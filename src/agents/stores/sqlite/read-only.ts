/**
 * Reads a database that belongs to another program, which may be running: nothing is written to it, and nobody is
 * locked out. In WAL mode (the only one that such a program is likely to use) a reader and a writer do not wait for
 * each other. Where no log lies beside the file, SQLite would make one to read it: then a private copy is read. An
 * `immutable` opening would do neither, and give torn pages as soon as the owner writes.
 */

import { constants, copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fault } from "../failure.ts";
import { checkedParams } from "../sql/statement.ts";
import type { SqlParams, SqlRow } from "../sql/statement.ts";
import type { RawDatabase, SqliteEngine } from "./driver.ts";
import { asStoreError } from "./failure.ts";
import { engineFor } from "./open.ts";

/** How long a reading waits where the owner recovers its log, ms. */
const BUSY_TIMEOUT_MS = 2_000;
/** A file is copied again while its owner changes it, so many times. */
const COPY_TRIES_MAX = 5;
/** A larger database is not copied, bytes. */
export const COPY_BYTES_MAX = 4 * 1024 * 1024 * 1024;

/** A database to be read. Every call may throw a `StoreError`. */
export interface ReadOnlyDatabase {
  readonly path: string;
  /** All rows of a statement, which bounds how many. */
  all(sql: string, params?: SqlParams): readonly SqlRow[];
  /** Runs `work` on one state of the database, whatever its owner writes meanwhile. Not to be nested. */
  snapshot<T>(work: () => T): T;
  close(): void;
}

/**
 * Opens another program's database to read it.
 *
 * @param path of a file that exists
 * @throws {StoreError} `no-driver`, `denied` (there is none, too), `corrupt`, `busy`; `invalid` for one that is too
 *   large to be copied
 */
export async function openReadOnly(
  path: string,
  { engine }: { readonly engine?: SqliteEngine } = {},
): Promise<ReadOnlyDatabase> {
  const file = resolve(path);
  const opener = await engineFor(engine);
  let raw: RawDatabase | undefined;
  let copy: PrivateCopy | undefined;
  try {
    if (isInUse(file)) {
      raw = opener.open(file, { readOnly: true });
    } else {
      copy = copyOf(file);
      raw = opener.open(copy.file);
    }
    raw.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}; pragma query_only = on`);
    // A file that is no database is told here, not at the first question.
    raw.prepare("select count(*) from sqlite_master").all({});
    return readerOf(file, raw, copy);
  } catch (error) {
    raw?.close();
    copy?.remove();
    throw asStoreError(error);
  }
}

function readerOf(path: string, raw: RawDatabase, copy: PrivateCopy | undefined): ReadOnlyDatabase {
  const guarded = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw asStoreError(error);
    }
  };
  let isOpen = true;
  return {
    path,
    all: (sql, params = {}) => guarded(() => raw.prepare(sql).all(checkedParams(params)).filter(isRow)),
    snapshot: (work) => {
      guarded(() => raw.exec("begin"));
      try {
        return work();
      } finally {
        raw.exec("rollback");
      }
    },
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      raw.close();
      copy?.remove();
    },
  };
}

/** True where log and index lie beside the database: a reader then makes no file. */
function isInUse(file: string): boolean {
  return ["-wal", "-shm"].every((end) => stampOf(file + end) !== "");
}

interface PrivateCopy {
  readonly file: string;
  remove(): void;
}

/** What belongs to a database: itself, its log, and what a crash left to be rolled back. */
const PARTS = ["", "-wal", "-journal"];

/** A copy in a folder of its own, of one moment at which nobody wrote. */
function copyOf(file: string): PrivateCopy {
  const { size } = statSync(file);
  if (size > COPY_BYTES_MAX) {
    throw fault("invalid", `${size} bytes are too many to be copied; start its program, and read it then`);
  }
  const folder = mkdtempSync(join(tmpdir(), "lastword-read-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const copy = join(folder, "copy.sqlite");
  try {
    for (let tries = 1; tries <= COPY_TRIES_MAX; tries += 1) {
      const before = PARTS.map((part) => stampOf(file + part));
      for (const [index, part] of PARTS.entries()) {
        rmSync(copy + part, { force: true });
        if (before[index] !== "") copyFileSync(file + part, copy + part, constants.COPYFILE_FICLONE);
      }
      const after = PARTS.map((part) => stampOf(file + part));
      if (before.join() === after.join()) return { file: copy, remove };
    }
    throw fault("busy", "the database changes while it is copied; try again");
  } catch (error) {
    remove();
    throw error;
  }
}

/** What tells one state of a file from the next; empty where there is no file. */
function stampOf(file: string): string {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? "" : `${stat.ino}:${stat.size}:${stat.mtimeNs}`;
}

function isRow(value: unknown): value is SqlRow {
  return typeof value === "object" && value !== null;
}
