/** Databases to measure stores in, and the statements that fill them faster than a store would. */

import { join } from "node:path";
import pg from "pg";
import { openSqlite } from "../../src/agents/stores/sqlite/open.ts";
import { startPostgres } from "../../test/support/postgres/start.ts";
import type { Sweeping } from "./build.ts";

/** A kind of store. */
export interface Kind {
  readonly name: "SQLite" | "PostgreSQL";
  /** A new store with the tables in it. */
  fresh(name: string): Promise<Ground>;
  close(): Promise<void>;
}

/** One database. */
export interface Ground {
  readonly url: string;
  /** Puts in so many runs that ended long ago, and so many stale ones. */
  fill(ended: number, stale: number, transcript: string): Promise<void>;
  /** Makes the stale ones stale again, and forgets how they were settled. */
  reset(): Promise<void>;
  close(): void | Promise<void>;
}

/** When the runs began, Unix ms. */
export const BEGAN = Date.UTC(2026, 10, 1, 10);

/** Files of SQLite in a folder. */
export function sqliteKind(folder: string, { openRegistry }: Sweeping): Kind {
  return {
    name: "SQLite",
    fresh: async (name) => {
      const file = join(folder, `${name}.db`);
      const url = `sqlite:${file}`;
      await (await openRegistry(url)).close();
      const driver = await openSqlite(file);
      const series = (count: number) =>
        `(with recursive s (n) as (select 1 union all select n + 1 from s where n < ${count}) select n from s)`;
      return ground(url, {
        send: (sql) => driver.script(sql),
        series,
        schema: "",
        close: () => driver.close(),
      });
    },
    close: async () => Promise.resolve(),
  };
}

/**
 * A server of its own, on this machine.
 *
 * @throws {Error} where the development packages have none for this platform
 */
export async function postgresKind({ openRegistry }: Sweeping): Promise<Kind> {
  const server = await startPostgres();
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  return {
    name: "PostgreSQL",
    fresh: async (name) => {
      await admin.query(`create database ${name}`);
      const at = new URL(server.url);
      at.pathname = `/${name}`;
      await (await openRegistry(at.href)).close();
      const client = new pg.Client({ connectionString: at.href });
      await client.connect();
      return ground(at.href, {
        send: async (sql) => void (await client.query(sql)),
        series: (count) => `generate_series(1, ${count}) as s (n)`,
        schema: "lastword.",
        close: async () => client.end(),
      });
    },
    close: async () => {
      await admin.end();
      await server.close();
    },
  };
}

interface Dialect {
  readonly send: (sql: string) => void | Promise<void>;
  /** A table of one column `n`, from 1. */
  readonly series: (count: number) => string;
  readonly schema: string;
  readonly close: () => void | Promise<void>;
}

function ground(url: string, { send, series, schema, close }: Dialect): Ground {
  const columns =
    "run_id, generation, status, outcome, child_session_key, requester_session_key, transcript, created_at, began_at, ended_at, due_at";
  const insert = (
    name: string,
    count: number,
    status: string,
    outcome: string,
    times: string,
    path: string,
  ) =>
    send(`insert into ${schema}runs (${columns})
      select '${name}-' || n, 1, '${status}', ${outcome}, 'agent:main:subagent:' || n, 'agent:main:main', ${path}, ${times}
      from ${series(count)}`);
  return {
    url,
    fill: async (ended, stale, transcript) => {
      const path = `'${transcript.replaceAll("'", "''")}'`;
      // Each began a second behind the one before it, long before the stale ones.
      const then = `${BEGAN - 2_000_000_000} + n * 1000.0`;
      if (ended > 0) {
        await insert("ended", ended, "ended", "'ok'", `${then}, ${then}, ${then} + 60000, null`, path);
      }
      await insert("stale", stale, "running", "null", `${BEGAN}, ${BEGAN}, null, 0`, path);
      await send("analyze");
    },
    reset: async () => {
      await send(`delete from ${schema}settlements`);
      await send(`update ${schema}runs
        set status = 'running', outcome = null, source = null, ended_at = null, due_at = 0
        where run_id > 'stale-' and run_id < 'stale.' and status = 'ended'`);
    },
    close,
  };
}
