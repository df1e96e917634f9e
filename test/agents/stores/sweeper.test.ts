/** The sweeper over a store that keeps its runs: what it decides is what a parent is told. */

import { writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openRegistry } from "../../../src/agents/stores/open.ts";
import { createSweeper } from "../../../src/agents/sweeper.ts";
import { ANSWERED, CUT_IN_TOOL } from "../../support/folder.ts";
import { START } from "../../support/openclaw-records.ts";
import { quickFolder } from "../../support/quick-folder.ts";
import { aRun } from "../../support/registry-runs.ts";

test.each(["memory:", "sqlite:"])(
  "settles lost runs and leaves word for their parents: %s",
  async (scheme) => {
    const folder = mkdtempSync(join(quickFolder(), "lastword-sweeper-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const registry = await openRegistry(scheme === "sqlite:" ? `sqlite:${join(folder, "runs.db")}` : scheme);
    for (const [runId, content] of [
      ["answered", ANSWERED],
      ["cut", CUT_IN_TOOL],
    ] as const) {
      const transcript = join(folder, `${runId}.jsonl`);
      writeFileSync(transcript, content);
      await registry.add(aRun({ runId, transcript, createdAt: START, startedAt: START }));
    }
    const clock = () => Date.now() + 600_000;
    await createSweeper({ registry, clock }).sweepOnce();
    const handed = await registry.claimDeliveries({ now: clock(), limit: 10, leaseMs: 1_000, holder: "x" });
    const told = Object.fromEntries(handed.map(({ key, settlement }) => [key, settlement.source]));
    expect(told).toEqual({
      "answered/1": "sweeper-lost-context-recovered",
      "cut/1": "sweeper-lost-context",
    });
    expect(await registry.listStale({ now: clock(), graceMs: 0, limit: 10 })).toEqual([]);
    await registry.close();
  },
);
