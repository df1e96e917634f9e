/** Sweepers that claim: one run in one hand at a time, whatever sleeps, fails or is lost in between. */

import { afterEach, describe, expect, test, vi } from "vitest";
import { LEASE_MS_MAX, StoreError } from "../../../src/agents/index.ts";
import type { Sleep, StoreFault } from "../../../src/agents/index.ts";
import { ANSWERED, CUT_IN_TOOL } from "../../support/folder.ts";
import { HeldReads } from "../../support/held-reads.ts";
import { LATER } from "../../support/run-facts.ts";
import { HandClock, SweptStore } from "../../support/swept-store.ts";

const MINUTE_MS = 60_000;

function failure(code: StoreFault["code"]): StoreError {
  return new StoreError({ code, detail: `the store is ${code}` });
}

/** Sleeps no time between two tries, and notes how long it was to be; a lease is renewed by the clock. */
function quick(clock: HandClock): { readonly sleep: Sleep; readonly waits: readonly number[] } {
  const waits: number[] = [];
  const sleep: Sleep = async (ms, signal) =>
    signal === undefined ? void waits.push(ms) : clock.sleep(ms, signal);
  return { sleep, waits };
}

async function soon(expectation: () => void): Promise<void> {
  await vi.waitFor(expectation, { timeout: 20_000, interval: 2 });
}

function names(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, n) => `run-${from + n}`);
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("many sweepers on one store", () => {
  test("share the runs: each is settled once, and told under one key", async () => {
    const bench = new SweptStore();
    for (const runId of names(10, 40)) await bench.add(runId);
    const sweepers = Array.from({ length: 4 }, () => bench.sweeper({ batchMax: 3, concurrency: 2 }));
    const sweeps = await Promise.all(sweepers.map(async (sweeper) => sweeper.sweepOnce()));
    // Nobody looked at a run that was in another's hand.
    const looked = sweeps.flatMap(({ runs }) => runs.map(({ run }) => run.runId));
    expect(looked.toSorted()).toEqual(names(10, 40));
    expect(bench.settled.toSorted()).toEqual(names(10, 40));
    expect(Object.keys(await bench.told()).toSorted()).toEqual(names(10, 40).map((runId) => `${runId}/1`));
    expect(sweeps.filter(({ runs }) => runs.length > 0).length).toBeGreaterThan(1);
  });

  test("a host that slept through its lease writes nothing, and learns what another decided", async () => {
    const bench = new SweptStore();
    await bench.add("run-1", {}, CUT_IN_TOOL);
    const reads = new HeldReads(bench.write("another", ANSWERED));
    const { locateTranscript } = reads;
    const sweep = bench.sweeper({ locateTranscript, improveForMs: 0 }).sweepOnce();
    await reads.at("run-1");
    bench.clock.move(MINUTE_MS);
    await bench.sweeper().sweepOnce();
    expect(await bench.told()).toEqual({ "run-1/1": "sweeper-lost-context" });
    reads.goOn();
    expect((await sweep).runs).toMatchObject([
      { decision: { kind: "ok" }, written: { kind: "lost", run: { status: "ended", outcome: "error" } } },
    ]);
    expect(bench.settled).toEqual(["run-1"]);
    expect(await bench.told()).toEqual({ "run-1/1": "sweeper-lost-context" });
  });

  test("a host that slept, and nobody took the run: what was read before is not believed, it is read again", async () => {
    const bench = new SweptStore();
    const { transcript = "" } = await bench.add("run-1", {}, CUT_IN_TOOL);
    let looks = 0;
    const canBeWoken = (): boolean => {
      looks += 1;
      if (looks === 1) {
        // The child went on while this process did not.
        bench.clock.move(10 * MINUTE_MS);
      }
      return false;
    };
    const locateTranscript = (): string => {
      if (looks === 2) bench.write("run-1", ANSWERED);
      return transcript;
    };
    const sweeper = bench.sweeper({ canBeWoken, locateTranscript });
    const first = await sweeper.sweepOnce();
    expect(first.runs).toMatchObject([{ decision: { kind: "error" }, letGo: { kind: "done" } }]);
    expect(first.runs[0]).not.toHaveProperty("written");
    expect(bench.settled).toEqual([]);
    const second = await sweeper.sweepOnce();
    expect(second.runs).toMatchObject([{ decision: { kind: "ok" }, written: { kind: "settled" } }]);
    expect(await bench.told()).toEqual({ "run-1/1": "sweeper-lost-context-recovered" });
  });

  test("clocks that differ cost work, never a second settlement", async () => {
    const bench = new SweptStore();
    await bench.add("run-1");
    const reads = new HeldReads();
    const slow = bench.sweeper({ locateTranscript: reads.locateTranscript });
    const sweep = slow.sweepOnce();
    await reads.at("run-1");
    // To this one the lease ended long ago.
    const ahead = new HandClock(LATER + 30 * MINUTE_MS);
    const other = await bench.sweeper({ clock: ahead.read, sleep: ahead.sleep }).sweepOnce();
    reads.goOn();
    expect(other.runs).toMatchObject([{ written: { kind: "settled" } }]);
    expect((await sweep).runs).toMatchObject([
      { written: { kind: "lost", run: { outcome: "ok", endedAt: ahead.now } } },
    ]);
    expect(bench.settled).toEqual(["run-1"]);
  });

  test("a lease from a clock that ran hours ahead holds nothing up", async () => {
    const bench = new SweptStore();
    await bench.add("run-1");
    const wrong = { now: LATER + 3 * LEASE_MS_MAX, graceMs: 0, limit: 1, leaseMs: MINUTE_MS, holder: "x" };
    await bench.store.claim(wrong);
    await bench.sweeper().sweepOnce();
    expect(bench.settled).toEqual(["run-1"]);
  });

  test("the next sweeper goes on where a killed one left off, as soon as its lease ends", async () => {
    const bench = new SweptStore();
    await bench.add("run-1");
    const query = { now: LATER, graceMs: MINUTE_MS, limit: 1, leaseMs: MINUTE_MS, holder: "killed" };
    expect(await bench.store.claim(query)).toHaveLength(1);
    const sweeper = bench.sweeper();
    expect((await sweeper.sweepOnce()).runs).toEqual([]);
    bench.clock.move(MINUTE_MS);
    await sweeper.sweepOnce();
    expect(bench.settled).toEqual(["run-1"]);
  });
});

