/** Rows that somebody changed by hand: told of to whoever asks for them, and in nobody else's way. */

import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSqlite } from "../../../../src/agents/stores/sqlite/open.ts";
import { sqliteStore } from "../../../../src/agents/stores/sqlite/store.ts";
import { quickFolder } from "../../../support/quick-folder.ts";
import { NOW, aRun, recovered } from "../../../support/registry-runs.ts";

test("a spoiled settlement keeps no other delivery back", async () => {
  const folder = mkdtempSync(join(quickFolder(), "lastword-spoiled-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const driver = await openSqlite(join(folder, "runs.db"));
  const store = sqliteStore(driver);
  for (const runId of ["run-1", "run-2"]) {
    await store.add(aRun({ runId }));
    await store.settle({ runId, generation: 1, from: "running", settlement: recovered(), at: NOW });
  }
  driver.all("update settlements set settlement = '{' where run_id = 'run-1'");
  const handed = await store.claimDeliveries({ now: NOW, limit: 10, leaseMs: 1_000, holder: "x" });
  expect(handed.map(({ runId }) => runId)).toEqual(["run-2"]);
  await expect(store.settlementOf("run-1")).rejects.toMatchObject({ failure: { code: "corrupt" } });
  await store.close();
});
