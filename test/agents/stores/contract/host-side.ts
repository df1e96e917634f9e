/** Contract: what a host does with its runs. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { IllegalTransitionError } from "../../../../src/agents/run.ts";
import type { Run } from "../../../../src/agents/run.ts";
import { NOW, aRun, anyOpenRun, lostContext, recovered } from "../../../support/registry-runs.ts";
import type { Opener } from "./subject.ts";

export function hostSideContract(fresh: () => Promise<Opener>): void {
  describe("runs", () => {
    test("come back as they were given, whatever is in them", async () => {
      const open = await fresh();
      const store = await open();
      let count = 0;
      await fc.assert(
        fc.asyncProperty(anyOpenRun, async (given) => {
          const run = { ...given, runId: `${(count += 1)} ${given.runId}` };
          expect(await store.add(run)).toEqual({ kind: "added", run });
          expect(await store.get(run.runId)).toEqual(run);
          const ended = { status: "ended", endedAt: NOW, outcome: "error", source: "host" } as const;
          const over = await store.update(run, ended);
          const { pauseReason: _1, waitingUntil: _2, waitingFor: _3, readFailures: _4, ...rest } = run;
          expect(over).toEqual({ kind: "updated", run: { ...rest, ...ended } });
          expect(await (await open()).get(run.runId)).toEqual({ ...rest, ...ended });
        }),
        { numRuns: 60 },
      );
    });

    test("are added once; started again they take the earlier one's place", async () => {
      const open = await fresh();
      const [store, other] = [await open(), await open()];
      expect((await store.add(aRun())).kind).toBe("added");
      expect(await other.add(aRun({ task: "another" }))).toEqual({ kind: "exists", run: aRun() });
      const again = aRun({ generation: 2, status: "queued" });
      expect(await other.add(again)).toEqual({ kind: "added", run: again });
      expect(await store.add(aRun())).toEqual({ kind: "exists", run: again });
      expect(await store.get("run-1")).toEqual(again);
      expect(await store.get("run-2")).toBeUndefined();
    });

    test("are listed from the newest on, in pages, by status and by outcome", async () => {
      const store = await (await fresh())();
      const runs = [0, 1, 2, 2, 3].map((minutes, index) =>
        aRun({
          runId: `run-${index}`,
          createdAt: NOW + minutes * 60_000,
          status: index === 1 ? "queued" : "running",
        }),
      );
      for (const run of runs) await store.add(run);
      for (const index of [0, 2]) {
        const settlement = index === 0 ? lostContext() : recovered();
        await store.settle({ runId: `run-${index}`, generation: 1, from: "running", settlement, at: NOW });
      }
      const ids = (found: readonly Run[]) => found.map(({ runId }) => runId).join(" ");
      const all = await store.list({ limit: 10 });
      expect(ids(all)).toBe("run-4 run-2 run-3 run-1 run-0");
      expect(ids(await store.list({ limit: 10, status: ["running"] }))).toBe("run-4 run-3");
      expect(ids(await store.list({ limit: 10, status: ["queued", "ended"] }))).toBe("run-2 run-1 run-0");
      expect(ids(await store.list({ limit: 10, status: [] }))).toBe("");
      expect(ids(await store.list({ limit: 10, outcome: "error" }))).toBe("run-0");
      const pages: string[] = [];
      let page = await store.list({ limit: 2 });
      while (page.length > 0) {
        pages.push(ids(page));
        page = await store.list({ limit: 2, after: page.at(-1)! });
      }
      expect(pages).toEqual(["run-4 run-2", "run-3 run-1", "run-0"]);
    });

    test("change as far as they may, and only as they were seen", async () => {
      const store = await (await fresh())();
      const run = aRun({ status: "queued", label: "a label" });
      await store.add(run);
      const owner = { pid: 7, processStartedAt: NOW - 1, heartbeatAt: NOW };
      const running = { ...run, status: "running", owner } as const;
      expect(await store.update(run, { status: "running", owner })).toEqual({
        kind: "updated",
        run: running,
      });
      expect(await store.update(run, { label: "late" })).toEqual({ kind: "lost", run: running });
      expect(await store.update({ ...running, generation: 2 }, { label: "late" })).toMatchObject({
        kind: "lost",
      });
      expect(await store.update(aRun({ runId: "none" }), {})).toEqual({ kind: "unknown-run" });
      const { label: _, ...unlabelled } = running;
      expect(await store.update(running, { label: undefined })).toEqual({ kind: "updated", run: unlabelled });
      await store.update(running, { status: "paused", pauseReason: "sessions_yield" });
      expect(await store.get("run-1")).toMatchObject({ status: "paused", pauseReason: "sessions_yield" });
      const woken = await store.update({ ...running, status: "paused" }, { status: "running" });
      expect(woken).toEqual({ kind: "updated", run: unlabelled });
      await expect(store.update(running, { status: "queued" })).rejects.toThrow(IllegalTransitionError);
      await store.update(running, { status: "ended", endedAt: NOW, outcome: "ok", source: "host" });
      const ended = { ...running, status: "ended" } as const;
      for (const status of ["queued", "running", "paused"] as const) {
        await expect(store.update(ended, { status })).rejects.toThrow(IllegalTransitionError);
      }
      expect(await store.deliveriesOf("run-1")).toEqual([]);
    });

    test.each<[string, Partial<Run>]>([
      ["an empty id", { runId: "" }],
      ["a long id", { runId: "x".repeat(1_025) }],
      ["a long task", { task: "é".repeat(600_000) }],
      ["no time", { createdAt: Number.NaN }],
      ["an endless wait", { waitingUntil: Infinity }],
      ["a broken count", { attempt: 1.5 }],
      ["a negative generation", { generation: -1 }],
      ["an end without an outcome", { status: "ended", endedAt: NOW }],
      ["an outcome without an end", { outcome: "ok" }],
      ["an owner without a pid", { owner: { pid: Number.NaN } }],
    ])("are refused with %s", async (_what, changes) => {
      const store = await (await fresh())();
      await expect(store.add(aRun(changes))).rejects.toMatchObject({ failure: { code: "invalid" } });
      expect(await store.list({ limit: 1 })).toEqual([]);
    });
  });

  describe("descendants", () => {
    test("are active while one at any depth is, behind ended ones too, and in a ring", async () => {
      const store = await (await fresh())();
      const child = (runId: string, parentRunId: string) => store.add(aRun({ runId, parentRunId }));
      const end = (runId: string) =>
        store.update(aRun({ runId }), { status: "ended", endedAt: NOW, outcome: "ok", source: "host" });
      await store.add(aRun({ runId: "top", parentRunId: "ring" }));
      await child("middle", "top");
      await child("leaf", "middle");
      await child("leaf-2", "middle");
      await child("ring", "leaf");
      await child("self", "self");
      await end("middle");
      expect(await store.hasActiveDescendant("top")).toBe(true);
      expect(await store.activeDescendants("top", 10)).toEqual(["leaf", "leaf-2", "ring"]);
      expect(await store.activeDescendants("top", 1)).toEqual(["leaf"]);
      expect(await store.hasActiveDescendant("self")).toBe(false);
      expect(await store.hasActiveDescendant("none")).toBe(false);
      for (const runId of ["leaf", "leaf-2", "ring"]) await end(runId);
      expect(await store.hasActiveDescendant("top")).toBe(false);
      expect(await store.hasActiveDescendant("middle")).toBe(true);
    });
  });

  describe("retention", () => {
    test("removes what ended before, and keeps what somebody still needs", async () => {
      const store = await (await fresh())();
      const settle = async (runId: string, at: number, deliver: boolean) => {
        await store.settle({ runId, generation: 1, from: "running", settlement: lostContext(), at });
        if (!deliver) return;
        for (const sent of await store.claimDeliveries({ now: at, limit: 9, leaseMs: 9, holder: "x" })) {
          await store.delivered(sent, at);
        }
      };
      for (const runId of ["old", "new", "parent", "unsent", "open"]) await store.add(aRun({ runId }));
      await store.add(aRun({ runId: "child", parentRunId: "parent" }));
      await settle("old", NOW - 2, true);
      await settle("parent", NOW - 2, true);
      await settle("new", NOW, true);
      await settle("unsent", NOW - 2, false);
      const before = { endedBefore: NOW - 1, limit: 10 };
      expect(await store.prune(before)).toBe(1);
      expect(await store.get("old")).toBeUndefined();
      expect(await store.deliveriesOf("old")).toEqual([]);
      await settle("child", NOW - 2, false);
      await store.dismiss("child", NOW);
      await store.dismiss("unsent", NOW);
      expect(await store.prune({ ...before, limit: 1 })).toBe(1);
      expect(await store.get("child")).toBeUndefined();
      // The parent goes once its child is gone.
      expect(await store.prune(before)).toBe(2);
      expect((await store.list({ limit: 10 })).map(({ runId }) => runId)).toEqual(["new", "open"]);
    });
  });

  test("a page without a limit that is one is refused", async () => {
    const store = await (await fresh())();
    for (const limit of [-1, 1.5, Number.NaN, 10_001]) {
      await expect(store.list({ limit })).rejects.toMatchObject({ failure: { code: "invalid" } });
    }
  });

  test("a closed store says so, and may be closed again", async () => {
    const store = await (await fresh())();
    await store.close();
    await store.close();
    await expect(store.get("run-1")).rejects.toMatchObject({ failure: { code: "closed" } });
  });
}
