/** An answer that turns up behind the error: it takes the error's place, if it is this run's, and only then. */

import { utimesSync, writeFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import type { ImprovedRun, Run, SweeperOptions } from "../../src/agents/index.ts";
import { ANSWERED, CUT_IN_TOOL, lines } from "../support/folder.ts";
import { START, assistant, call, entries, header, result, user } from "../support/openclaw-records.ts";
import type { Body } from "../support/openclaw-records.ts";
import { LATER } from "../support/run-facts.ts";
import { SweptStore } from "../support/swept-store.ts";

const MINUTE_MS = 60_000;

function at(ms: number): Body {
  return { timestamp: new Date(ms).toISOString() };
}

/** A run cut off in a tool, and what stands in its transcript behind that. */
function cutThen(...records: readonly Body[]): string {
  const before = [user("Count."), assistant("Let me see.", { calls: [call("c1")] }), result("c1")];
  return lines(entries(header, ...before, ...records));
}

/** The run, settled as lost. */
async function lost(content: string | undefined = CUT_IN_TOOL, over: Partial<Run> = {}) {
  const bench = new SweptStore();
  const run = await bench.add("run-1", over, content);
  const improved: ImprovedRun[] = [];
  const sweeper = (more: Partial<SweeperOptions> = {}) =>
    bench.sweeper({ onImproved: (improvement) => void improved.push(improvement), ...more });
  await sweeper({ improveForMs: 0 }).sweepOnce();
  expect(await bench.store.get("run-1")).toMatchObject({ status: "ended", outcome: "error" });
  return { bench, run, improved, sweeper };
}

describe("an answer that the child gave after all", () => {
  const late = cutThen(assistant("Three.", { rest: at(LATER + MINUTE_MS) }));

  test("goes out in the error's place, where nobody has seen that", async () => {
    const { bench, improved, sweeper } = await lost();
    bench.write("run-1", late);
    bench.clock.move(10 * MINUTE_MS);
    const swept = await sweeper().sweepOnce();
    expect(swept.improved).toMatchObject([{ written: { kind: "upgraded" } }]);
    expect(improved).toEqual(swept.improved);
    expect(await bench.store.get("run-1")).toMatchObject({ outcome: "ok", endedAt: LATER });
    expect(await bench.store.deliveriesOf("run-1")).toMatchObject([
      { key: "run-1/1", state: "superseded", settlement: { kind: "error" } },
      { key: "run-1/1", state: "pending", settlement: { kind: "ok", result: { text: "Three." } } },
    ]);
  });

  test("corrects the error, where that was delivered", async () => {
    const { bench, sweeper } = await lost();
    const query = { now: bench.clock.now, limit: 1, leaseMs: 1_000, holder: "courier" };
    for (const message of await bench.store.claimDeliveries(query)) {
      await bench.store.delivered(message, bench.clock.now);
    }
    bench.write("run-1", late);
    bench.clock.move(10 * MINUTE_MS);
    expect((await sweeper().sweepOnce()).improved).toMatchObject([{ written: { kind: "corrected" } }]);
    expect(await bench.told()).toEqual({ "run-1/1/correction-1": "sweeper-lost-context-recovered" });
  });

  test("is found once by all sweepers together", async () => {
    const { bench, improved, sweeper } = await lost();
    bench.write("run-1", late);
    bench.clock.move(10 * MINUTE_MS);
    await Promise.all([1, 2, 3].map(async () => sweeper().sweepOnce()));
    expect(improved).toHaveLength(1);
    expect(await bench.store.deliveriesOf("run-1")).toHaveLength(2);
  });

  test("is waited for while its child may still write, as before any settlement", async () => {
    const { bench, improved, sweeper } = await lost();
    bench.write("run-1", late);
    await sweeper({ isChildAlive: () => true }).sweepOnce();
    expect(improved).toEqual([]);
  });
});

test("a transcript that could not be read, and can be read now, is as good as any", async () => {
  const { bench, run, sweeper } = await lost(CUT_IN_TOOL, { transcript: "/nowhere/run-1.jsonl" });
  const path = bench.write("came-back", ANSWERED);
  const { improved } = await sweeper({ locateTranscript: () => path }).sweepOnce();
  expect(improved).toMatchObject([{ run: { runId: run.runId }, written: { kind: "upgraded" } }]);
});

describe("what is no answer of this run", () => {
  test("one to an input from behind its end: the session went on for a later run", async () => {
    const { bench, improved, sweeper } = await lost();
    const resumed = cutThen(
      user("Try once more.", at(LATER + MINUTE_MS)),
      assistant("Four.", { rest: at(LATER + 2 * MINUTE_MS) }),
    );
    bench.write("run-1", resumed);
    bench.clock.move(10 * MINUTE_MS);
    await sweeper().sweepOnce();
    expect(improved).toEqual([]);
    expect(await bench.told()).toEqual({ "run-1/1": "sweeper-lost-context" });
  });

  // Found by the simulation: the later run's input stood behind half a line, and could not be told from it.
  test("one from behind its end, where a damaged line may hide whose it is", async () => {
    const { bench, improved, sweeper } = await lost();
    const [answer = ""] = entries(
      assistant("Four.", { rest: { id: "e9", parentId: "e3", ...at(LATER + 2 * MINUTE_MS) } }),
    );
    const half = '{"type":"message","id":"e4","parentId":{"type":"message","id":"e5"}\n';
    bench.write("run-1", `${CUT_IN_TOOL}${half}${answer}\n`);
    bench.clock.move(10 * MINUTE_MS);
    await sweeper().sweepOnce();
    expect(improved).toEqual([]);
  });

  test("a session store's word on a later end, without an answer of this run", async () => {
    const { bench, improved, sweeper } = await lost();
    bench.clock.move(10 * MINUTE_MS);
    const sessionEntry = () => ({ status: "done", endedAt: LATER + MINUTE_MS });
    await sweeper({ sessionEntry }).sweepOnce();
    expect(improved).toEqual([]);
  });

  // Found by the simulation: the later run's end stood for this one's, and hid that a helper was still at work.
  test("a session store's word on a later end: the run's own answer has to stand for itself", async () => {
    const { bench, improved, sweeper } = await lost();
    bench.write("run-1", cutThen(assistant("Three.", { rest: at(LATER - MINUTE_MS) })));
    bench.clock.move(10 * MINUTE_MS);
    const sessionEntry = () => ({ status: "done", endedAt: LATER + MINUTE_MS });
    await sweeper({ sessionEntry, hasActiveDescendant: () => true }).sweepOnce();
    expect(improved).toEqual([]);
    await sweeper({ sessionEntry }).sweepOnce();
    expect(improved).toMatchObject([
      { settlement: { source: "sweeper-lost-context-recovered", result: { text: "Three." } } },
    ]);
  });

  test("but its word on an end from before is one", async () => {
    const { bench, improved, sweeper } = await lost();
    bench.clock.move(10 * MINUTE_MS);
    await sweeper({ sessionEntry: () => ({ status: "done", endedAt: START + 9_000 }) }).sweepOnce();
    expect(improved).toMatchObject([{ settlement: { source: "sweeper-session-completion" } }]);
  });

  test.each([
    ["written behind its end", LATER + MINUTE_MS, 0],
    ["that lay there by then", LATER - MINUTE_MS, 1],
  ])("a result file %s", async (_name, writtenAt, count) => {
    const { bench, improved, sweeper } = await lost();
    const path = bench.folder.at("result.json");
    writeFileSync(path, '{"answer":"three"}');
    utimesSync(path, writtenAt / 1_000, writtenAt / 1_000);
    bench.clock.move(10 * MINUTE_MS);
    const artifact = (run: Run) => ({ path, launchedAt: run.startedAt ?? run.createdAt });
    await sweeper({ artifact }).sweepOnce();
    expect(improved).toHaveLength(count);
  });
});

describe("what stays as it is", () => {
  test("a run that was killed on purpose", async () => {
    const { bench, improved, sweeper } = await lost(CUT_IN_TOOL, { killedAt: START + 5_000 });
    bench.write("run-1", ANSWERED);
    await sweeper().sweepOnce();
    expect(improved).toEqual([]);
  });

  test("an error without anything better: nothing is written", async () => {
    const { bench, sweeper } = await lost();
    const improve = vi.spyOn(bench.store, "improve");
    const { improved, failures } = await sweeper().sweepOnce();
    expect({ improved, failures }).toEqual({ improved: [], failures: [] });
    expect(improve).not.toHaveBeenCalled();
  });

  test("an error from longer ago than is looked back", async () => {
    const { bench, improved, sweeper } = await lost();
    bench.write("run-1", cutThen(assistant("Three.", { rest: at(LATER + 1_000) })));
    bench.clock.move(30 * MINUTE_MS + 1);
    await sweeper({ improveForMs: 30 * MINUTE_MS }).sweepOnce();
    expect(improved).toEqual([]);
    await sweeper({ improveForMs: 31 * MINUTE_MS }).sweepOnce();
    expect(improved).toHaveLength(1);
  });

  test("another machine's: its disk is not this one's", async () => {
    const { bench, improved, sweeper } = await lost(CUT_IN_TOOL, { host: "a" });
    bench.write("run-1", cutThen(assistant("Three.", { rest: at(LATER + 1_000) })));
    bench.clock.move(MINUTE_MS);
    await sweeper({ reach: { host: "b" } }).sweepOnce();
    expect(improved).toEqual([]);
    await sweeper({ reach: { host: "a" } }).sweepOnce();
    expect(improved).toHaveLength(1);
  });
});

describe("what it costs", () => {
  test("an error is read again each time that twice as long has passed", async () => {
    const { bench, sweeper } = await lost();
    const reads: number[] = [];
    const locateTranscript = ({ transcript }: Run) => {
      reads.push((bench.clock.now - LATER) / MINUTE_MS);
      return transcript;
    };
    const one = sweeper({ locateTranscript });
    for (let minute = 1; minute <= 90; minute += 1) {
      bench.clock.move(MINUTE_MS);
      await one.sweepOnce();
    }
    expect(reads).toEqual([1, 2, 4, 8, 16, 32]);
  });

  test("so many errors in a sweep, and the next ones in the next", async () => {
    const bench = new SweptStore();
    const all = [1, 2, 3, 4, 5].map((n) => `run-${n}`);
    for (const runId of all) await bench.add(runId, {}, CUT_IN_TOOL);
    await bench.sweeper({ improveForMs: 0 }).sweepOnce();
    bench.clock.move(MINUTE_MS);
    const read: string[] = [];
    const locateTranscript = ({ runId, transcript }: Run) => {
      read.push(runId);
      return transcript;
    };
    const sweeper = bench.sweeper({ improvementsMax: 2, locateTranscript });
    const counts: number[] = [];
    for (let sweep = 1; sweep <= 4; sweep += 1) {
      await sweeper.sweepOnce();
      counts.push(read.length);
    }
    expect(counts).toEqual([2, 4, 5, 5]);
    expect(read.toSorted()).toEqual(all);
  });
});

describe("what fails around it", () => {
  test.each(["listImprovable", "settlementOf", "improve"] as const)(
    "%s: the sweep says so, and the next finds it",
    async (call) => {
      const { bench, improved, sweeper } = await lost();
      bench.write("run-1", cutThen(assistant("Three.", { rest: at(LATER + 1_000) })));
      bench.clock.move(MINUTE_MS);
      vi.spyOn(bench.store, call).mockRejectedValueOnce(new Error("the disk is full"));
      const one = sweeper();
      expect((await one.sweepOnce()).failures).toMatchObject([{ error: { message: "the disk is full" } }]);
      bench.clock.move(MINUTE_MS);
      await one.sweepOnce();
      expect(improved).toHaveLength(1);
    },
  );

  test("an onImproved that throws is logged", async () => {
    const { bench, sweeper } = await lost();
    bench.write("run-1", cutThen(assistant("Three.", { rest: at(LATER + 1_000) })));
    bench.clock.move(MINUTE_MS);
    const warn = vi.fn<(message: string, details?: object) => void>();
    const onImproved = (): never => {
      throw new Error("boom");
    };
    const { failures } = await sweeper({ onImproved, logger: { info: () => undefined, warn } }).sweepOnce();
    expect(failures).toEqual([]);
    expect(warn).toHaveBeenCalledWith("onImproved failed", { runId: "run-1", error: "boom" });
  });
});
