/**
 * The real thing: four processes that sweep and deliver, over two thousand lost runs, killed in the middle of it again
 * and again. Each run is settled once, as its transcript says; each parent is told, and takes it once.
 *
 * `FLEET_SEED=n` repeats who is killed, and behind which message; the rest is up to the machine.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { Random } from "../../../harness/bench/random.ts";
import { openRegistry } from "../../../src/agents/index.ts";
import type { Run } from "../../../src/agents/index.ts";
import { openSqlite } from "../../../src/agents/stores/sqlite/open.ts";
import { buildProgram } from "../../support/fleet/build.ts";
import { Fleet } from "../../support/fleet/fleet.ts";
import { loseRuns } from "../../support/fleet/lost-runs.ts";
import type { Truth } from "../../support/fleet/lost-runs.ts";
import { startReceiver } from "../../support/fleet/receiver.ts";
import { freshDatabase } from "../../support/postgres/database.ts";
import { startPostgres } from "../../support/postgres/start.ts";
import { quickFolder } from "../../support/quick-folder.ts";

const PROCESSES = 4;
const TIME_MS_MAX = 400_000;

const seed = Number(env["FLEET_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const built = newFolder();
let program = "";

beforeAll(() => {
  program = buildProgram(join(built, "program"));
  console.log(`FLEET_SEED=${seed}`);
});
afterAll(() => rmSync(built, { recursive: true, force: true }));

/** What is done to the fleet. */
interface Plan {
  readonly url: string;
  readonly runs: number;
  readonly kills: number;
  /** Called when a third of the messages have been taken. */
  readonly atAThird?: () => Promise<void>;
}

/** Runs the fleet until all is told, and holds what must hold. */
async function sweepAll(folder: string, { url, runs, kills, atAThird }: Plan): Promise<void> {
  const random = new Random(seed);
  const store = await openRegistry(url);
  const truths = await loseRuns(store, join(folder, "transcripts"), runs);
  const log = join(folder, "settled");
  writeFileSync(log, "");
  // Behind which message somebody is killed; none of the last, so that there is something left to do for the others.
  const moments = Array.from({ length: kills }, () => random.whole(1, Math.floor(runs * 0.9)));
  let taken = 0;
  const receiver = await startReceiver(() => {
    taken += 1;
    for (const moment of moments) {
      if (moment !== taken) continue;
      // At once: the message has arrived, and its sender will never know. Or a moment later, whatever is done then.
      if (random.next() < 0.5) fleet.kill();
      else setTimeout(() => fleet.kill(), random.whole(1, 40));
    }
  });
  const fleet = new Fleet(PROCESSES, random, program, [url, receiver.url, log]);
  onTestFinished(() => fleet.abandon());
  await until(() => taken >= runs / 3);
  await atAThird?.();
  await until(() => taken >= runs);
  await until(async () => (await store.listDeliveries({ state: "pending", limit: 1 })).length === 0);
  expect(await fleet.end()).toEqual(Array.from({ length: PROCESSES }, () => 0));
  expect(fleet.crashes).toEqual([]);
  expect(fleet.kills).toBe(kills);

  // Taken once under each key, and nothing else the second time.
  expect([...receiver.taken.keys()].toSorted()).toEqual([...truths.keys()].toSorted());
  expect([...receiver.twoFaced]).toEqual([]);
  for (const [key, body] of receiver.taken) expect(truthIn(body)).toEqual(truths.get(key));
  // Nobody said that he had settled what another had. Who was killed between the two said nothing.
  const won = readFileSync(log, "utf8").trimEnd().split("\n");
  expect(new Set(won).size).toBe(won.length);
  expect(won.filter((key) => !truths.has(key))).toEqual([]);
  const ended = await store.list({ status: ["ended"], limit: 10_000 });
  expect(outcomes(ended)).toEqual(outcomesIn(truths));
  const told = await store.listDeliveries({ state: "delivered", limit: 10_000 });
  expect(told.map(({ key, revision }) => `${key} ${revision}`).toSorted()).toEqual(
    [...truths.keys()].map((key) => `${key} 0`).toSorted(),
  );
  console.log(`${runs} runs, ${fleet.kills} kills, ${receiver.again()} messages came again`);
  await receiver.close();
  await store.close();
}

/** How each run ended, in an order of their own. */
function outcomes(ended: readonly Run[]): readonly string[] {
  return ended.map(({ runId, generation, outcome = "" }) => `${runId}/${generation} ${outcome}`).toSorted();
}

function outcomesIn(truths: ReadonlyMap<string, Truth>): readonly string[] {
  return [...truths].map(([key, { outcome }]) => `${key} ${outcome}`).toSorted();
}

function truthIn(body: string): Truth {
  const { outcome, result, salvage } = JSON.parse(body) as {
    readonly outcome: Truth["outcome"];
    readonly result?: { readonly text?: string };
    readonly salvage?: string;
  };
  return { outcome, text: result?.text ?? salvage ?? "" };
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + TIME_MS_MAX;
  while (!(await condition())) {
    if (Date.now() > giveUpAt) throw new Error(`not in ${TIME_MS_MAX} ms; FLEET_SEED=${seed}`);
    await sleep(20);
  }
}

function newFolder(): string {
  return mkdtempSync(join(quickFolder(), "lastword-processes-"));
}

/** A folder for one test, removed behind it. */
function folderOfTest(): string {
  const folder = newFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** How many leases are left: none, once all have been asked to stop. */
function heldIn(schema: string): string {
  const held = (table: string) =>
    `select count(*) as n from ${schema}${table} where lease_holder is not null`;
  return `select (${held("runs")}) + (${held("settlements")}) as n`;
}

test(
  "two thousand runs in SQLite, and 25 kills",
  async () => {
    const folder = folderOfTest();
    const file = join(folder, "runs.db");
    await sweepAll(folder, { url: `sqlite:${file}`, runs: 2_000, kills: 25 });
    const driver = await openSqlite(file);
    expect(driver.all("pragma integrity_check").map((row) => Object.values(row))).toEqual([["ok"]]);
    expect(driver.all(heldIn(""))).toMatchObject([{ n: 0 }]);
    driver.close();
  },
  TIME_MS_MAX,
);

test(
  "two thousand runs in PostgreSQL, and 25 kills",
  async () => {
    const folder = folderOfTest();
    const database = await freshDatabase();
    await sweepAll(folder, { url: database.url, runs: 2_000, kills: 25 });
    await nothingHeld(database.url);
    await database.drop();
  },
  TIME_MS_MAX,
);

test(
  "a PostgreSQL server that crashes in the middle, and comes back",
  async () => {
    const folder = folderOfTest();
    const server = await startPostgres();
    onTestFinished(() => server.close());
    await sweepAll(folder, {
      url: server.url,
      runs: 600,
      kills: 8,
      atAThird: async () => {
        await server.stop();
        await sleep(1_000);
        await server.start();
      },
    });
    await nothingHeld(server.url);
  },
  TIME_MS_MAX,
);

async function nothingHeld(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  expect((await client.query(heldIn("lastword."))).rows).toEqual([{ n: "0" }]);
  await client.end();
}
