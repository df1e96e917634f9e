/** Contract: how a settlement reaches the parent. */

import { beforeEach, describe, expect, test } from "vitest";
import type { RunStore } from "../../../../src/agents/run-store.ts";
import { NOW, aRun, lostContext, recovered } from "../../../support/registry-runs.ts";
import type { Opener } from "./subject.ts";

export function outboxContract(fresh: () => Promise<Opener>): void {
  describe("the outbox", () => {
    let open: Opener;
    let store: RunStore;
    beforeEach(async () => {
      open = await fresh();
      store = await open();
    });
    const settled = async (runId: string, at = NOW) => {
      await store.add(aRun({ runId }));
      await store.settle({ runId, generation: 1, from: "running", settlement: recovered(), at });
    };
    const claim = async (now = NOW, over: object = {}) =>
      store.claimDeliveries({ now, limit: 10, leaseMs: 1_000, holder: "deliverer", ...over });

    test("holds what a settlement says, and to whom", async () => {
      await settled("run-1");
      const [delivery] = await claim();
      const { evidence: _, ...rest } = recovered();
      expect(delivery).toEqual({
        key: "run-1/1",
        runId: "run-1",
        generation: 1,
        revision: 0,
        correction: 0,
        requesterSessionKey: "agent:main:main",
        childSessionKey: "agent:main:subagent:1",
        settlement: { ...rest, evidence: delivery!.settlement.evidence },
        state: "pending",
        attempts: 1,
        settledAt: NOW,
        dueAt: NOW + 1_000,
        token: 1,
        until: NOW + 1_000,
      });
      expect(await store.delivered(delivery!, NOW + 7)).toEqual({ kind: "delivered" });
      expect(await store.delivered(delivery!, NOW + 8)).toEqual({ kind: "lost" });
      expect(await claim(NOW * 2)).toEqual([]);
      const [after] = await store.deliveriesOf("run-1");
      expect(after).toMatchObject({ state: "delivered", finishedAt: NOW + 7, attempts: 1 });
      expect(after).not.toHaveProperty("dueAt");
    });

    test("gives each message to one at a time, in bounded batches, the earliest first", async () => {
      const others = await Promise.all([open(), open(), open()]);
      for (let n = 0; n < 20; n += 1) await settled(`run-${n}`, NOW + n);
      const first = await claim(NOW + 100, { limit: 2 });
      expect(first.map(({ runId }) => runId)).toEqual(["run-0", "run-1"]);
      const batches = await Promise.all(
        [...others, ...others].map(async (one) =>
          one.claimDeliveries({ now: NOW + 100, limit: 4, leaseMs: 1_000, holder: "x" }),
        ),
      );
      const keys = [first, ...batches].flat().map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
    });

    test("hands a message out again when whoever had it said nothing, under the same key", async () => {
      await settled("run-1");
      const [lost] = await claim();
      expect(await claim(NOW + 999)).toEqual([]);
      const [again] = await claim(NOW + 1_000);
      expect(again).toMatchObject({ key: lost!.key, attempts: 2 });
      expect(again!.token).toBeGreaterThan(lost!.token);
      expect(await store.delivered(lost!, NOW)).toEqual({ kind: "lost" });
      expect(await store.failed(lost!, { at: NOW, error: "x" })).toEqual({ kind: "lost" });
      expect(await store.delivered(again!, NOW)).toEqual({ kind: "delivered" });
    });

    test("takes a message back from a clock that is far ahead", async () => {
      await settled("run-1");
      const [ahead] = await claim(NOW * 2);
      const [delivery] = await claim(NOW);
      expect(delivery).toMatchObject({ key: "run-1/1", attempts: 2 });
      expect(await store.delivered(ahead!, NOW)).toEqual({ kind: "lost" });
    });

    test("tries again later, and gives up when it is told to", async () => {
      await settled("run-1");
      const [first] = await claim();
      const failure = { at: NOW, error: "503\0 \ud800", retryAt: NOW + 5_000 };
      expect(await store.failed(first!, failure)).toEqual({ kind: "retry", at: NOW + 5_000 });
      expect(await claim(NOW + 4_999)).toEqual([]);
      const [second] = await claim(NOW + 5_000);
      expect(second).toMatchObject({ attempts: 2, lastError: "503\0 \ud800" });
      expect(await store.failed(second!, { at: NOW + 9, error: "é".repeat(5_000) })).toEqual({
        kind: "dead",
      });
      expect(await claim(NOW * 2)).toEqual([]);
      const [dead] = await store.listDeliveries({ state: "dead", limit: 5 });
      expect(dead).toMatchObject({
        key: "run-1/1",
        state: "dead",
        finishedAt: NOW + 9,
        lastError: "é".repeat(2_048),
      });
    });

    test("is retried by hand: a dead message, one that waits, one that was dismissed", async () => {
      await settled("run-1");
      await store.failed((await claim())[0]!, { at: NOW, error: "no" });
      const retried = await store.retry("run-1", NOW + 1);
      expect(retried).toMatchObject({
        kind: "done",
        delivery: { state: "pending", attempts: 0, dueAt: NOW + 1 },
      });
      const [again] = await claim(NOW + 1);
      expect(again).toMatchObject({ key: "run-1/1", attempts: 1 });
      // On its way at this moment: twice under one key would not hurt, but helps nobody.
      expect(await store.retry("run-1", NOW + 2)).toMatchObject({ kind: "refused" });
      await store.failed(again!, { at: NOW + 2, error: "no", retryAt: NOW + 99_999 });
      expect(await store.retry("run-1", NOW + 3)).toMatchObject({
        kind: "done",
        delivery: { dueAt: NOW + 3 },
      });
      await store.dismiss("run-1", NOW + 4);
      expect(await claim(NOW * 2)).toEqual([]);
      expect(await store.retry("run-1", NOW + 5)).toMatchObject({
        kind: "done",
        delivery: { state: "pending" },
      });
      await store.delivered((await claim(NOW + 5))[0]!, NOW + 5);
      expect(await store.retry("run-1", NOW + 6)).toMatchObject({
        kind: "refused",
        delivery: { state: "delivered" },
      });
      expect(await store.dismiss("run-1", NOW + 6)).toMatchObject({ kind: "refused" });
      expect(await store.retry("none", NOW)).toEqual({ kind: "nothing" });
      expect(await store.dismiss("none", NOW)).toEqual({ kind: "nothing" });
    });

    test("drops what was dismissed on its way, and lets it arrive if it does", async () => {
      await settled("run-1");
      await settled("run-2");
      const [one, two] = await claim();
      await store.dismiss("run-1", NOW);
      await store.dismiss("run-2", NOW);
      expect(await store.failed(one!, { at: NOW, error: "no", retryAt: NOW })).toEqual({ kind: "dropped" });
      expect(await store.delivered(two!, NOW)).toEqual({ kind: "delivered" });
      expect(await claim(NOW * 2)).toEqual([]);
      expect(await store.deliveriesOf("run-1")).toMatchObject([{ state: "dismissed" }]);
      expect(await store.deliveriesOf("run-2")).toMatchObject([{ state: "delivered" }]);
    });

    test("is listed by state, the oldest first, in pages", async () => {
      for (const [runId, at] of [
        ["b", 1],
        ["a", 2],
        ["c", 1],
        ["d", 3],
      ] as const) {
        await settled(runId, NOW + at);
      }
      await store.add(aRun({ runId: "e" }));
      await store.settle({ runId: "e", generation: 1, from: "running", settlement: lostContext(), at: NOW });
      await store.dismiss("e", NOW);
      const pages: string[] = [];
      let page = await store.listDeliveries({ state: "pending", limit: 3 });
      while (page.length > 0) {
        pages.push(page.map(({ runId }) => runId).join(" "));
        page = await store.listDeliveries({ state: "pending", limit: 3, after: page.at(-1)! });
      }
      expect(pages).toEqual(["b c a", "d"]);
      expect(
        (await store.listDeliveries({ state: "dismissed", limit: 3 })).map(({ runId }) => runId),
      ).toEqual(["e"]);
    });
  });
}
