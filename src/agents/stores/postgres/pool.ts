/**
 * What the store needs of a PostgreSQL pool. `pg.Pool` fits, and so does anything of its shape; the package `pg`
 * itself is loaded only where a URL is given instead of a pool.
 */

import { fault } from "../failure.ts";

/** Whatever runs a query: a pool, or one connection of it. */
export interface PgQueryable {
  query(text: string, values: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}

/** One connection of the pool, lent. */
export interface PgClient extends PgQueryable {
  /** Gives it back; `true` where it must not be used again. */
  release(destroy?: boolean): void;
  /** Where a connection says that it broke between two queries: unheard, an event of that name ends the process. */
  on?(event: "error", listener: (error: Error) => void): unknown;
  off?(event: "error", listener: (error: Error) => void): unknown;
}

/** A pool of connections, as far as it is used here; the `Pool` of `pg` fits. */
export interface PgPool extends PgQueryable {
  connect(): Promise<PgClient>;
  end(): Promise<void>;
}

export const POOL_CLIENTS_MAX = 4;
export const CONNECT_TIMEOUT_MS = 10_000;
/** No statement of ours needs as long: what does is stuck. */
export const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * A pool over a URL, with limits.
 *
 * @throws {StoreError} `no-driver` where `pg` is not installed
 */
export async function makePool(url: string): Promise<PgPool> {
  const pg = await import("pg").catch((error: unknown) => {
    throw fault("no-driver", "a postgres URL needs the package pg: npm install pg", error);
  });
  const pool = new pg.default.Pool({
    connectionString: url,
    application_name: "lastword",
    max: POOL_CLIENTS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // A query whose server fell silent (a cable pulled) ends all the same.
    query_timeout: STATEMENT_TIMEOUT_MS + CONNECT_TIMEOUT_MS,
    keepAlive: true,
    // A pool at rest keeps no process alive.
    allowExitOnIdle: true,
  });
  // An idle connection that breaks is replaced; without a listener it would end the process.
  pool.on("error", () => undefined);
  return pool;
}
