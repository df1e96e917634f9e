/** The small registry in memory: what a sweeper needs, and no more. */

import { expect, test } from "vitest";
import { MemoryRegistry } from "../../../src/agents/stores/memory.ts";
import { NOW, aRun, lostContext, recovered } from "../../support/registry-runs.ts";

test("lists what began before the grace and is not over, the oldest first", async () => {
  const registry = new MemoryRegistry([
    aRun({ runId: "young", startedAt: NOW - 59_999 }),
    aRun({ runId: "younger", startedAt: NOW - 60_000 }),
    aRun({ runId: "older", status: "paused" }),
    aRun({ runId: "queued", status: "queued" }),
    aRun({ runId: "over", status: "ended", endedAt: NOW, outcome: "ok" }),
  ]);
  const ids = async (limit: number) =>
    (await registry.listStale({ now: NOW, graceMs: 60_000, limit })).map(({ runId }) => runId);
  expect(await ids(10)).toEqual(["older", "younger"]);
  expect(await ids(1)).toEqual(["older"]);
});

test("settles once: the next one learns what was decided", async () => {
  const registry = new MemoryRegistry([aRun()]);
  const settle = async (over: object) =>
    registry.settle({
      runId: "run-1",
      generation: 1,
      from: "running",
      settlement: recovered(),
      at: NOW,
      ...over,
    });
  expect(await settle({ runId: "none" })).toEqual({ kind: "unknown-run" });
  expect(await settle({ generation: 2 })).toEqual({ kind: "lost", run: aRun() });
  expect(await settle({ from: "paused" })).toEqual({ kind: "lost", run: aRun() });
  const { source } = recovered();
  const run = aRun({ status: "ended", endedAt: NOW, outcome: "ok", source });
  expect(await settle({})).toEqual({ kind: "settled", run });
  expect(await settle({ settlement: lostContext() })).toEqual({ kind: "lost", run });
  expect(await settle({ from: "ended" })).toEqual({ kind: "lost", run });
  expect(registry.get("run-1")).toEqual(run);
  expect(registry.settlementOf("run-1")).toEqual(recovered());
  expect(registry.settlementOf("none")).toBeUndefined();
});

test("knows descendants at any depth, behind ended ones too, and in a ring", () => {
  const over = { status: "ended", endedAt: NOW, outcome: "ok" } as const;
  const registry = new MemoryRegistry([
    aRun({ runId: "top", parentRunId: "leaf" }),
    aRun({ runId: "middle", parentRunId: "top", ...over }),
    aRun({ runId: "leaf", parentRunId: "middle" }),
  ]);
  expect(registry.hasActiveDescendant("top")).toBe(true);
  registry.put(aRun({ runId: "leaf", parentRunId: "middle", ...over }));
  expect(registry.hasActiveDescendant("top")).toBe(false);
  expect(registry.hasActiveDescendant("none")).toBe(false);
});