describe("a run in hand", () => {
  test("is renewed while it is read, however long that takes", async () => {
    const bench = new SweptStore();
    await bench.add("run-1");
    const reads = new HeldReads();
    const renew = vi.spyOn(bench.store, "renew");
    const slow = bench.sweeper({ locateTranscript: reads.locateTranscript, leaseMs: 30_000 });
    const sweep = slow.sweepOnce();
    await reads.at("run-1");
    for (let renewals = 1; renewals <= 12; renewals += 1) {
      bench.clock.move(10_000);
      await soon(() => expect(renew.mock.settledResults).toHaveLength(renewals));
      await soon(() => expect(bench.clock.sleeping).toBe(1));
    }
    expect((await bench.sweeper().sweepOnce()).runs).toEqual([]);
    reads.goOn();
    expect((await sweep).runs).toMatchObject([{ written: { kind: "settled" } }]);
    expect(bench.clock.sleeping).toBe(0);
  });

  test("is renewed after a renewal that failed once", async () => {
    const bench = new SweptStore();
    await bench.add("run-1");
    const reads = new HeldReads();
    const renew = vi.spyOn(bench.store, "renew").mockRejectedValueOnce(failure("busy"));
    const sweep = bench.sweeper({ locateTranscript: reads.locateTranscript, leaseMs: 30_000 }).sweepOnce();
    await reads.at("run-1");
    for (let renewals = 1; renewals <= 4; renewals += 1) {
      bench.clock.move(10_000);
      await soon(() => expect(renew.mock.settledResults).toHaveLength(renewals));
      await soon(() => expect(bench.clock.sleeping).toBe(1));
    }
    reads.goOn();
    const { runs, failures } = await sweep;
    expect(runs).toMatchObject([{ written: { kind: "settled" } }]);
    expect(failures).toMatchObject([{ error: { failure: { code: "busy" } } }]);
  });

  test("that its host changes meanwhile is not settled on what was read before", async () => {
    const bench = new SweptStore();
    const run = await bench.add("run-1", { owner: { pid: 7, heartbeatAt: 0 } });
    const reads = new HeldReads();
    const sweep = bench.sweeper({ locateTranscript: reads.locateTranscript }).sweepOnce();
    await reads.at("run-1");
    await bench.store.heartbeat(run, bench.clock.now);
    reads.goOn();
    expect((await sweep).runs).toMatchObject([{ written: { kind: "lost", run: { status: "running" } } }]);
    expect(await bench.store.get("run-1")).toMatchObject({ status: "running" });
    expect(await bench.told()).toEqual({});
  });

  test("that was lost is not put off either", async () => {
    const bench = new SweptStore();
    const run = await bench.add("run-1");
    const reads = new HeldReads();
    const isChildAlive = () => true;
    const sweep = bench.sweeper({ locateTranscript: reads.locateTranscript, isChildAlive }).sweepOnce();
    await reads.at("run-1");
    await bench.store.update(run, { status: "paused", pauseReason: "sessions_yield" });
    reads.goOn();
    expect((await sweep).runs).toMatchObject([{ decision: { kind: "wait" }, letGo: { kind: "lost" } }]);
    expect(await bench.store.get("run-1")).not.toHaveProperty("waitingUntil");
  });

  test("that was lost while it waited for its turn is not even read", async () => {
    const bench = new SweptStore();
    for (const runId of names(1, 4)) await bench.add(runId);
    const reads = new HeldReads();
    const sweeper = bench.sweeper({ locateTranscript: reads.locateTranscript, concurrency: 1 });
    const sweep = sweeper.sweepOnce();
    await reads.at("run-1");
    const second = await bench.store.get("run-2");
    await bench.store.update(second!, { status: "paused", pauseReason: "sessions_yield" });
    bench.clock.move(31_000);
    reads.goOn();
    const { runs, failures } = await sweep;
    expect(runs.map(({ run }) => run.runId)).toEqual(["run-1", "run-3"]);
    expect(failures).toEqual([]);
  });
});

