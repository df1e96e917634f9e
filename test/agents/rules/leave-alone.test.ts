/** Rule 1: queued, live, owned, young, or already ended. */

import { describe, expect, test } from "vitest";
import { decide } from "../../../src/agents/index.ts";
import { START } from "../../support/openclaw-records.ts";
import { LATER, TERMINAL, evidenceOf, runOf, transcriptOf } from "../../support/run-facts.ts";

const answered = evidenceOf(transcriptOf(TERMINAL));
const quick = { graceMs: 60_000, heartbeatMs: 30_000 };

test.each([
  ["queued, whatever its age", runOf({ status: "queued" }), answered, "The run is queued"],
  ["already ended", runOf({ status: "ended" }), answered, "The run has already ended."],
  ["live", runOf(), { ...answered, live: true }, "The run has a live context."],
  [
    "owned by a process that showed life",
    runOf({ owner: { pid: 7, heartbeatAt: LATER - 29_999 } }),
    answered,
    "Another process owns the run",
  ],
])("%s: it is left alone", (_name, run, evidence, explanation) => {
  const decision = decide(run, evidence, LATER, quick);
  expect(decision).toMatchObject({ kind: "leave", rule: 1 });
  expect(decision.explanation).toContain(explanation);
});

test("a heartbeat that is old protects nobody", () => {
  const run = runOf({ owner: { pid: 7, heartbeatAt: LATER - 30_000 } });
  expect(decide(run, answered, LATER, quick)).toMatchObject({ kind: "ok", rule: 7 });
});

test("a heartbeat far ahead of the clock protects, but not for ever; a little ahead it is fresh at any age", () => {
  const policy = { ...quick, parkedMsMax: 3_600_000 };
  const decided = (aheadMs: number, now: number) =>
    decide(runOf({ owner: { pid: 7, heartbeatAt: now + aheadMs } }), answered, now, policy).kind;
  expect(decided(1e12, LATER)).toBe("leave");
  expect(decided(1e12, START + policy.parkedMsMax)).toBe("ok");
  expect(decided(29_999, START + policy.parkedMsMax)).toBe("leave");
});

describe("the grace", () => {
  test("counts from the start, and the wait ends with it", () => {
    expect(decide(runOf(), answered, START + 59_999, quick)).toMatchObject({
      kind: "wait",
      rule: 1,
      until: START + 60_000,
    });
    expect(decide(runOf(), answered, START + 60_000, quick)).toMatchObject({ kind: "ok", rule: 7 });
  });

  test("counts from the creation where the run has no start", () => {
    const { startedAt: _, ...run } = runOf();
    expect(decide(run, answered, START + 59_999, quick)).toMatchObject({ until: START + 60_000 });
  });

  test("counts again from a restore", () => {
    const run = runOf({ restoredAt: LATER - 1_000 });
    expect(decide(run, answered, LATER, quick)).toMatchObject({ kind: "wait", until: LATER + 59_000 });
  });

  test("of a start that lies ahead is looked at again after one grace", () => {
    const run = runOf({ startedAt: LATER + 1e12 });
    expect(decide(run, answered, LATER, quick)).toMatchObject({ kind: "wait", until: LATER + 60_000 });
  });

  test("does not protect what was killed on purpose", () => {
    const run = runOf({ killedAt: START + 1_000 });
    expect(decide(run, answered, START + 2_000, quick)).toMatchObject({ kind: "error", rule: 2 });
  });
});
