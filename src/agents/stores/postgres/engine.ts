/** Runs the statements of a store on PostgreSQL: a transaction on one connection, begun anew after a deadlock. */

import { fault } from "../failure.ts";
import { checkedParams } from "../sql/statement.ts";
import type { SqlEngine, SqlRow, SqlValue, Statement, Steps } from "../sql/statement.ts";
import { asStoreError, isRolledBack } from "./failure.ts";
import type { PgClient, PgPool, PgQueryable } from "./pool.ts";

const TRIES_MAX = 5;

/** The engine over a pool. Closing it ends the pool only if it is the store's own. */
export function postgresEngine(pool: PgPool, { ownsPool }: { readonly ownsPool: boolean }): SqlEngine {
  let isOpen = true;
  const needOpen = (): void => {
    if (!isOpen) throw fault("closed", "the store is closed");
  };
  return {
    one: async (statement) => {
      needOpen();
      return ask(pool, statement);
    },
    all: async (steps) => {
      needOpen();
      for (let tries = 1; ; tries += 1) {
        try {
          return await transaction(pool, steps);
        } catch (error) {
          if (!isRolledBack(error) || tries >= TRIES_MAX) throw error;
        }
      }
    },
    close: async () => {
      if (!isOpen) return;
      isOpen = false;
      if (ownsPool) await pool.end();
    },
  };
}

async function transaction<T>(pool: PgPool, steps: () => Steps<T>): Promise<T> {
  const client = await lend(pool);
  // A pool listens to its idle connections alone. What broke is said again by the next query.
  const heard = (): void => undefined;
  client.on?.("error", heard);
  // A connection whose transaction has no known end is not given to anybody else.
  let isWhole = false;
  try {
    await send(client, "begin");
    try {
      const work = steps();
      let step = work.next();
      while (step.done !== true) step = work.next(await ask(client, step.value));
      await send(client, "commit");
      isWhole = true;
      return step.value;
    } catch (error) {
      isWhole = await send(client, "rollback").then(
        () => true,
        () => false,
      );
      throw error;
    }
  } finally {
    client.release(!isWhole);
    client.off?.("error", heard);
  }
}

async function ask(on: PgQueryable, { text, params }: Statement): Promise<readonly SqlRow[]> {
  const { sql, names } = numbered(text);
  const checked = checkedParams(params);
  const values = names.map((name) => {
    const value = checked[name];
    if (value === undefined) throw fault("invalid", `the statement has no value for ${name}`);
    return value;
  });
  return send(on, sql, values);
}

async function send(on: PgQueryable, sql: string, values: SqlValue[] = []): Promise<readonly SqlRow[]> {
  try {
    return (await on.query(sql, values)).rows.filter(isRow);
  } catch (error) {
    throw asStoreError(error);
  }
}

async function lend(pool: PgPool): Promise<PgClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw asStoreError(error);
  }
}

// The store's statements are a closed set, fewer than this.
const STATEMENTS_MAX = 128;
const known = new Map<string, Numbered>();

interface Numbered {
  readonly sql: string;
  readonly names: readonly string[];
}

/** `:name` as `$1`, `$2`, …: PostgreSQL knows no names. A `::` is a cast, and stays. */
function numbered(text: string): Numbered {
  const before = known.get(text);
  if (before !== undefined) return before;
  if (known.size >= STATEMENTS_MAX) known.clear();
  const names: string[] = [];
  const sql = text.replaceAll(/(?<!:):([a-z]\w*)/gi, (_match, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  const made = { sql, names };
  known.set(text, made);
  return made;
}

function isRow(value: unknown): value is SqlRow {
  return typeof value === "object" && value !== null;
}
