/** Rule 8: parked with something that can wake it, or a descendant at work. */

import { describe, expect, test } from "vitest";
import { decide } from "../../../src/agents/index.ts";
import type { Evidence, Run } from "../../../src/agents/index.ts";
import { START } from "../../support/openclaw-records.ts";
import { CUT, LATER, PARKED, TERMINAL, evidenceOf, runOf, transcriptOf } from "../../support/run-facts.ts";

const policy = { recheckMs: 30_000, parkedMsMax: 3_600_000 };
const deadline = START + policy.parkedMsMax;
const decided = (run: Partial<Run>, evidence: Partial<Evidence>, now: number = LATER) =>
  decide(runOf(run), evidenceOf(evidence), now, policy);

test.each<[string, Partial<Run>, Partial<Evidence>, string]>([
  ["a pause on the row", { status: "paused" }, transcriptOf(PARKED), "The registry paused the run."],
  ["a reason for a pause", { pauseReason: "sessions_yield" }, transcriptOf(PARKED), "(sessions_yield)"],
  ["another source", {}, { ...transcriptOf(PARKED), canBeWoken: true }, "something can still wake it"],
  ["a descendant, parked", {}, { ...transcriptOf(PARKED), descendantActive: true }, "descendant"],
  ["a descendant, terminal", {}, { ...transcriptOf(TERMINAL), descendantActive: true }, "descendant"],
])("%s: it waits", (_name, run, evidence, explanation) => {
  const decision = decided(run, evidence);
  expect(decision).toMatchObject({ kind: "wait", rule: 8, until: LATER + 30_000 });
  expect(decision.explanation).toContain(explanation);
});

test.each<[string, Partial<Run>, Partial<Evidence>]>([
  ["parked, and nobody to wake it", {}, transcriptOf(PARKED)],
  ["cut off, though paused", { status: "paused" }, transcriptOf(CUT)],
  ["cut off, though a descendant is at work", {}, { ...transcriptOf(CUT), descendantActive: true }],
])("%s: it does not", (_name, run, evidence) => {
  expect(decided(run, evidence)).toMatchObject({ kind: "error", rule: 10 });
});

describe("the limit from the run's start", () => {
  const parked = { ...transcriptOf(PARKED), canBeWoken: true };
  const descended = { ...transcriptOf(TERMINAL), descendantActive: true };

  test("bounds the last wait", () => {
    expect(decided({}, parked, deadline - 1_000)).toMatchObject({ kind: "wait", until: deadline });
  });

  test("then nobody is coming any more: an error that says what was waited for", () => {
    const decision = decided({}, parked, deadline);
    expect(decision).toMatchObject({ kind: "error", rule: 10, reason: "yield-wait" });
    expect(decision.explanation).toContain("can still wake it. It was waited for");
  });

  test("an answer with a descendant still at work is kept as salvage, and is not called the reason", () => {
    const decision = decided({}, descended, deadline);
    expect(decision).toMatchObject({
      kind: "error",
      rule: 10,
      reason: "descendant-active",
      salvage: "Three.",
    });
    expect(decision.explanation).toContain("A descendant of the run is still active.");
  });
});