describe("stopped", () => {
  test("it ends the run in hand, and gives back what it has not begun", async () => {
    const bench = new SweptStore();
    for (const runId of names(1, 6)) await bench.add(runId);
    const reads = new HeldReads();
    const sweeper = bench.sweeper({ locateTranscript: reads.locateTranscript, concurrency: 1 });
    const sweep = sweeper.sweepOnce();
    await reads.at("run-1");
    const due = { now: bench.clock.now, graceMs: MINUTE_MS, limit: 10 };
    expect(await bench.store.countStale(due)).toBe(0);
    const stopping = sweeper.stop();
    reads.goOn();
    await stopping;
    expect((await sweep).runs).toHaveLength(1);
    expect(bench.settled).toEqual(["run-1"]);
    expect(await bench.store.countStale(due)).toBe(4);
    await sweeper.sweepOnce();
    expect(bench.settled).toEqual(names(1, 6));
  });

  test("it gives nothing back to a store that is gone, and says so", async () => {
    const bench = new SweptStore();
    for (const runId of names(1, 4)) await bench.add(runId);
    const reads = new HeldReads();
    const release = vi.spyOn(bench.store, "release").mockRejectedValue(failure("closed"));
    const sweeper = bench.sweeper({ locateTranscript: reads.locateTranscript, concurrency: 1 });
    const sweep = sweeper.sweepOnce();
    await reads.at("run-1");
    const stopping = sweeper.stop();
    reads.goOn();
    await stopping;
    expect((await sweep).failures).toMatchObject([{ error: { failure: { code: "closed" } } }]);
    expect(release).toHaveBeenCalledOnce();
  });
});

