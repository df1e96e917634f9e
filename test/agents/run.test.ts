/** A run's legal transitions; an illegal one names both states. */

import { describe, expect, test } from "vitest";
import { IllegalTransitionError, beganAt, canTransition, transition } from "../../src/agents/index.ts";
import type { RunStatus } from "../../src/agents/index.ts";
import { runOf } from "../support/run-facts.ts";

const statuses: readonly RunStatus[] = ["queued", "running", "paused", "ended"];
const legal = [
  "queued running",
  "queued ended",
  "running paused",
  "running ended",
  "paused running",
  "paused ended",
];
const pairs = statuses.flatMap((from) => statuses.map((to) => [from, to] as const));

describe.each(pairs)("from %s to %s", (from, to) => {
  const run = runOf({ status: from });
  if (legal.includes(`${from} ${to}`)) {
    test("is legal, and changes the status alone", () => {
      expect(canTransition(from, to)).toBe(true);
      expect(transition(run, to)).toEqual({ ...run, status: to });
    });
    return;
  }
  test("is illegal, and the error names both", () => {
    expect(canTransition(from, to)).toBe(false);
    expect(() => transition(run, to)).toThrow(IllegalTransitionError);
    expect(() => transition(run, to)).toThrow(`from ${from} to ${to}`);
    expect(() => transition(run, to)).toThrow(expect.objectContaining({ from, to }));
  });
});

test("an ended run goes nowhere, and the error says so", () => {
  expect(() => transition(runOf({ status: "ended" }), "running")).toThrow("from ended it can go to nothing");
});

test("a run began at its start, or at its creation where it has none", () => {
  expect(beganAt({ createdAt: 5, startedAt: 9 })).toBe(9);
  expect(beganAt({ createdAt: 5 })).toBe(5);
});
