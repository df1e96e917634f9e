/** The way to the present tables: taken once however many come at once, and never back from newer ones. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execPath } from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRegistry } from "../../../src/agents/stores/open.ts";
import { openPostgresStore } from "../../../src/agents/stores/postgres/store.ts";
import { openSqlite } from "../../../src/agents/stores/sqlite/open.ts";
import { openSqliteStore } from "../../../src/agents/stores/sqlite/store.ts";
import { freshDatabase } from "../../support/postgres/database.ts";
import type { Database } from "../../support/postgres/database.ts";
import { aRun } from "../../support/registry-runs.ts";

const PROCESSES = 4;

let folder: string;
let database: Database;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "lastword-migrations-"));
  database = await freshDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

test.each(["SQLite", "PostgreSQL"])("many processes open a new store in %s at once", async (name) => {
  const url = name === "SQLite" ? `sqlite:${join(folder, "deep", "er", "many.db")}` : database.url;
  const program = fileURLToPath(new URL("../../support/open-store.ts", import.meta.url));
  const children = Array.from({ length: PROCESSES }, (_, index) => {
    const child = spawn(execPath, ["--import", "tsx", program, url, `run-${index}`], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
  });
  for (const { lines } of children) expect((await lines.next()).value).toBe("ready");
  for (const { child } of children) child.stdin.write("go\n");
  for (const { lines } of children) expect((await lines.next()).value).toBe("done");
  await Promise.all(
    children.map(async ({ child }) => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, "exit");
    }),
  );
  const store = await openRegistry(url);
  expect((await store.list({ limit: 10 })).length).toBe(PROCESSES);
  await store.close();
});

test("tables of a newer lastword are named and left alone: SQLite", async () => {
  const path = join(folder, "newer.db");
  const store = await openSqliteStore(path);
  await store.add(aRun());
  await store.close();
  const driver = await openSqlite(path);
  driver.script("pragma user_version = 7");
  const failure = { code: "newer-schema", found: 7, known: 1 };
  await expect(openSqliteStore(path)).rejects.toMatchObject({ failure });
  expect(driver.get("select count(*) as n from runs")?.["n"]).toBe(1);
  expect(driver.get("pragma user_version")?.["user_version"]).toBe(7);
  driver.close();
});

test("tables of a newer lastword are named and left alone: PostgreSQL", async () => {
  const pool = new pg.Pool({ connectionString: database.url });
  const schema = "newer";
  const store = await openPostgresStore(pool, { schema });
  await store.add(aRun());
  await pool.query("update newer.version set version = 7");
  const failure = { code: "newer-schema", found: 7, known: 1 };
  await expect(openPostgresStore(pool, { schema })).rejects.toMatchObject({ failure });
  expect((await pool.query("select version from newer.version")).rows).toEqual([{ version: 7 }]);
  // Who opened it before goes on.
  expect(await store.get("run-1")).toEqual(aRun());
  await pool.end();
});

test("a store that is up to date is opened without a right to change its tables", async () => {
  const pool = new pg.Pool({ connectionString: database.url });
  const schema = "granted";
  await (await openPostgresStore(pool, { schema })).close();
  const name = `worker_${process.pid}`;
  await pool.query(`create role ${name} login password 'secret'`);
  await pool.query(`grant usage on schema granted to ${name}`);
  await pool.query(`grant select, insert, update, delete on all tables in schema granted to ${name}`);
  const url = new URL(database.url);
  [url.username, url.password] = [name, "secret"];
  const store = await openPostgresStore(url.href, { schema });
  expect((await store.add(aRun())).kind).toBe("added");
  await store.close();
  await expect(openPostgresStore(url.href, { schema: "another" })).rejects.toMatchObject({
    failure: { code: "denied" },
  });
  await pool.query(`drop owned by ${name}`);
  await pool.query(`drop role ${name}`);
  await pool.end();
});
