/** Contract: what a sweeper does with stale runs, alone and among others. */

import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Claim, ClaimQuery, RunStore } from "../../../../src/agents/run-store.ts";
import { NOW, aRun, anyText, killed, lostContext, recovered } from "../../../support/registry-runs.ts";
import type { Opener } from "./subject.ts";

const LEASE_MS = 30_000;

/** A claim by a sweeper that reaches everything. */
function due(over: Partial<ClaimQuery> = {}): ClaimQuery {
  return { now: NOW, graceMs: 60_000, limit: 10, leaseMs: LEASE_MS, holder: "sweeper", ...over };
}

function ids(claims: readonly Claim[]): string {
  return claims.map(({ run }) => run.runId).join(" ");
}

export function sweeperSideContract(fresh: () => Promise<Opener>): void {
  describe("stale runs", () => {
    test("are those that began before the grace, are not over, wait for nothing, and are in nobody's hand", async () => {
      const store = await (await fresh())();
      await store.add(aRun({ runId: "fresh", startedAt: NOW - 59_999 }));
      await store.add(aRun({ runId: "younger", startedAt: NOW - 60_000 }));
      await store.add(aRun({ runId: "older" }));
      await store.add(aRun({ runId: "paused", status: "paused", startedAt: NOW - 300_000 }));
      await store.add(aRun({ runId: "queued", status: "queued" }));
      await store.add(aRun({ runId: "waiting", waitingUntil: NOW + 1 }));
      await store.add(aRun({ runId: "waited", waitingUntil: NOW, startedAt: NOW - 100_000 }));
      await store.add(aRun({ runId: "over", status: "ended", endedAt: NOW, outcome: "ok", source: "host" }));
      const query = { now: NOW, graceMs: 60_000, limit: 10 };
      const listed = (await store.listStale(query)).map(({ runId }) => runId);
      expect(listed).toEqual(["older", "paused", "waited", "younger"]);
      expect((await store.listStale({ ...query, limit: 2 })).length).toBe(2);
      expect(await store.countStale(query)).toBe(4);
      expect(await store.countStale({ ...query, limit: 3 })).toBe(3);
      await store.claim(due({ limit: 1 }));
      expect(await store.countStale(query)).toBe(3);
      expect(await store.countStale({ ...query, now: NOW + LEASE_MS })).toBe(6);
    });

    test("in somebody's hand are listed, the lease that ends first at the top, until it is let go", async () => {
      const store = await (await fresh())();
      await store.add(aRun({ runId: "a" }));
      await store.add(aRun({ runId: "b" }));
      await store.add(aRun({ runId: "c" }));
      const [long, held] = await store.claim(due({ limit: 2, leaseMs: 2 * LEASE_MS }));
      const [short] = await store.claim(due({ limit: 1, holder: "another" }));
      const claims = await store.listClaims({ limit: 10 });
      expect(claims.map(({ run, holder, until }) => [run.runId, holder, until])).toEqual([
        ["c", "another", NOW + LEASE_MS],
        ["a", "sweeper", NOW + 2 * LEASE_MS],
        ["b", "sweeper", NOW + 2 * LEASE_MS],
      ]);
      expect(claims[0]).toEqual(short);
      expect(ids(await store.listClaims({ limit: 1 }))).toBe("c");
      if (long !== undefined) await store.release(long);
      if (held !== undefined) await store.defer(held, { until: NOW + 1, why: "a reason" });
      const settlement = recovered();
      const request = { runId: "c", generation: 1, from: "running", settlement, at: NOW } as const;
      if (short !== undefined) await store.settle({ ...request, token: short.token });
      expect(await store.listClaims({ limit: 10 })).toEqual([]);
    });

    test("of another machine are left to it", async () => {
      const store = await (await fresh())();
      await store.add(aRun({ runId: "a", host: "one", transcript: "/home/user/a.jsonl" }));
      await store.add(aRun({ runId: "b", host: "two", transcript: "/shared/b.jsonl" }));
      await store.add(aRun({ runId: "c", host: "two", transcript: "/shared-not/c.jsonl" }));
      await store.add(aRun({ runId: "d", transcript: "/shared/d.jsonl" }));
      await store.add(aRun({ runId: "e" }));
      const reaching = async (reach: ClaimQuery["reach"]) => {
        const claims = await store.claim(due(reach === undefined ? {} : { reach }));
        for (const claim of claims) await store.release(claim);
        return ids(claims);
      };
      expect(await reaching({ host: "one" })).toBe("a");
      expect(await reaching({ host: "one", sharedRoots: ["/nowhere", "/shared"] })).toBe("a b d");
      expect(await reaching({ host: "three" })).toBe("");
      expect(await reaching(undefined)).toBe("a b c d e");
      expect(await store.countStale({ ...due(), reach: { host: "two" } })).toBe(2);
    });
  });

  describe("a claim", () => {
    test("is one sweeper's, in a bounded batch, the longest due first", async () => {
      const open = await fresh();
      const [store, other] = [await open(), await open()];
      for (const age of [3, 1, 4, 2, 5]) {
        await store.add(aRun({ runId: `run-${age}`, startedAt: NOW - age * 100_000 }));
      }
      const first = await store.claim(due({ limit: 2, holder: "one" }));
      expect(ids(first)).toBe("run-5 run-4");
      expect(first[0]).toMatchObject({ holder: "one", token: 1, until: NOW + LEASE_MS });
      expect(ids(await other.claim(due({ holder: "two" })))).toBe("run-3 run-2 run-1");
      expect(await store.claim(due())).toEqual([]);
    });

    test("that races others gives each run to one", async () => {
      const open = await fresh();
      const stores = await Promise.all([open(), open(), open(), open()]);
      for (let n = 0; n < 40; n += 1) await stores[0].add(aRun({ runId: `run-${n}` }));
      const batches = await Promise.all(
        [...stores, ...stores, ...stores].map(async (store) => store.claim(due({ limit: 7 }))),
      );
      for (const batch of batches) expect(batch.length).toBeLessThanOrEqual(7);
      const claimed = batches.flat().map(({ run }) => run.runId);
      expect(new Set(claimed).size).toBe(claimed.length);
      // Somebody who was passed over comes again.
      const rest = await stores[1].claim(due({ limit: 40 }));
      expect(claimed.length + rest.length).toBe(40);
    });

    test("ends with its lease, and the next one's token is greater", async () => {
      const store = await (await fresh())();
      await store.add(aRun());
      const [lost] = await store.claim(due());
      expect(await store.claim(due({ now: NOW + LEASE_MS - 1 }))).toEqual([]);
      const [held] = await store.claim(due({ now: NOW + LEASE_MS, holder: "another" }));
      expect(held!.token).toBeGreaterThan(lost!.token);
      const settlement = lostContext();
      const { runId, generation } = aRun();
      const settle = { runId, generation, from: "running", settlement, at: NOW } as const;
      expect(await store.renew(lost!, { now: NOW, leaseMs: LEASE_MS })).toEqual({ kind: "lost" });
      expect(await store.release(lost!)).toEqual({ kind: "lost" });
      expect(await store.defer(lost!, { until: NOW * 2, why: "late" })).toEqual({ kind: "lost" });
      expect(await store.settle({ ...settle, token: lost!.token })).toEqual({ kind: "lost", run: aRun() });
      expect(await store.settle({ ...settle, token: held!.token })).toMatchObject({ kind: "settled" });
      expect(await store.renew(held!, { now: NOW, leaseMs: LEASE_MS })).toEqual({ kind: "lost" });
    });

    test("is held for longer while nobody else has it, though its lease ran out", async () => {
      const store = await (await fresh())();
      await store.add(aRun());
      const [claim] = await store.claim(due());
      const renewed = await store.renew(claim!, { now: NOW + LEASE_MS + 5, leaseMs: 1_000 });
      expect(renewed).toEqual({ kind: "held", claim: { ...claim, until: NOW + LEASE_MS + 1_005 } });
      expect(await store.claim(due({ now: NOW + LEASE_MS + 1_004 }))).toEqual([]);
    });

    test("is let go, at once or until later", async () => {
      const store = await (await fresh())();
      await store.add(aRun());
      const [claim] = await store.claim(due());
      expect(await store.release(claim!)).toEqual({ kind: "done" });
      expect(await store.release(claim!)).toEqual({ kind: "lost" });
      const [again] = await store.claim(due());
      const deferral = { until: NOW + 5_000, why: "the child is parked", readFailures: 2 };
      expect(await store.defer(again!, deferral)).toEqual({ kind: "done" });
      expect(await store.claim(due({ now: NOW + 4_999 }))).toEqual([]);
      const [later] = await store.claim(due({ now: NOW + 5_000 }));
      const waited = { waitingUntil: NOW + 5_000, waitingFor: "the child is parked", readFailures: 2 };
      expect(later!.run).toEqual(aRun(waited));
      await store.release(later!);
      expect(await store.get("run-1")).toEqual(aRun(waited));
    });

    test.each([
      ["a heartbeat", { owner: { pid: 1, heartbeatAt: NOW } }],
      ["a kill", { killedAt: NOW }],
      ["a pause", { status: "paused", pauseReason: "sessions_yield" }],
    ] as const)("is void after the host changed the run: %s", async (_what, changes) => {
      const store = await (await fresh())();
      await store.add(aRun());
      const [claim] = await store.claim(due());
      const updated = await store.update(claim!.run, changes);
      expect(updated.kind).toBe("updated");
      const now = await store.get("run-1");
      const request = {
        runId: "run-1",
        generation: 1,
        from: "running",
        settlement: lostContext(),
        at: NOW,
      } as const;
      expect(await store.settle({ ...request, token: claim!.token })).toEqual({ kind: "lost", run: now });
      expect(await store.renew(claim!, { now: NOW, leaseMs: 1 })).toEqual({ kind: "lost" });
      // Due again, with a greater token.
      const [next] = await store.claim(due());
      expect(next!.token).toBeGreaterThan(claim!.token);
    });

    test("by a clock that is far ahead is broken up", async () => {
      const store = await (await fresh())();
      await store.add(aRun());
      await store.add(aRun({ runId: "run-2", waitingUntil: NOW + 1 }));
      const ahead = await store.claim(due({ now: NOW * 2 }));
      expect(ids(ahead)).toBe("run-1 run-2");
      const [claim] = await store.claim(due());
      expect(claim).toMatchObject({ run: { runId: "run-1" }, token: 3 });
      expect(ids(await store.claim(due({ now: NOW + 1 })))).toBe("run-2");
      expect(await store.release(ahead[0]!)).toEqual({ kind: "lost" });
    });

    test("is void after a heartbeat, which only a run with an owner has", async () => {
      const store = await (await fresh())();
      const owned = aRun({ owner: { pid: 7, processStartedAt: NOW - 9 }, waitingUntil: NOW - 1 });
      await store.add(owned);
      const [claim] = await store.claim(due());
      const alive = { ...owned, owner: { ...owned.owner!, heartbeatAt: NOW } };
      expect(await store.heartbeat(owned, NOW)).toEqual({ kind: "updated", run: alive });
      expect(await store.get("run-1")).toEqual(alive);
      expect(await store.renew(claim!, { now: NOW, leaseMs: 1 })).toEqual({ kind: "lost" });
      expect(ids(await store.claim(due()))).toBe("run-1");
      expect(await store.heartbeat({ ...owned, generation: 2 }, NOW)).toEqual({ kind: "lost", run: alive });
      expect(await store.heartbeat({ ...owned, status: "paused" }, NOW)).toMatchObject({ kind: "lost" });
      expect(await store.heartbeat(aRun({ runId: "none" }), NOW)).toEqual({ kind: "unknown-run" });
      await store.add(aRun({ runId: "nobody's" }));
      expect(await store.heartbeat(aRun({ runId: "nobody's" }), NOW)).toMatchObject({ kind: "lost" });
      const end = { status: "ended", endedAt: NOW, outcome: "ok", source: "host" } as const;
      await store.update(owned, end);
      expect(await store.heartbeat({ ...owned, status: "ended" }, NOW)).toMatchObject({ kind: "lost" });
    });

    test.each([0, -1, Number.NaN, 3_600_001])("of %d ms is refused", async (leaseMs) => {
      const store = await (await fresh())();
      await expect(store.claim(due({ leaseMs }))).rejects.toMatchObject({ failure: { code: "invalid" } });
    });
  });

  describe("a settlement", () => {
    test("is one of many that race, and the others learn what it decided", async () => {
      const open = await fresh();
      const stores = await Promise.all([open(), open(), open()]);
      await stores[0].add(aRun());
      const answers = await Promise.all(
        [...stores, ...stores].map(async (store, index) => {
          const settlement =
            index % 2 === 0 ? recovered(`Answer ${index}.`) : lostContext(`Salvage ${index}.`);
          const request = {
            runId: "run-1",
            generation: 1,
            from: "running",
            settlement,
            at: NOW + index,
          } as const;
          return store.settle(request);
        }),
      );
      const won = answers.filter(({ kind }) => kind === "settled");
      expect(won.length).toBe(1);
      const [winner] = won;
      const losers = answers.filter((answer) => answer !== winner);
      for (const answer of losers) expect(answer).toEqual({ ...winner, kind: "lost" });
      expect((await stores[0].deliveriesOf("run-1")).length).toBe(1);
    });

    test("is for one generation and one status", async () => {
      const store = await (await fresh())();
      await store.add(aRun({ generation: 2 }));
      const settlement = lostContext();
      const settle = async (over: object) =>
        store.settle({ runId: "run-1", generation: 2, from: "running", settlement, at: NOW, ...over });
      expect(await settle({ generation: 1 })).toMatchObject({ kind: "lost", run: { status: "running" } });
      expect(await settle({ from: "paused" })).toMatchObject({ kind: "lost" });
      expect(await settle({ runId: "none" })).toEqual({ kind: "unknown-run" });
      expect(await settle({ token: 0 })).toMatchObject({ kind: "lost" });
      expect(await settle({})).toMatchObject({ kind: "settled" });
      expect(await settle({ from: "ended" })).toMatchObject({ kind: "lost", run: { status: "ended" } });
    });

    test("is kept whole, its evidence under its digest, and takes the run out of the sweep", async () => {
      const store = await (await fresh())();
      let count = 0;
      await fc.assert(
        fc.asyncProperty(anyText, fc.boolean(), async (text, isOk) => {
          const runId = `run ${(count += 1)}`;
          await store.add(aRun({ runId, waitingUntil: NOW - 1, waitingFor: "x", readFailures: 1 }));
          const settlement = isOk ? recovered(text) : lostContext(text);
          const { evidence: _, ...rest } = settlement;
          await store.settle({ runId, generation: 1, from: "running", settlement, at: NOW });
          const { evidence, ...kept } = (await store.settlementOf(runId))!;
          expect(kept).toEqual(rest);
          expect(createHash("sha256").update(evidence).digest("hex")).toBe(settlement.digest);
          const { kind: outcome, source } = settlement;
          expect(await store.get(runId)).toEqual(
            aRun({ runId, status: "ended", endedAt: NOW, outcome, source }),
          );
        }),
        { numRuns: 30 },
      );
      expect(await store.claim(due({ limit: 100 }))).toEqual([]);
    });

    test("of an earlier generation stays behind when the run is started again", async () => {
      const store = await (await fresh())();
      await store.add(aRun());
      await store.settle({
        runId: "run-1",
        generation: 1,
        from: "running",
        settlement: lostContext(),
        at: NOW,
      });
      await store.add(aRun({ generation: 2 }));
      expect(await store.settlementOf("run-1")).toBeUndefined();
      await store.settle({
        runId: "run-1",
        generation: 2,
        from: "running",
        settlement: recovered(),
        at: NOW + 1,
      });
      expect((await store.deliveriesOf("run-1")).map(({ key }) => key)).toEqual(["run-1/1", "run-1/2"]);
      expect(await store.settlementOf("run-1")).toMatchObject({ kind: "ok" });
    });
  });

  describe("a better answer", () => {
    const error = lostContext("Half");
    const better = recovered("Whole");
    const settled = async (store: RunStore) => {
      await store.add(aRun());
      await store.settle({ runId: "run-1", generation: 1, from: "running", settlement: error, at: NOW });
    };
    const improve = async (store: RunStore, over: object = {}) =>
      store.improve({
        runId: "run-1",
        generation: 1,
        insteadOf: error.digest,
        settlement: better,
        at: NOW + 1_000,
        ...over,
      });
    const claimOne = async (store: RunStore, now = NOW) =>
      (await store.claimDeliveries({ now, limit: 10, leaseMs: 5_000, holder: "x" }))[0]!;
    const states = async (store: RunStore) =>
      (await store.deliveriesOf("run-1")).map(({ key, state }) => `${key} ${state}`);

    test("takes the place of an error that nobody has seen, under its key", async () => {
      const store = await (await fresh())();
      await settled(store);
      const answer = await improve(store);
      expect(answer).toMatchObject({
        kind: "upgraded",
        run: { outcome: "ok", source: better.source, endedAt: NOW },
      });
      expect(await states(store)).toEqual(["run-1/1 superseded", "run-1/1 pending"]);
      const sent = await claimOne(store, NOW + 1_000);
      expect(sent).toMatchObject({ key: "run-1/1", correction: 0, settlement: { kind: "ok" } });
      expect(await store.settlementOf("run-1")).toMatchObject({ kind: "ok", digest: better.digest });
    });

    test("corrects an error that was delivered", async () => {
      const store = await (await fresh())();
      await settled(store);
      await store.delivered(await claimOne(store), NOW);
      expect((await improve(store)).kind).toBe("corrected");
      expect(await states(store)).toEqual(["run-1/1 delivered", "run-1/1/correction-1 pending"]);
      const sent = await claimOne(store, NOW + 1_000);
      expect(sent).toMatchObject({ key: "run-1/1/correction-1", correction: 1, settlement: { kind: "ok" } });
    });

    test("comes behind an error that is on its way, which is not tried again", async () => {
      const store = await (await fresh())();
      await settled(store);
      const onItsWay = await claimOne(store);
      expect((await improve(store)).kind).toBe("corrected");
      expect(await claimOne(store, NOW + 4_999)).toBeUndefined();
      expect(await store.failed(onItsWay, { at: NOW, error: "no", retryAt: NOW })).toEqual({
        kind: "dropped",
      });
      expect(await claimOne(store, NOW + 5_000)).toMatchObject({ correction: 1 });
      expect(await claimOne(store, NOW + 5_000)).toBeUndefined();
    });

    test("lets an error that was on its way arrive", async () => {
      const store = await (await fresh())();
      await settled(store);
      const onItsWay = await claimOne(store);
      await improve(store);
      expect(await store.delivered(onItsWay, NOW)).toEqual({ kind: "delivered" });
      expect(await states(store)).toEqual(["run-1/1 delivered", "run-1/1/correction-1 pending"]);
    });

    test("takes the place of an error that failed on its way, under a key of its own", async () => {
      const store = await (await fresh())();
      await settled(store);
      await store.failed(await claimOne(store), { at: NOW, error: "timed out", retryAt: NOW + 10 });
      expect((await improve(store)).kind).toBe("corrected");
      expect(await states(store)).toEqual(["run-1/1 superseded", "run-1/1/correction-1 pending"]);
    });

    test("is kept and not sent where the error was dismissed", async () => {
      const store = await (await fresh())();
      await settled(store);
      await store.dismiss("run-1", NOW);
      expect(await improve(store)).toMatchObject({ kind: "kept", run: { outcome: "ok" } });
      expect(await states(store)).toEqual(["run-1/1 superseded", "run-1/1 dismissed"]);
      expect(await claimOne(store, NOW * 2)).toBeUndefined();
      expect(await store.settlementOf("run-1")).toMatchObject({ kind: "ok" });
    });

    test("loses to another that was faster, to a kill, to an ok, and to a run that goes on", async () => {
      const open = await fresh();
      const stores = await Promise.all([open(), open(), open()]);
      const [store] = stores;
      await settled(store);
      const answers = await Promise.all(stores.map(async (one) => improve(one)));
      expect(answers.map(({ kind }) => kind).sort()).toEqual(["lost", "lost", "upgraded"]);
      expect(await improve(store, { insteadOf: better.digest })).toMatchObject({ kind: "lost" });
      expect(await improve(store, { runId: "none" })).toEqual({ kind: "unknown-run" });
      expect(await improve(store, { generation: 2 })).toMatchObject({ kind: "lost" });
      await store.add(aRun({ runId: "killed" }));
      const kill = killed();
      await store.settle({ runId: "killed", generation: 1, from: "running", settlement: kill, at: NOW });
      expect(await improve(store, { runId: "killed", insteadOf: kill.digest })).toMatchObject({
        kind: "lost",
      });
      await store.add(aRun({ runId: "open" }));
      expect(await improve(store, { runId: "open" })).toMatchObject({
        kind: "lost",
        run: { status: "running" },
      });
    });

    test("is looked for where one may come: errors of nobody's knowing, the earliest first, in pages", async () => {
      const store = await (await fresh())();
      for (const [runId, host, at] of [
        ["a", "one", 5],
        ["b", "two", 3],
        ["c", "one", 5],
        ["d", "one", 1],
      ] as const) {
        await store.add(aRun({ runId, host }));
        await store.settle({ runId, generation: 1, from: "running", settlement: error, at: NOW + at });
      }
      for (const [runId, settlement] of [
        ["e", better],
        ["f", killed()],
      ] as const) {
        await store.add(aRun({ runId, host: "one" }));
        await store.settle({ runId, generation: 1, from: "running", settlement, at: NOW + 4 });
      }
      const query = { endedAfter: NOW + 2, limit: 2 };
      const page = await store.listImprovable(query);
      expect(page.map(({ runId }) => runId)).toEqual(["b", "a"]);
      const next = await store.listImprovable({ ...query, after: page.at(-1)! });
      expect(next.map(({ runId }) => runId)).toEqual(["c"]);
      const reached = await store.listImprovable({ endedAfter: 0, limit: 9, reach: { host: "one" } });
      expect(reached.map(({ runId }) => runId)).toEqual(["d", "a", "c"]);
    });
  });
}
