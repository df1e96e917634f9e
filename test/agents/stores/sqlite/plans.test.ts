/** What SQLite does for each statement that runs often: it looks at what is due, whatever else the table holds. */

import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runStatements } from "../../../../src/agents/stores/sql/run-statements.ts";
import { settlementStatements } from "../../../../src/agents/stores/sql/settlement-statements.ts";
import { sqliteDialect } from "../../../../src/agents/stores/sqlite/dialect.ts";
import type { SqliteDriver } from "../../../../src/agents/stores/sqlite/driver.ts";
import { openSqlite } from "../../../../src/agents/stores/sqlite/open.ts";
import { sqliteStore } from "../../../../src/agents/stores/sqlite/store.ts";
import { quickFolder } from "../../../support/quick-folder.ts";

const runs = runStatements(sqliteDialect);
const settlements = settlementStatements(sqliteDialect);
let folder: string;
let driver: SqliteDriver;

beforeAll(async () => {
  folder = mkdtempSync(join(quickFolder(), "lastword-plans-"));
  driver = await openSqlite(join(folder, "runs.db"));
  sqliteStore(driver);
});
afterAll(() => {
  driver.close();
  rmSync(folder, { recursive: true, force: true });
});

// Not asked: what is looked up by its primary key, for that is its plan.
test.each([
  ["listStale", runs.listStale, "runs_due"],
  ["countStale", runs.countStale, "runs_due"],
  ["claim", runs.claim, "runs_due"],
  ["listAll", runs.listAll, "runs_by_age"],
  ["listOpen", runs.listOpen, "runs_open_by_age"],
  ["hasActiveDescendant", runs.hasActiveDescendant, "runs_by_parent"],
  ["activeDescendants", runs.activeDescendants, "runs_by_parent"],
  ["listImprovable", runs.listImprovable, "runs_by_end"],
  ["removable", runs.removable, "runs_by_end"],
  ["breakUp", runs.breakUp, "runs_leased"],
  ["breakUpDeliveries", settlements.breakUp, "settlements_leased"],
  ["claimDeliveries", settlements.claim, "settlements_due"],
  ["listDeliveries", settlements.list, "settlements_by_state"],
  ["last", settlements.last, "sqlite_autoindex_settlements_1"],
])("%s goes by its index, and scans no table", (_name, text, index) => {
  const plan = planOf(text);
  expect(plan.join("\n")).toContain(index);
  expect(plan.filter((line) => /^SCAN (?:runs|settlements|r|s|c)\b(?! USING)/.test(line))).toEqual([]);
});

test("what is due is claimed in the order of its index, without sorting", () => {
  expect(planOf(runs.claim).join("\n")).not.toContain("TEMP B-TREE");
  expect(planOf(settlements.claim).join("\n")).not.toContain("TEMP B-TREE");
});

function planOf(text: string): readonly string[] {
  const params = Object.fromEntries(
    [...text.matchAll(/:(\w+)/g)].map(([, name]) => [name, name === "roots" ? "[]" : 1]),
  );
  return driver.all(`explain query plan ${text}`, params).map((row) => String(row["detail"]));
}