describe("a store that fails", () => {
  test.each(["claim", "settle", "defer"] as const)("for a moment, in %s: it is asked again", async (call) => {
    const bench = new SweptStore();
    await bench.add("run-1");
    await bench.add("run-2", { status: "paused", pauseReason: "x" });
    const spy = vi.spyOn(bench.store, call).mockRejectedValueOnce(failure("busy"));
    const { sleep, waits } = quick(bench.clock);
    const sweeper = bench.sweeper({
      sleep,
      isChildAlive: ({ runId }) => runId === "run-2",
      random: () => 0.5,
    });
    const { failures, runs } = await sweeper.sweepOnce();
    expect(failures).toEqual([]);
    expect(runs).toHaveLength(2);
    expect(waits).toEqual([75]);
    expect(spy).toHaveBeenCalledTimes(2);
    expect(bench.settled).toEqual(["run-1"]);
  });

  test("for longer: so many tries with growing waits, and then it is left to the next sweep", async () => {
    const bench = new SweptStore();
    await bench.add("run-1");
    const claim = vi.spyOn(bench.store, "claim").mockRejectedValue(failure("unreachable"));
    const { sleep, waits } = quick(bench.clock);
    const sweeper = bench.sweeper({ sleep, random: () => 0, storeTriesMax: 8 });
    const { failures, runs } = await sweeper.sweepOnce();
    expect({ runs, failures }).toMatchObject({
      runs: [],
      failures: [{ error: { failure: { code: "unreachable" } } }],
    });
    expect(waits).toEqual([50, 100, 200, 400, 800, 1_600, 2_500]);
    claim.mockRestore();
    await sweeper.sweepOnce();
    expect(bench.settled).toEqual(["run-1"]);
  });

  test("for good: it is not asked twice", async () => {
    const bench = new SweptStore();
    const claim = vi.spyOn(bench.store, "claim").mockRejectedValue(failure("denied"));
    const { failures } = await bench.sweeper().sweepOnce();
    expect(failures).toHaveLength(1);
    expect(claim).toHaveBeenCalledOnce();
  });

  test("for one run: that one is put off with the reason, the others are settled", async () => {
    const bench = new SweptStore();
    for (const runId of names(1, 4)) await bench.add(runId);
    const settle = bench.store.settle.bind(bench.store);
    vi.spyOn(bench.store, "settle").mockImplementation(async (request) => {
      if (request.runId === "run-2") throw failure("full");
      return settle(request);
    });
    const sweeper = bench.sweeper();
    const { failures, runs } = await sweeper.sweepOnce();
    expect(failures).toMatchObject([{ run: { runId: "run-2" }, error: { failure: { code: "full" } } }]);
    expect(runs).toHaveLength(2);
    expect(await bench.store.get("run-2")).toMatchObject({
      status: "running",
      waitingUntil: LATER + 30_000,
      waitingFor: "The sweep failed: the store is full",
    });
    vi.restoreAllMocks();
    bench.clock.move(30_000);
    await sweeper.sweepOnce();
    expect(bench.settled.toSorted()).toEqual(names(1, 4));
  });

  test("behind a settlement that was written after all: it is the same one, and no second", async () => {
    const bench = new SweptStore();
    await bench.add("run-1");
    const settle = bench.store.settle.bind(bench.store);
    vi.spyOn(bench.store, "settle").mockImplementationOnce(async (request) => {
      await settle(request);
      throw failure("unreachable");
    });
    const { sleep } = quick(bench.clock);
    const { runs } = await bench.sweeper({ sleep }).sweepOnce();
    expect(runs).toMatchObject([
      { decision: { kind: "ok" }, written: { kind: "lost", run: { outcome: "ok" } } },
    ]);
    expect(await bench.store.deliveriesOf("run-1")).toHaveLength(1);
  });
});

test("a sweep takes so many, in batches of so many, and says that there is more", async () => {
  const bench = new SweptStore();
  for (const runId of names(10, 30)) await bench.add(runId);
  const claim = vi.spyOn(bench.store, "claim");
  const sweeper = bench.sweeper({ runsMax: 12, batchMax: 5, holder: "me", leaseMs: 1_000 });
  const first = await sweeper.sweepOnce();
  expect(claim.mock.calls.map(([{ limit }]) => limit)).toEqual([5, 5, 2]);
  expect(claim.mock.calls[0]?.[0]).toMatchObject({ holder: "me", leaseMs: 1_000 });
  expect(first).toMatchObject({ full: true });
  expect(first.runs).toHaveLength(12);
  const second = await sweeper.sweepOnce();
  expect(second).toMatchObject({ full: false });
  expect(second.runs).toHaveLength(8);
});

test("a long queue is worked off without a pause between the sweeps", async () => {
  const bench = new SweptStore();
  for (const runId of names(10, 40)) await bench.add(runId);
  const timers = vi.spyOn(globalThis, "setTimeout");
  const pauses = () => timers.mock.calls.map(([, ms]) => ms).filter((ms) => ms === 0 || ms === 77);
  const sweeper = bench.sweeper({ runsMax: 5, intervalMs: 77 });
  sweeper.start();
  await soon(() => expect(pauses().length).toBeGreaterThanOrEqual(8));
  await sweeper.stop();
  expect(bench.settled).toHaveLength(30);
  // Six sweeps that were full, and one that found nothing more.
  expect(pauses().slice(0, 8)).toEqual([77, 0, 0, 0, 0, 0, 0, 77]);
});
