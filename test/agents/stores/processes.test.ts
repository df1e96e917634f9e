/** Several processes sweep one store, and are killed in the middle of it, again and again. */

import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execPath } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { openRegistry } from "../../../src/agents/stores/open.ts";
import { openSqlite } from "../../../src/agents/stores/sqlite/open.ts";
import { freshDatabase } from "../../support/postgres/database.ts";
import { quickFolder } from "../../support/quick-folder.ts";
import { aRun } from "../../support/registry-runs.ts";

const PROCESSES = 3;
const RUNS = 200;
const KILLS = 5;

const program = fileURLToPath(new URL("../../support/sweep-store.ts", import.meta.url));

test.each(["SQLite", "PostgreSQL"])(
  "each run is settled once, and told under one key: %s",
  async (name) => {
    const folder = mkdtempSync(join(quickFolder(), "lastword-processes-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const database = name === "PostgreSQL" ? await freshDatabase() : undefined;
    const url = database?.url ?? `sqlite:${join(folder, "runs.db")}`;
    const keys = join(folder, "keys");
    writeFileSync(keys, "");
    const store = await openRegistry(url);
    const ids = Array.from({ length: RUNS }, (_, index) => `run-${index}`);
    for (const runId of ids) await store.add(aRun({ runId }));

    const start = () =>
      spawn(execPath, ["--import", "tsx", program, url, keys], { stdio: ["ignore", "ignore", "inherit"] });
    const children = Array.from({ length: PROCESSES }, start);
    onTestFinished(() => {
      for (const child of children) child.kill("SIGKILL");
    });
    for (let kills = 0; kills < KILLS; kills += 1) {
      // Whenever something has happened since the last time, and not at a time of day that suits.
      await progress(keys);
      const index = kills % PROCESSES;
      children[index]?.kill("SIGKILL");
      children[index] = start();
    }
    const codes = await Promise.all(children.map(async (child) => exitOf(child)));
    expect(codes).toEqual(children.map(() => 0));

    const told = new Map<string, Set<string>>();
    for (const line of readFileSync(keys, "utf8").trimEnd().split("\n")) {
      const [key = "", digest = ""] = line.split(" ");
      told.set(key, (told.get(key) ?? new Set()).add(digest));
    }
    // Perhaps more than once, when the one who told was killed before it could say so; never two things.
    expect([...told.keys()].toSorted()).toEqual(ids.map((id) => `${id}/1`).toSorted());
    expect([...told.values()].filter((digests) => digests.size !== 1)).toEqual([]);
    for (const runId of ids) {
      expect(await store.get(runId)).toMatchObject({ status: "ended", outcome: "ok" });
      expect(await store.deliveriesOf(runId)).toMatchObject([{ state: "delivered", revision: 0 }]);
    }
    await store.close();
    if (database === undefined) {
      const driver = await openSqlite(join(folder, "runs.db"));
      expect(driver.all("pragma integrity_check").map((row) => Object.values(row))).toEqual([["ok"]]);
      driver.close();
    }
    await database?.drop();
  },
  240_000,
);

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}

/** Waits until another key was written, unless all are; at most a second, for a killed one's lease must end first. */
async function progress(keys: string): Promise<void> {
  const written = () => readFileSync(keys, "utf8").split("\n").length - 1;
  const before = written();
  for (let tries = 0; tries < 100 && before < RUNS; tries += 1) {
    await sleep(10);
    if (written() > before) return;
  }
}
