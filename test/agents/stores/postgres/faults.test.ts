/**
 * The connection breaks in the middle: at every query of a transaction in turn, the server ends it. What another
 * connection then finds is the state before, or the state after; never a run that was settled with nothing to
 * deliver, nor a message about a run that goes on.
 */

import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunStore } from "../../../../src/agents/run-store.ts";
import type { PgClient, PgPool } from "../../../../src/agents/stores/postgres/pool.ts";
import { openPostgresStore } from "../../../../src/agents/stores/postgres/store.ts";
import { freshDatabase } from "../../../support/postgres/database.ts";
import type { Database } from "../../../support/postgres/database.ts";
import { NOW, aRun, lostContext, recovered } from "../../../support/registry-runs.ts";

let database: Database;
let pool: pg.Pool;
let count = 0;
beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  // What the server ends is told to whoever waits for it; the pool hears of it too. The store listens to what it was lent.
  pool.on("error", () => undefined);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** A pool whose lent connections the server ends before, or behind, the n-th query from now. */
class Cut implements PgPool {
  #left = Infinity;
  #where: "before" | "behind" = "before";
  count = 0;

  at(query: number, where: "before" | "behind"): void {
    this.#left = query;
    this.#where = where;
  }

  async query(text: string, values: unknown[]) {
    return pool.query(text, values);
  }

  async connect(): Promise<PgClient> {
    const client = await pool.connect();
    return {
      query: async (text, values) => {
        this.count += 1;
        const isNow = (this.#left -= 1) < 0;
        if (isNow) this.#left = Infinity;
        if (!isNow) return client.query(text, values);
        const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
        const sent = this.#where === "before" ? undefined : await client.query(text, values);
        await pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
        if (sent === undefined) return client.query(text, values);
        throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
      },
      release: (destroy) => {
        client.release(destroy);
      },
      on: (event, listener) => client.on(event, listener),
      off: (event, listener) => client.off(event, listener),
    };
  }

  async end(): Promise<void> {
    return undefined;
  }
}

const look = async (store: RunStore) => ({
  run: await store.get("run-1"),
  deliveries: await store.deliveriesOf("run-1"),
});
const settle = async (store: RunStore): Promise<unknown> =>
  store.settle({ runId: "run-1", generation: 1, from: "running", settlement: lostContext(), at: NOW });
const improve = async (store: RunStore): Promise<unknown> => {
  const settlement = recovered();
  return store.improve({
    runId: "run-1",
    generation: 1,
    insteadOf: lostContext().digest,
    settlement,
    at: NOW,
  });
};
const handOut = async (store: RunStore) =>
  store.claimDeliveries({ now: NOW, limit: 1, leaseMs: 1_000, holder: "x" });

describe.each<[string, (store: RunStore) => Promise<unknown>, (store: RunStore) => Promise<unknown>]>([
  ["a settlement", async () => undefined, settle],
  ["a better answer in time", settle, improve],
  ["a correction", async (store) => [await settle(store), await handOut(store)], improve],
])("%s", (_name, prepare, act) => {
  const begin = async () => {
    const cut = new Cut();
    const store = await openPostgresStore(cut, { schema: `fault_${(count += 1)}` });
    await store.add(aRun());
    await prepare(store);
    return { cut, store };
  };

  test("is there whole or not at all, wherever the connection broke", async () => {
    const whole = await begin();
    const before = await look(whole.store);
    whole.cut.count = 0;
    await act(whole.store);
    const after = await look(whole.store);
    expect(after).not.toEqual(before);
    // At least: begin, two statements, commit.
    const queries = whole.cut.count;
    expect(queries).toBeGreaterThanOrEqual(4);

    for (const where of ["before", "behind"] as const) {
      for (let at = 0; at < queries; at += 1) {
        const { cut, store } = await begin();
        cut.at(at, where);
        await expect(act(store)).rejects.toMatchObject({ failure: { code: "unreachable" } });
        // Only a commit that was sent, and whose answer got lost, has happened.
        const hasHappened = where === "behind" && at === queries - 1;
        expect(await look(store)).toEqual(hasHappened ? after : before);
        // Whoever tries again does it, or learns that it was done.
        await act(store);
        expect(await look(store)).toEqual(after);
      }
    }
  });
});

test("a store whose server went away says so, and works on when it is back", async () => {
  const store = await openPostgresStore(database.url, { schema: "gone" });
  await store.add(aRun());
  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lastword'",
  );
  const answers = await Promise.allSettled([store.get("run-1"), store.get("run-1")]);
  const failures = answers.filter((answer) => answer.status === "rejected").map((answer) => answer.reason);
  for (const failure of failures) expect(failure).toMatchObject({ failure: { code: "unreachable" } });
  expect(await store.get("run-1")).toEqual(aRun());
  await store.close();
});
