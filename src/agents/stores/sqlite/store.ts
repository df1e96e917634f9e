/** The store for one machine: a file of SQLite, shared by any number of processes. */

import type { RunStore } from "../../run-store.ts";
import { sqlStore } from "../sql/store.ts";
import { sqliteDialect } from "./dialect.ts";
import type { SqliteDriver } from "./driver.ts";
import { sqliteEngine } from "./engine.ts";
import { migrate } from "./migrations.ts";
import { openSqlite } from "./open.ts";
import type { SqliteOptions } from "./open.ts";

/**
 * Opens a file as a store, and makes it if there is none.
 *
 * @throws {StoreError} `no-driver`, `denied`, `corrupt`, `busy`, `full`, `newer-schema`
 */
export async function openSqliteStore(path: string, options: SqliteOptions = {}): Promise<RunStore> {
  const driver = await openSqlite(path, options);
  try {
    return sqliteStore(driver);
  } catch (error) {
    driver.close();
    throw error;
  }
}

/** A store over a driver of the caller's, which the store closes. */
export function sqliteStore(driver: SqliteDriver): RunStore {
  migrate(driver);
  return sqlStore(sqliteEngine(driver), sqliteDialect);
}
