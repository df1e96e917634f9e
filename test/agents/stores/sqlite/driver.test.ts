/** The SQLite driver: the same answers from both engines, private files, and no value that an engine would spoil. */

import { mkdtempSync, rmSync, statSync, writeFileSync, chmodSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { StoreError } from "../../../../src/agents/stores/failure.ts";
import type { SqliteDriver } from "../../../../src/agents/stores/sqlite/driver.ts";
import { openSqlite } from "../../../../src/agents/stores/sqlite/open.ts";
import { hasNodeSqlite, sqliteEngines } from "../../../support/sqlite-engines.ts";

describe.each(sqliteEngines)("over %s", (engine) => {
  let folder: string;
  let path: string;
  const open: SqliteDriver[] = [];
  const connect = async (busyTimeoutMs = 1_000): Promise<SqliteDriver> => {
    const driver = await openSqlite(path, { engine, busyTimeoutMs });
    open.push(driver);
    return driver;
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "lastword-sqlite-"));
    path = join(folder, "state", "runs.db");
  });
  afterEach(() => {
    for (const driver of open.splice(0)) driver.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("makes the folder and the files private, and takes what others had", async () => {
    const driver = await connect();
    driver.script("create table t (a text)");
    const modeOf = (name: string) => statSync(name).mode & 0o777;
    expect(modeOf(join(folder, "state"))).toBe(0o700);
    expect(["", "-wal", "-shm"].map((end) => modeOf(path + end))).toEqual([0o600, 0o600, 0o600]);
    driver.close();
    chmodSync(path, 0o644);
    await connect();
    expect(modeOf(path)).toBe(0o600);
  });

  test("gives back what was bound", async () => {
    const driver = await connect();
    driver.script("create table t (a integer primary key, b text, c real) strict");
    fc.assert(
      fc.property(
        fc.record({
          a: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
          b: fc.option(fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0"))),
          c: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
        }),
        (row) => {
          expect(driver.all("insert into t values (:a, :b, :c)", row)).toEqual([]);
          expect({ ...driver.get("select * from t where a = :a", { a: row.a }) }).toEqual(row);
          expect(driver.all("delete from t returning a").map((gone) => gone["a"])).toEqual([row.a]);
        },
      ),
      { numRuns: 50 },
    );
  });

  test("gives no row as undefined, and no field of its own", async () => {
    const driver = await connect();
    expect(driver.get("select 1 as a where :b is not null", { b: null })).toBeUndefined();
    expect(Object.keys(driver.get("select 1 as a") ?? {})).toEqual(["a"]);
  });

  test("refuses what an engine would spoil or die of", async () => {
    const driver = await connect();
    const values: readonly unknown[] = [
      true,
      new Date(0),
      Buffer.from("a"),
      undefined,
      Number.NaN,
      Infinity,
      1n,
      {},
      "a\0b",
      "\ud800",
    ];
    for (const value of values) {
      expect(codeOf(() => driver.all("select :a as a", { a: value as string }))).toBe("invalid");
    }
  });

  test("keeps a transaction whole or not at all", async () => {
    const driver = await connect();
    driver.script("create table t (a integer primary key)");
    const add = (a: number) => driver.all("insert into t values (:a)", { a });
    driver.transaction(() => add(1));
    expect(codeOf(() => driver.transaction(() => [add(2), add(1)]))).toBe("conflict");
    const bug = new RangeError("a bug of the caller's");
    expect(() =>
      driver.transaction(() => {
        add(3);
        throw bug;
      }),
    ).toThrow(bug);
    expect(codeOf(() => driver.transaction(() => driver.transaction(() => add(4))))).toBe("invalid");
    expect(driver.all("select a from t").map((row) => row["a"])).toEqual([1]);
  });

  test("says busy when another connection holds the lock, and goes on after it", async () => {
    const [one, other] = [await connect(), await connect(50)];
    one.script("create table t (a integer primary key)");
    one.transaction(() => {
      expect(codeOf(() => other.transaction(() => 1))).toBe("busy");
      expect(other.get("select count(*) as n from t")?.["n"]).toBe(0);
    });
    expect(other.transaction(() => other.all("insert into t values (1) returning a"))).toMatchObject([
      { a: 1 },
    ]);
  });

  test("tells its failures apart", async () => {
    writeFileSync(join(folder, "prose.txt"), "this is prose, no database. ".repeat(100));
    const failed = async (file: string) =>
      openSqlite(join(folder, file), { engine }).then(
        () => "opened",
        (error: unknown) => (error instanceof StoreError ? error.failure.code : "another error"),
      );
    expect(await failed("prose.txt")).toBe("corrupt");
    expect(await failed("prose.txt/runs.db")).toBe("denied");
    expect(await failed(".")).toBe("denied");
    const driver = await connect();
    expect(codeOf(() => driver.all("selekt"))).toBe("failed");
    driver.close();
    driver.close();
    expect(codeOf(() => driver.all("select 1"))).toBe("closed");
    expect(codeOf(() => driver.transaction(() => 1))).toBe("closed");
  });
});

test("an engine that is not here is told", async () => {
  if (hasNodeSqlite) return;
  const path = join(tmpdir(), "lastword-never-made", "runs.db");
  await expect(openSqlite(path, { engine: "node:sqlite" })).rejects.toMatchObject({
    failure: { code: "no-driver" },
  });
});

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return error instanceof StoreError ? error.failure.code : `another error: ${String(error)}`;
  }
  return "none";
}
