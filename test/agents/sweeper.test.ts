/** The sweeper over real transcripts in a folder, and a registry in memory. */

import { utimesSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  LEASE_MS_MAX,
  LOST_CONTEXT_ERROR,
  MemoryRegistry,
  createSweeper,
  memoryStore,
} from "../../src/agents/index.ts";
import type { Run, RunRegistry, Settlement, SweeperOptions } from "../../src/agents/index.ts";
import { ANSWERED, Folder, lines } from "../support/folder.ts";
import {
  START,
  assistant,
  call,
  entries,
  header,
  result,
  user,
  yields,
} from "../support/openclaw-records.ts";
import type { Body } from "../support/openclaw-records.ts";
import { LATER, runOf } from "../support/run-facts.ts";

const opening = [header, user("Count the failing tests.")];
const TOOLS_ALONE = written(...opening, assistant("", { calls: [call("c1")] }), result("c1"));
const TEXT_THEN_TOOL = written(...opening, assistant("Let me verify.", { calls: [call("c1")] }));
const YIELDED = written(...opening, ...yields("Two helpers are on it."));

function written(...records: readonly Body[]): string {
  return lines(entries(...records));
}

/** Runs and their transcripts, each named for the run; a clock long after, and files long quiet. */
class Bench {
  readonly folder = new Folder();
  readonly registry = new MemoryRegistry();
  readonly settled: [string, Settlement][] = [];

  add(runId: string, content: string | undefined = ANSWERED, over: Partial<Run> = {}): Run {
    const transcript = this.folder.write(`${runId}.jsonl`, content);
    utimesSync(transcript, START / 1_000, START / 1_000);
    const run = runOf({ runId, transcript, ...over });
    this.registry.put(run);
    return run;
  }

  sweeper(over: Partial<SweeperOptions> = {}) {
    return createSweeper({
      registry: this.registry,
      sessionEntry: () => ({ status: "running", updatedAt: START + 1_000 }),
      clock: () => LATER,
      onSettled: ({ runId }, settlement) => {
        this.settled.push([runId, settlement]);
      },
      ...over,
    });
  }
}

describe("one sweep", () => {
  test("recovers a run that had finished, with its result", async () => {
    const bench = new Bench();
    bench.add("run-1");
    const { runs, failures } = await bench.sweeper().sweepOnce();
    expect(failures).toEqual([]);
    expect(runs).toMatchObject([{ decision: { kind: "ok", rule: 7 }, written: { kind: "settled" } }]);
    expect(bench.registry.get("run-1")).toMatchObject({
      status: "ended",
      outcome: "ok",
      source: "sweeper-lost-context-recovered",
      endedAt: LATER,
    });
    expect(bench.registry.settlementOf("run-1")).toMatchObject({ result: { text: "Three." } });
    expect(bench.settled).toMatchObject([["run-1", { kind: "ok" }]]);
  });

  test.each([
    ["tools alone", TOOLS_ALONE, "tool-only-turn", undefined],
    ["text before a tool call", TEXT_THEN_TOOL, "tool-use-turn", "Let me verify."],
    ["a yield, and nobody to wake it", YIELDED, "yield-wait", "Two helpers are on it."],
  ])("keeps the error for %s", async (_name, content, reason, salvage) => {
    const bench = new Bench();
    bench.add("run-1", content);
    await bench.sweeper().sweepOnce();
    expect(bench.registry.get("run-1")).toMatchObject({ outcome: "error", source: "sweeper-lost-context" });
    const settlement = bench.registry.settlementOf("run-1");
    expect(settlement).toMatchObject({ kind: "error", error: LOST_CONTEXT_ERROR, reason });
    expect(settlement?.salvage).toBe(salvage);
    expect(settlement).not.toHaveProperty("result");
  });

  test.each<[string, Partial<Run>, Partial<SweeperOptions>]>([
    ["a pause on the row", { status: "paused", pauseReason: "sessions_yield" }, {}],
    ["somebody to wake it", {}, { canBeWoken: () => true }],
  ])("a yield with %s waits, and nothing is written", async (_name, over, options) => {
    const bench = new Bench();
    const run = bench.add("run-1", YIELDED, over);
    const { runs } = await bench.sweeper(options).sweepOnce();
    expect(runs).toEqual([{ run, decision: expect.objectContaining({ kind: "wait", rule: 8 }) }]);
    expect(bench.registry.get("run-1")).toBe(run);
    expect(bench.settled).toEqual([]);
  });

  test("asks the registry for descendants where the host does not say", async () => {
    const bench = new Bench();
    bench.add("parent");
    bench.add("child", ANSWERED, { parentRunId: "parent", status: "ended" });
    bench.add("grandchild", ANSWERED, { parentRunId: "child", startedAt: LATER });
    const sweeper = bench.sweeper();
    await sweeper.sweepOnce();
    expect(bench.registry.get("parent")?.status).toBe("running");
    bench.add("grandchild", ANSWERED, { parentRunId: "child", status: "ended" });
    await sweeper.sweepOnce();
    expect(bench.registry.get("parent")).toMatchObject({ outcome: "ok" });
  });

  test("a read failure keeps the error, and the sweep goes on with the next run", async () => {
    const bench = new Bench();
    bench.add("run-1", ANSWERED, { createdAt: START, startedAt: START });
    bench.add("run-2", ANSWERED, { createdAt: START + 1, startedAt: START + 1 });
    bench.add("run-3", ANSWERED, { createdAt: START + 2, startedAt: START + 2 });
    const locateTranscript = ({ runId, transcript }: Run) => {
      if (runId === "run-1") throw new Error("the index is broken");
      return runId === "run-2" ? bench.folder.at("nowhere.jsonl") : transcript;
    };
    const { failures } = await bench.sweeper({ locateTranscript, concurrency: 1 }).sweepOnce();
    expect(failures).toEqual([]);
    expect(bench.settled).toMatchObject([
      ["run-1", { kind: "error", error: LOST_CONTEXT_ERROR, reason: "unreadable" }],
      ["run-2", { kind: "error", error: LOST_CONTEXT_ERROR, reason: "missing" }],
      ["run-3", { kind: "ok" }],
    ]);
  });

  test("a read that fails for a moment is tried again, so often, and then settled", async () => {
    const bench = new Bench();
    bench.add("run-1");
    const locateTranscript = (): never => {
      throw Object.assign(new Error("too many open files"), { code: "EMFILE" });
    };
    const sweeper = bench.sweeper({ locateTranscript, policy: { readTriesMax: 2 } });
    const kinds: unknown[] = [];
    for (let sweep = 1; sweep <= 3; sweep += 1) {
      const { runs } = await sweeper.sweepOnce();
      kinds.push(runs[0]?.decision.kind);
    }
    expect(kinds).toEqual(["wait", "wait", "error"]);
    expect(bench.registry.settlementOf("run-1")).toMatchObject({ reason: "unreadable" });
  });

  test("a read that succeeds in between begins the count anew", async () => {
    const bench = new Bench();
    const run = bench.add("run-1", YIELDED, { status: "paused" });
    let fails = true;
    const locateTranscript = ({ transcript }: Run) => {
      if (fails) throw Object.assign(new Error("busy"), { code: "EBUSY" });
      return transcript;
    };
    const sweeper = bench.sweeper({ locateTranscript, policy: { readTriesMax: 1 } });
    for (const now of [true, false, true]) {
      fails = now;
      const { runs } = await sweeper.sweepOnce();
      expect(runs).toMatchObject([{ run, decision: { kind: "wait", rule: now ? 10 : 8 } }]);
    }
  });
});

