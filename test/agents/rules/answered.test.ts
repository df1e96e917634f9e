/** Rule 7: a proved answer, and nobody below still at work. */

import { expect, test } from "vitest";
import { decide } from "../../../src/agents/index.ts";
import type { ReadFailure } from "../../../src/agents/index.ts";
import { CUT, LATER, PARKED, TERMINAL, evidenceOf, runOf, transcriptOf } from "../../support/run-facts.ts";

const answered = transcriptOf(TERMINAL);

test("the answer is the result", () => {
  const decision = decide(runOf(), evidenceOf(answered), LATER);
  expect(decision).toMatchObject({
    kind: "ok",
    rule: 7,
    source: "sweeper-lost-context-recovered",
    result: { text: "Three.", bytes: 6, truncated: false, path: "child.jsonl" },
  });
  expect(decision).not.toHaveProperty("salvage");
  expect(decision.explanation).toContain("ends in a final answer");
});

test("a paused run whose transcript is terminal was woken and answered", () => {
  const run = runOf({ status: "paused", pauseReason: "sessions_yield" });
  expect(decide(run, evidenceOf(answered), LATER)).toMatchObject({ kind: "ok", rule: 7 });
});

test.each([CUT, PARKED])("no other verdict is an answer: $reason", (verdict) => {
  expect(decide(runOf(), evidenceOf(transcriptOf(verdict)), LATER).kind).toBe("error");
});

test("an active descendant keeps it open", () => {
  expect(decide(runOf(), evidenceOf({ ...answered, descendantActive: true }), LATER).kind).toBe("wait");
});

test.each(["descendants", "liveness", "session-entry", "transcript", "wake"] as const)(
  "what could not be read (%s) might have said otherwise",
  (source) => {
    const failure: ReadFailure = { source, reason: "unreadable", detail: "boom", transient: false };
    expect(decide(runOf(), evidenceOf({ ...answered, failures: [failure] }), LATER)).toMatchObject({
      kind: "error",
      rule: 10,
      salvage: "Three.",
    });
  },
);

test("a long answer is cut at the limit, and the path leads to the whole", () => {
  const long = transcriptOf({ ...TERMINAL, text: "é".repeat(10) });
  expect(decide(runOf(), evidenceOf(long), LATER, { resultBytesMax: 7 })).toMatchObject({
    kind: "ok",
    result: { text: "ééé", bytes: 20, truncated: true, path: "child.jsonl" },
  });
});
