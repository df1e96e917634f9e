/**
 * The process dies in the middle: at every statement of a transaction in turn, SQLite's files are copied as they lie
 * on the disk at that moment, and opened. What is found there is the state before, or the state after; never a run
 * that was settled with nothing to deliver, nor a message about a run that goes on.
 */

import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Delivery } from "../../../../src/agents/outbox.ts";
import type { RunStore } from "../../../../src/agents/run-store.ts";
import type { Run } from "../../../../src/agents/run.ts";
import { fault } from "../../../../src/agents/stores/failure.ts";
import type { SqliteDriver } from "../../../../src/agents/stores/sqlite/driver.ts";
import { openSqlite } from "../../../../src/agents/stores/sqlite/open.ts";
import { openSqliteStore, sqliteStore } from "../../../../src/agents/stores/sqlite/store.ts";
import { quickFolder } from "../../../support/quick-folder.ts";
import { NOW, aRun, lostContext, recovered } from "../../../support/registry-runs.ts";

interface Found {
  readonly run: Run | undefined;
  readonly deliveries: readonly Delivery[];
}

/** Counts statements and commits, and does something before one of them. */
class Watched {
  readonly driver: SqliteDriver;
  #before: (() => void) | undefined;
  #left = 0;
  count = 0;

  constructor(inner: SqliteDriver) {
    const counted = <R>(call: () => R): R => {
      this.#step();
      return call();
    };
    this.driver = {
      ...inner,
      get: (sql, params) => counted(() => inner.get(sql, params)),
      all: (sql, params) => counted(() => inner.all(sql, params)),
      script: (sql) => counted(() => inner.script(sql)),
      transaction: (work) =>
        inner.transaction(() => {
          const result = work();
          this.#step();
          return result;
        }),
    };
  }

  before(step: number, what: () => void): void {
    this.#left = step;
    this.#before = what;
  }

  #step(): void {
    this.count += 1;
    this.#left -= 1;
    const before = this.#before;
    if (before === undefined || this.#left >= 0) return;
    this.#before = undefined;
    before();
  }
}

let folder: string;
let count = 0;
beforeAll(() => {
  folder = mkdtempSync(join(quickFolder(), "lastword-faults-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function look(store: RunStore): Promise<Found> {
  return { run: await store.get("run-1"), deliveries: await store.deliveriesOf("run-1") };
}

/** What is on the disk of a process that died now. */
async function image(path: string): Promise<Found> {
  const copy = join(folder, `image-${(count += 1)}.db`);
  for (const end of ["", "-wal"]) if (existsSync(path + end)) copyFileSync(path + end, copy + end);
  const store = await openSqliteStore(copy);
  const found = await look(store);
  await store.close();
  return found;
}

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
  ["a second start", settle, async (store) => store.add(aRun({ generation: 2 }))],
])("%s", (_name, prepare, act) => {
  const begin = async () => {
    const path = join(folder, `${(count += 1)}.db`);
    const watched = new Watched(await openSqlite(path));
    const store = sqliteStore(watched.driver);
    await store.add(aRun());
    await prepare(store);
    return { path, watched, store };
  };

  test("is there whole or not at all, wherever the process died or the disk failed", async () => {
    const whole = await begin();
    const before = await look(whole.store);
    whole.watched.count = 0;
    await act(whole.store);
    const statements = whole.watched.count;
    const after = await look(whole.store);
    expect(after).not.toEqual(before);
    await whole.store.close();
    expect(statements).toBeGreaterThanOrEqual(3);

    for (let at = 0; at < statements; at += 1) {
      const { path, watched, store } = await begin();
      let died: Promise<Found> | undefined;
      watched.before(at, () => {
        died = image(path);
      });
      await act(store);
      expect(await died).toEqual(before);
      expect(await image(path)).toEqual(after);
      await store.close();
    }
    for (let at = 0; at < statements; at += 1) {
      const { watched, store } = await begin();
      watched.before(at, () => {
        throw fault("full", "no space left");
      });
      await expect(act(store)).rejects.toMatchObject({ failure: { code: "full" } });
      expect(await look(store)).toEqual(before);
      // And it can be done again.
      await act(store);
      expect(await look(store)).toEqual(after);
      await store.close();
    }
  });
});