describe("what fails around a run", () => {
  test("a registry that throws once: the sweep says so, and the next one settles", async () => {
    const bench = new Bench();
    bench.add("run-1");
    let throws = true;
    const registry: RunRegistry = {
      listStale: async (query) => {
        if (throws) throw new Error("database is locked");
        return bench.registry.listStale(query);
      },
      settle: (request) => bench.registry.settle(request),
    };
    const sweeper = bench.sweeper({ registry });
    expect(await sweeper.sweepOnce()).toEqual({
      runs: [],
      improved: [],
      failures: [{ error: expect.objectContaining({ message: "database is locked" }) }],
      full: false,
    });
    throws = false;
    await sweeper.sweepOnce();
    expect(bench.registry.get("run-1")).toMatchObject({ outcome: "ok" });
  });

  test("a settlement that cannot be written: the run stays open, the others are settled", async () => {
    const bench = new Bench();
    bench.add("run-1");
    bench.add("run-2");
    let throws = true;
    const registry: RunRegistry = {
      listStale: (query) => bench.registry.listStale(query),
      settle: async (request) => {
        if (throws && request.runId === "run-1") throw new Error("disk is full");
        return bench.registry.settle(request);
      },
    };
    const sweeper = bench.sweeper({ registry });
    const { failures } = await sweeper.sweepOnce();
    expect(failures).toMatchObject([{ run: { runId: "run-1" } }]);
    expect(bench.registry.get("run-1")?.status).toBe("running");
    expect(bench.registry.get("run-2")?.status).toBe("ended");
    throws = false;
    await sweeper.sweepOnce();
    expect(bench.settled.map(([runId]) => runId)).toEqual(["run-2", "run-1"]);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("boom");
      },
    ],
    ["rejects", () => Promise.reject(new Error("boom"))],
  ])("an onSettled that %s is logged, and the run stays settled", async (_name, onSettled) => {
    const bench = new Bench();
    bench.add("run-1");
    bench.add("run-2");
    const warnings: unknown[] = [];
    const logger = { info: () => undefined, warn: (...said: unknown[]) => void warnings.push(said) };
    const { runs, failures } = await bench.sweeper({ onSettled, logger, concurrency: 1 }).sweepOnce();
    expect(runs).toHaveLength(2);
    expect(failures).toEqual([]);
    expect(warnings).toEqual([
      ["onSettled failed", { runId: "run-1", error: "boom" }],
      ["onSettled failed", { runId: "run-2", error: "boom" }],
    ]);
    expect(bench.registry.get("run-1")?.status).toBe("ended");
  });

  test("a logger that throws stops nothing", async () => {
    const bench = new Bench();
    bench.add("run-1");
    const info = (): never => {
      throw new Error("the disk is full");
    };
    await bench.sweeper({ logger: { info, warn: info } }).sweepOnce();
    expect(bench.registry.get("run-1")?.status).toBe("ended");
  });

  test("a clock that throws is a failure, and no settlement", async () => {
    const bench = new Bench();
    bench.add("run-1");
    const clock = (): never => {
      throw new Error("no clock");
    };
    const sweep = await bench.sweeper({ clock }).sweepOnce();
    expect(sweep.failures).toHaveLength(1);
    expect(bench.registry.get("run-1")?.status).toBe("running");
  });
});

