/** A store by its URL, and what is said where there is none. */

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { StoreError, isTransient } from "../../../src/agents/stores/failure.ts";
import { openRegistry } from "../../../src/agents/stores/open.ts";
import { openPostgresStore } from "../../../src/agents/stores/postgres/store.ts";
import { freshDatabase } from "../../support/postgres/database.ts";
import type { Database } from "../../support/postgres/database.ts";
import { aRun } from "../../support/registry-runs.ts";

let folder: string;
let database: Database;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "lastword-open-"));
  database = await freshDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

test("opens a file by its path, however it is written", async () => {
  const [plain, url] = [join(folder, "a runs.db"), join(folder, "b runs.db")];
  for (const given of [
    `sqlite:${plain}`,
    `SQLite:${plain}`,
    pathToFileURL(url).href.replace("file:", "sqlite:"),
  ]) {
    const store = await openRegistry(given);
    await store.add(aRun());
    await store.close();
  }
  expect([existsSync(plain), existsSync(url)]).toEqual([true, true]);
});

test("opens a database under both its names, and keeps what is in it", async () => {
  const one = await openRegistry(database.url);
  await one.add(aRun());
  await one.close();
  const other = await openRegistry(database.url.replace("postgres:", "postgresql:"));
  expect(await other.get("run-1")).toEqual(aRun());
  await other.close();
});

test("opens one in memory that nobody else sees", async () => {
  const [one, other] = [await openRegistry("memory:"), await openRegistry("memory:")];
  await one.add(aRun());
  expect(await other.get("run-1")).toBeUndefined();
});

test.each(["", "runs.db", "sqlite:", "sqlite::memory:", "mysql://user:secret@host/db", "/var/lib/runs.db"])(
  "refuses %j, and repeats no password",
  async (url) => {
    const failure = await failureOf(async () => openRegistry(url));
    expect(failure).toMatchObject({ code: "invalid" });
    expect(failure?.detail).not.toContain("secret");
  },
);

test("tells what keeps it from a PostgreSQL", async () => {
  const at = (change: (url: URL) => void) => {
    const url = new URL(database.url);
    change(url);
    return async () => openRegistry(url.href);
  };
  const unreachable = await failureOf(at((url) => (url.port = "1")));
  expect(unreachable).toMatchObject({ code: "unreachable" });
  expect(isTransient(unreachable!)).toBe(true);
  const denied = await failureOf(at((url) => (url.password = "wrong")));
  expect(denied).toMatchObject({ code: "denied" });
  expect(isTransient(denied!)).toBe(false);
  expect(await failureOf(at((url) => (url.pathname = "/nowhere")))).toMatchObject({ code: "invalid" });
});

test.each(["", "Upper", "a-b", "a; drop schema public", "x".repeat(42), "1a"])(
  "refuses %j as a schema's name",
  async (schema) => {
    const failure = await failureOf(async () => openPostgresStore(database.url, { schema }));
    expect(failure).toMatchObject({ code: "invalid" });
  },
);

test("tells that pg is not installed", async () => {
  vi.doMock("pg", () => {
    throw new Error("Cannot find package 'pg'");
  });
  try {
    expect(await failureOf(async () => openRegistry(database.url))).toMatchObject({ code: "no-driver" });
  } finally {
    vi.doUnmock("pg");
  }
});

async function failureOf(work: () => Promise<unknown>) {
  try {
    await work();
  } catch (error) {
    if (error instanceof StoreError) return error.failure;
    throw error;
  }
  return undefined;
}
