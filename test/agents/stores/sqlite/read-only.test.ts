/** Another program's database is read, and is afterwards as it was; its owner writes all the while. */

import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engineFor } from "../../../../src/agents/stores/sqlite/open.ts";
import type { RawDatabase } from "../../../../src/agents/stores/sqlite/driver.ts";
import { openReadOnly } from "../../../../src/agents/stores/sqlite/read-only.ts";
import { sqliteEngines } from "../../../support/sqlite-engines.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lastword ro #%3f-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Every file beside the database, with its bytes and the time of its last change. */
function state(): Record<string, string> {
  const files = readdirSync(folder).toSorted();
  return Object.fromEntries(
    files.map((name) => [
      name,
      `${statSync(join(folder, name)).mtimeMs} ${readFileSync(join(folder, name)).toString("base64")}`,
    ]),
  );
}

describe.each(sqliteEngines)("%s", (engine) => {
  const at = () => join(folder, "a.sqlite");
  const owner = async (): Promise<RawDatabase> => {
    const database = (await engineFor(engine)).open(at());
    database.exec("pragma journal_mode = wal; create table if not exists t (x text)");
    return database;
  };

  test("a running owner writes while it is read, and the reader sees one state at a time", async () => {
    const writer = await owner();
    writer.exec("insert into t values ('one')");
    const reader = await openReadOnly(at(), { engine });
    const read = () => reader.all("select x from t").map((row) => row["x"]);
    expect(read()).toEqual(["one"]);
    reader.snapshot(() => {
      expect(read()).toEqual(["one"]);
      writer.exec("insert into t values ('two')");
      expect(read()).toEqual(["one"]);
    });
    expect(read()).toEqual(["one", "two"]);
    reader.close();
    writer.exec("insert into t values ('three')");
    writer.close();
  });

  test("no statement writes", async () => {
    const writer = await owner();
    const reader = await openReadOnly(at(), { engine });
    for (const sql of ["insert into t values ('x')", "drop table t", "create table u (y)"]) {
      expect(() => reader.all(sql)).toThrow(/read-?only/);
    }
    reader.close();
    writer.close();
  });

  test("a database at rest is left as it is, and no file is made beside it", async () => {
    const writer = await owner();
    writer.exec("insert into t values ('one')");
    writer.exec("pragma wal_checkpoint(truncate)");
    // As its owner leaves it behind a clean end: no log. (libsql closes late.)
    copyFileSync(at(), join(folder, "rest.sqlite"));
    writer.close();
    for (const name of readdirSync(folder)) if (name !== "rest.sqlite") rmSync(join(folder, name));
    const before = state();
    const reader = await openReadOnly(join(folder, "rest.sqlite"), { engine });
    expect(reader.all("select x from t")).toMatchObject([{ x: "one" }]);
    reader.close();
    expect(state()).toEqual(before);
    expect(Object.keys(before)).toEqual(["rest.sqlite"]);
  });

  test("what a killed owner left in its log is read, index or none", async () => {
    const writer = await owner();
    writer.exec("insert into t values ('one')");
    // A copy of the files of this moment is what a kill leaves.
    for (const end of ["", "-wal"]) copyFileSync(at() + end, join(folder, `killed.sqlite${end}`));
    writer.close();
    const wal = readFileSync(join(folder, "killed.sqlite-wal"));
    const reader = await openReadOnly(join(folder, "killed.sqlite"), { engine });
    expect(reader.all("select x from t")).toMatchObject([{ x: "one" }]);
    reader.close();
    expect(readdirSync(folder).filter((name) => name.startsWith("killed"))).toEqual([
      "killed.sqlite",
      "killed.sqlite-wal",
    ]);
    expect(readFileSync(join(folder, "killed.sqlite-wal"))).toEqual(wal);
  });

  test.each([
    ["nothing there", undefined, "denied"],
    ["no database", "x".repeat(4_096), "corrupt"],
  ])("%s is told, and nothing is made", async (_, content, code) => {
    if (content !== undefined) writeFileSync(at(), content);
    const before = state();
    await expect(openReadOnly(at(), { engine })).rejects.toMatchObject({ failure: { code } });
    expect(state()).toEqual(before);
  });

  test("the copy is gone with the reader, or with the failure", async () => {
    const copies = () => readdirSync(tmpdir()).filter((name) => name.startsWith("lastword-read-"));
    const before = new Set(copies());
    writeFileSync(at(), "x".repeat(4_096));
    await expect(openReadOnly(at(), { engine })).rejects.toThrow("no whole SQLite database");
    writeFileSync(at(), "");
    const reader = await openReadOnly(at(), { engine });
    expect(reader.all("select count(*) as n from sqlite_master")).toMatchObject([{ n: 0 }]);
    reader.close();
    expect(copies().filter((name) => !before.has(name))).toEqual([]);
  });
});
