/** What happens to orchestrators, through a store that keeps its runs: what is claimed, what is put off and until when. */

import { pid } from "node:process";
import { describe, expect, test } from "vitest";
import type { Run, SweeperOptions } from "../../../src/agents/index.ts";
import { CUT_IN_TOOL, lines } from "../../support/folder.ts";
import { START, entries, header, user, yields } from "../../support/openclaw-records.ts";
import { LATER } from "../../support/run-facts.ts";
import { SweptStore } from "../../support/swept-store.ts";

const MINUTE_MS = 60_000;
const YIELDED = lines(entries(header, user("Count."), ...yields("Two helpers are on it.")));

describe("when a run is looked at", () => {
  test.each<[string, Partial<Run>]>([
    ["queued behind a limit, for hours", { status: "queued", createdAt: START - 5 * 60 * MINUTE_MS }],
    // Its parent's wait of five minutes was over before it began.
    ["started late", { createdAt: LATER - 10 * MINUTE_MS, startedAt: LATER - MINUTE_MS + 1 }],
    ["started ahead of this clock", { startedAt: LATER + 5 * MINUTE_MS }],
  ])("not at all: one that was %s", async (_name, over) => {
    const bench = new SweptStore();
    await bench.add("run-1", over);
    expect((await bench.sweeper().sweepOnce()).runs).toEqual([]);
  });

  test("the start counts, not the creation: it is due one grace behind its start", async () => {
    const bench = new SweptStore();
    await bench.add("run-1", { createdAt: START, startedAt: LATER });
    const sweeper = bench.sweeper();
    bench.clock.move(MINUTE_MS - 1);
    expect((await sweeper.sweepOnce()).runs).toEqual([]);
    bench.clock.move(1);
    await sweeper.sweepOnce();
    // Of a run that began behind its transcript's last word that is no answer.
    expect(await bench.store.settlementOf("run-1")).toMatchObject({ reason: "before-run-start" });
  });

  test("a registry that was restored a moment ago: the grace counts from there, and nobody looks before", async () => {
    const bench = new SweptStore();
    await bench.add("run-1", { restoredAt: LATER - 5_000 });
    const sweeper = bench.sweeper();
    expect((await sweeper.sweepOnce()).runs).toMatchObject([{ decision: { kind: "wait", rule: 1 } }]);
    const until = LATER - 5_000 + MINUTE_MS;
    expect(await bench.store.get("run-1")).toMatchObject({ waitingUntil: until });
    bench.clock.move(until - LATER - 1);
    expect((await sweeper.sweepOnce()).runs).toEqual([]);
    bench.clock.move(1);
    await sweeper.sweepOnce();
    expect(bench.settled).toEqual(["run-1"]);
  });
});

describe("who owns a run", () => {
  // This test's own pid: it lives, and says nothing of the process that had the number before.
  const owner = { pid, processStartedAt: START - 60 * MINUTE_MS };

  test("a pid that lives again is no sign of life", async () => {
    const bench = new SweptStore();
    await bench.add("run-1", { owner: { ...owner, heartbeatAt: START } });
    await bench.sweeper().sweepOnce();
    expect(bench.settled).toEqual(["run-1"]);
  });

  test("a heartbeat is one: the run is left alone, and due again, and behind those that wait", async () => {
    const bench = new SweptStore();
    await bench.add("owned", { owner: { ...owner, heartbeatAt: LATER - 1 } });
    await bench.add("lost");
    const sweeper = bench.sweeper({ runsMax: 1 });
    const looked: string[] = [];
    for (let sweep = 1; sweep <= 2; sweep += 1) {
      const { runs } = await sweeper.sweepOnce();
      looked.push(...runs.map(({ run }) => run.runId));
    }
    expect(looked.toSorted()).toEqual(["lost", "owned"]);
    expect(bench.settled).toEqual(["lost"]);
    expect(await bench.store.get("owned")).toMatchObject({ status: "running", waitingUntil: LATER + 30_000 });
    bench.clock.move(30_000);
    await sweeper.sweepOnce();
    expect(bench.settled).toEqual(["lost", "owned"]);
  });
});

describe("families", () => {
  test("a child whose parent ended first is settled, and its requester told", async () => {
    const bench = new SweptStore();
    const parent = await bench.add("parent", { requesterSessionKey: "agent:main:boss" });
    await bench.store.update(parent, { status: "ended", endedAt: LATER - 1, outcome: "ok" });
    await bench.add("child", { parentRunId: "parent", requesterSessionKey: "agent:main:parent" });
    await bench.sweeper().sweepOnce();
    expect(await bench.store.deliveriesOf("child")).toMatchObject([
      { requesterSessionKey: "agent:main:parent", settlement: { kind: "ok" } },
    ]);
    expect(await bench.store.deliveriesOf("parent")).toEqual([]);
  });

  test("a parent that answered waits while a grandchild is at work, and no longer", async () => {
    const bench = new SweptStore();
    await bench.add("parent");
    const over = { parentRunId: "parent" };
    const child = await bench.add("child", over);
    await bench.store.update(child, { status: "ended", endedAt: LATER - 1, outcome: "ok" });
    const grandchild = await bench.add("grandchild", { parentRunId: "child", startedAt: LATER });
    const sweeper = bench.sweeper();
    expect((await sweeper.sweepOnce()).runs).toMatchObject([{ decision: { kind: "wait", rule: 8 } }]);
    expect(await bench.store.get("parent")).toMatchObject({
      waitingUntil: LATER + 30_000,
      waitingFor: "A descendant of the run is still active.",
    });
    await bench.store.update(grandchild, { status: "ended", endedAt: LATER, outcome: "ok" });
    bench.clock.move(30_000);
    await sweeper.sweepOnce();
    expect(await bench.told()).toEqual({ "parent/1": "sweeper-lost-context-recovered" });
  });
});