describe("what a sweep touches", () => {
  test("only transcripts of suspicious rows: all others are not even asked for", async () => {
    const bench = new Bench();
    bench.add("lost-1");
    bench.add("lost-2");
    bench.add("ended", ANSWERED, { status: "ended" });
    bench.add("queued", ANSWERED, { status: "queued" });
    bench.add("young", ANSWERED, { startedAt: LATER - 1 });
    bench.add("restored", ANSWERED, { restoredAt: LATER - 1 });
    bench.add("owned", ANSWERED, { owner: { pid: 7, heartbeatAt: LATER - 1 } });
    bench.add("live");
    const opened: string[] = [];
    const locateTranscript = ({ runId, transcript }: Run) => {
      opened.push(runId);
      return transcript;
    };
    await bench.sweeper({ locateTranscript, isLive: ({ runId }) => runId === "live" }).sweepOnce();
    expect(opened.toSorted()).toEqual(["lost-1", "lost-2"]);
  });

  test("so many runs at the same time, and so many in one sweep", async () => {
    const bench = new Bench();
    for (let n = 10; n < 30; n += 1) bench.add(`run-${n}`);
    let reading = 0;
    let most = 0;
    const locateTranscript = async ({ transcript }: Run) => {
      reading += 1;
      most = Math.max(most, reading);
      await new Promise((resolve) => {
        setTimeout(resolve, 1);
      });
      reading -= 1;
      return transcript;
    };
    const { runs } = await bench.sweeper({ locateTranscript, concurrency: 3, runsMax: 7 }).sweepOnce();
    expect(runs).toHaveLength(7);
    expect(most).toBe(3);
  });

  test("two sweeps of one sweeper are one", async () => {
    const bench = new Bench();
    bench.add("run-1");
    const sweeper = bench.sweeper();
    const [one, other] = await Promise.all([sweeper.sweepOnce(), sweeper.sweepOnce()]);
    expect(one).toBe(other);
    expect(bench.settled).toHaveLength(1);
  });
});

test.each([
  { concurrency: 0 },
  { concurrency: Number.NaN },
  { runsMax: -1 },
  { runsMax: Infinity },
  { intervalMs: 0 },
  { intervalMs: 2 ** 31 },
  { graceMs: -1 },
  { quietMs: Infinity },
  { skewMs: Number.NaN },
  { leaseMs: 0 },
  { leaseMs: LEASE_MS_MAX + 1 },
  { batchMax: 0 },
  { batchMax: 10_001 },
  { storeTriesMax: 0 },
  { storeTriesMax: 1_001 },
  { improveForMs: -1 },
  { improveForMs: 1.5 },
  { improvementsMax: 0 },
  { improvementsMax: 10_001 },
  { holder: "" },
  { holder: "x".repeat(1_025) },
])("settings that are none are refused at once: %o", (over) => {
  const [name = ""] = Object.keys(over);
  expect(() => createSweeper({ registry: new MemoryRegistry(), ...over })).toThrow(name);
});

test("a reach that the registry knows nothing of is refused: it would be no reach at all", () => {
  const reach = { host: "a" };
  expect(() => createSweeper({ registry: new MemoryRegistry(), reach })).toThrow("reach needs a registry");
  expect(() => createSweeper({ registry: memoryStore(), reach })).not.toThrow();
});

test.each([
  [{ host: "" }, "reach.host"],
  [{ host: "a", sharedRoots: ["/srv/sessions/"] }, "no slash at its end, not /srv/sessions/"],
  [{ host: "a", sharedRoots: [""] }, "a folder in reach.sharedRoots must have a name"],
])("a reach that is none is refused: %o", (reach, message) => {
  expect(() => createSweeper({ registry: memoryStore(), reach })).toThrow(message);
});
