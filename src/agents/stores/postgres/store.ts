/** The store for many machines: a schema in a PostgreSQL database. */

import type { RunStore } from "../../run-store.ts";
import { fault } from "../failure.ts";
import { sqlStore } from "../sql/store.ts";
import { postgresDialect } from "./dialect.ts";
import { postgresEngine } from "./engine.ts";
import { migrate } from "./migrations.ts";
import { makePool } from "./pool.ts";
import type { PgPool } from "./pool.ts";

/** How a PostgreSQL database is used as a store. */
export interface PostgresOptions {
  /** The schema that holds the tables. Default `lastword`. */
  readonly schema?: string;
}

const SCHEMA_DEFAULT = "lastword";

/**
 * Opens a database as a store, and makes its tables if there are none.
 *
 * @param at a `postgres://` URL, for which the package `pg` must be installed, or a pool of the caller's, which
 *   stays open when the store is closed
 * @throws {StoreError} `no-driver`, `unreachable`, `denied`, `invalid`, `newer-schema`
 */
export async function openPostgresStore(
  at: string | PgPool,
  options: PostgresOptions = {},
): Promise<RunStore> {
  const { schema = SCHEMA_DEFAULT } = options;
  // It is written into every statement as it is.
  if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema)) {
    throw fault("invalid", "a schema's name is made of a-z, 0-9 and _, and is no longer than 41 characters");
  }
  const ownsPool = typeof at === "string";
  const engine = postgresEngine(ownsPool ? await makePool(at) : at, { ownsPool });
  try {
    await migrate(engine, schema);
    return sqlStore(engine, postgresDialect(schema));
  } catch (error) {
    await engine.close();
    throw error;
  }
}