describe("whose disk it lies on", () => {
  test("each machine settles its own runs, and those under a shared folder; what nobody reaches stays", async () => {
    const bench = new SweptStore();
    const shared = bench.folder.at("shared");
    bench.write("shared/run-s", CUT_IN_TOOL);
    await bench.add("on-a", { host: "a" });
    await bench.add("on-b", { host: "b" });
    await bench.add("shared", { host: "c", transcript: `${shared}/run-s.jsonl` });
    await bench.add("beside", { host: "c", transcript: `${shared}-not/run.jsonl` });
    const sweptBy = async (host: string, sharedRoots: readonly string[]) => {
      const { runs } = await bench.sweeper({ reach: { host, sharedRoots } }).sweepOnce();
      return runs.map(({ run }) => run.runId);
    };
    expect(await sweptBy("b", [])).toEqual(["on-b"]);
    expect(await sweptBy("a", [shared])).toEqual(["on-a", "shared"]);
    expect(await sweptBy("c", [])).toEqual(["beside"]);
  });
});

describe("reads that fail", () => {
  const busy = (): never => {
    throw Object.assign(new Error("too many open files"), { code: "EMFILE" });
  };
  const failing: Partial<SweeperOptions> = {
    locateTranscript: busy,
    policy: { retryMs: 1_000, readTriesMax: 3 },
    random: () => 0.5,
  };

  test("so many tries in all, whoever makes them, with growing waits; then the last rule, with the reason", async () => {
    const bench = new SweptStore();
    await bench.add("run-1");
    const waits: number[] = [];
    for (let tries = 1; tries <= 3; tries += 1) {
      // Each in a process of its own: the count is kept with the run.
      expect((await bench.sweeper(failing).sweepOnce()).runs).toMatchObject([
        { decision: { kind: "wait", rule: 10 }, letGo: { kind: "done" } },
      ]);
      const { readFailures, waitingUntil = 0 } = (await bench.store.get("run-1")) ?? {};
      expect(readFailures).toBe(tries);
      waits.push(waitingUntil - bench.clock.now);
      bench.clock.move(waitingUntil - bench.clock.now - 1);
      expect((await bench.sweeper(failing).sweepOnce()).runs).toEqual([]);
      bench.clock.move(1);
    }
    // Never sooner than asked for, and at most twice as late.
    expect(waits).toEqual([1_500, 3_000, 6_000]);
    await bench.sweeper(failing).sweepOnce();
    expect(await bench.store.settlementOf("run-1")).toMatchObject({
      kind: "error",
      rule: 10,
      reason: "unreadable",
      explanation: expect.stringContaining("too many open files"),
    });
  });

  test("one that succeeds in between begins the count anew", async () => {
    const bench = new SweptStore();
    await bench.add("run-1", { status: "paused" }, YIELDED);
    await bench.sweeper(failing).sweepOnce();
    expect(await bench.store.get("run-1")).toMatchObject({ readFailures: 1 });
    bench.clock.move(10_000);
    expect((await bench.sweeper().sweepOnce()).runs).toMatchObject([{ decision: { kind: "wait", rule: 8 } }]);
    expect((await bench.store.get("run-1"))?.readFailures ?? 0).toBe(0);
  });

  test("a sweep that fails otherwise leaves the count as it was", async () => {
    const bench = new SweptStore();
    await bench.add("run-1", { readFailures: 2 });
    const { store } = bench;
    const settle = async (): Promise<never> => {
      throw new Error("the disk is full");
    };
    await bench.sweeper({ registry: { ...store, settle } }).sweepOnce();
    expect(await store.get("run-1")).toMatchObject({ status: "running", readFailures: 2 });
  });
});

test("what a human must see to is noted with its blame, ends nothing, and is looked at again", async () => {
  const bench = new SweptStore();
  await bench.add("run-1", {}, CUT_IN_TOOL);
  const channel = () => ({ state: "silent", events: [], stopSeen: false, heardBefore: true }) as const;
  const { runs } = await bench.sweeper({ channel }).sweepOnce();
  expect(runs).toMatchObject([{ decision: { kind: "pause", salvage: "Let me see." } }]);
  expect(await bench.store.get("run-1")).toMatchObject({
    status: "running",
    waitingUntil: LATER + 30_000,
    waitingFor: expect.stringMatching(/^event-channel-lost: No hook event/),
  });
  bench.clock.move(30_000);
  await bench.sweeper().sweepOnce();
  expect(bench.settled).toEqual(["run-1"]);
});
