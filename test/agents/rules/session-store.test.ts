/** Rule 3: the session store settled this run. */

import { expect, test } from "vitest";
import { POLICY_DEFAULT, decide } from "../../../src/agents/index.ts";
import type { SessionCompletion } from "../../../src/agents/index.ts";
import { START } from "../../support/openclaw-records.ts";
import { CUT, LATER, TERMINAL, evidenceOf, runOf, transcriptOf } from "../../support/run-facts.ts";

const endedAt = START + 40_000;
const done: SessionCompletion = { outcome: "ok", status: "done", endedAt };

test("done: ok, with the transcript's answer", () => {
  const decision = decide(runOf(), evidenceOf({ completion: done, ...transcriptOf(TERMINAL) }), LATER);
  expect(decision).toMatchObject({
    kind: "ok",
    rule: 3,
    source: "sweeper-session-completion",
    result: { text: "Three.", bytes: 6, truncated: false, path: "child.jsonl" },
  });
  expect(decision.explanation).toContain("done at 2026-11-01T10:00:40.000Z");
});

test("done, and the transcript has no answer: ok as the store says, and it says that words are missing", () => {
  const decision = decide(runOf(), evidenceOf({ completion: done, ...transcriptOf(CUT) }), LATER);
  expect(decision).toMatchObject({ kind: "ok", result: { bytes: 0, truncated: false } });
  expect(decision).not.toHaveProperty("result.text");
  expect(decision.explanation).toContain("not known: its transcript says tool-use-turn");
});

test("done, and no transcript: the same", () => {
  const decision = decide(runOf(), evidenceOf({ completion: done }), LATER);
  expect(decision).toMatchObject({ kind: "ok", result: { bytes: 0 } });
  expect(decision.explanation).toContain("no transcript was read");
});

test.each([
  ["timeout", "timeout", "session-timeout"],
  ["error", "failed", "session-failed"],
  ["error", "killed", "session-killed"],
] as const)("%s (%s): an error, the answer kept as salvage", (outcome, status, reason) => {
  const completion: SessionCompletion = { outcome, status, endedAt };
  const decision = decide(runOf(), evidenceOf({ completion, ...transcriptOf(TERMINAL) }), LATER);
  expect(decision).toMatchObject({
    kind: "error",
    rule: 3,
    source: "sweeper-session-completion",
    reason,
    error: `the session store says that the run ended with status ${status} at 2026-11-01T10:00:40.000Z`,
    salvage: "Three.",
  });
  expect(decision.explanation).toMatch(/^The session store says/);
});

test.each([Number.NaN, 1e300])("an end at %s is no reason to fail", (odd) => {
  const decision = decide(runOf(), evidenceOf({ completion: { ...done, endedAt: odd } }), LATER);
  expect(decision).toMatchObject({ kind: "ok" });
  expect(decision.explanation).toContain("ended with status done;");
});

test("it is asked before the quiet time: the store knows, the file's age does not matter", () => {
  const fresh = transcriptOf(TERMINAL, { modifiedAt: LATER - 1 });
  expect(decide(runOf(), evidenceOf({ completion: done, ...fresh }), LATER)).toMatchObject({ rule: 3 });
});

test("done, and the transcript cannot be read for now: its answer is worth another try", () => {
  const busy = { source: "transcript", reason: "unreadable", detail: "EMFILE", transient: true } as const;
  const evidence = evidenceOf({ completion: done, failures: [busy] });
  expect(decide(runOf(), evidence, LATER)).toMatchObject({ kind: "wait", rule: 10 });
  const tried = runOf({ readFailures: POLICY_DEFAULT.readTriesMax });
  expect(decide(tried, evidence, LATER)).toMatchObject({ kind: "ok", rule: 3, result: { bytes: 0 } });
});
