/**
 * A process that has a file open twice, beside another that comes and goes. A lock of SQLite's is the process's, and
 * is lost as soon as any part of the process closes the file: then whoever comes and goes removes the log, and what
 * is written next is written into nothing.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { openSqliteStore } from "../../../../src/agents/stores/sqlite/store.ts";
import { aRun } from "../../../support/registry-runs.ts";
import { sqliteEngines } from "../../../support/sqlite-engines.ts";

const program = fileURLToPath(new URL("../../../support/open-store.ts", import.meta.url));

test.each(sqliteEngines)("what is written stays, over %s", async (engine) => {
  const folder = mkdtempSync(join(tmpdir(), "lastword-locks-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "runs.db");
  const first = await openSqliteStore(file, { engine });
  const second = await openSqliteStore(file, { engine });
  await first.add(aRun({ runId: "before" }));
  const log = statSync(`${file}-wal`).ino;

  const args = ["--import", "tsx", program, `sqlite:${file}`, "from-another"];
  const said = execFileSync(execPath, args, { input: "go\n", encoding: "utf8" });
  expect(said).toBe("ready\ndone\n");

  expect(statSync(`${file}-wal`).ino).toBe(log);
  await first.add(aRun({ runId: "behind" }));
  await first.close();
  await second.close();
  const later = await openSqliteStore(file, { engine });
  const runs = await later.list({ limit: 10 });
  expect(runs.map(({ runId }) => runId)).toEqual(["before", "behind", "from-another"]);
  await later.close();
});
