/** Rule 10: nothing proves that the run ended well. */

import { describe, expect, test } from "vitest";
import { LOST_CONTEXT_ERROR, decide } from "../../../src/agents/index.ts";
import type { ReadFailure } from "../../../src/agents/index.ts";
import { kindOf, reasons, sentenceFor } from "../../../src/transcripts/index.ts";
import type { Verdict } from "../../../src/transcripts/index.ts";
import { CUT, LATER, PARKED, TERMINAL, evidenceOf, runOf, transcriptOf } from "../../support/run-facts.ts";

const refusals = reasons.filter(
  (reason) => kindOf(reason) === "unfinished" || kindOf(reason) === "indeterminate",
);

test.each(refusals)("%s: the error, with the reason and what would have been accepted", (reason) => {
  const at = { offset: 9 };
  const kind = kindOf(reason);
  const verdict = { kind, reason, at, warnings: [], salvage: { text: "Half.", at } } as unknown as Verdict;
  expect(decide(runOf(), evidenceOf(transcriptOf(verdict)), LATER)).toMatchObject({
    kind: "error",
    rule: 10,
    source: "sweeper-lost-context",
    error: "subagent run lost active execution context",
    reason,
    salvage: "Half.",
    explanation: sentenceFor(reason),
  });
});

test("without a word of the child there is no salvage", () => {
  const verdict: Verdict = { kind: "unfinished", reason: "empty-history", warnings: [] };
  expect(decide(runOf(), evidenceOf(transcriptOf(verdict)), LATER)).not.toHaveProperty("salvage");
});

test("nothing known at all is a missing transcript", () => {
  expect(decide(runOf(), evidenceOf(), LATER)).toMatchObject({
    kind: "error",
    error: LOST_CONTEXT_ERROR,
    reason: "missing",
  });
});

describe("a read that failed", () => {
  const failure = (over: Partial<ReadFailure>): ReadFailure => ({
    source: "transcript",
    reason: "unreadable",
    detail: "boom",
    transient: false,
    ...over,
  });

  test("for good: the error, with the reason and the detail", () => {
    const failures = [failure({ reason: "missing", detail: "no such file" })];
    const decision = decide(runOf(), evidenceOf({ failures }), LATER);
    expect(decision).toMatchObject({ kind: "error", rule: 10, reason: "missing" });
    expect(decision.explanation).toContain("(no such file)");
  });

  test("for a moment: it waits, so many times, and then it is the error too", () => {
    const failures = [failure({ transient: true, detail: "EMFILE" })];
    const policy = { retryMs: 5_000, readTriesMax: 2 };
    for (const readFailures of [0, 1]) {
      const decision = decide(runOf({ readFailures }), evidenceOf({ failures }), LATER, policy);
      expect(decision).toMatchObject({ kind: "wait", rule: 10, until: LATER + 5_000 });
      expect(decision.explanation).toContain("(EMFILE) It is tried again.");
    }
    const last = decide(runOf({ readFailures: 2 }), evidenceOf({ failures }), LATER, policy);
    expect(last).toMatchObject({ kind: "error", rule: 10, reason: "unreadable" });
  });

  test("what the transcript alone disproves needs no other evidence", () => {
    const failures = [failure({ source: "descendants" })];
    const decision = decide(runOf(), evidenceOf({ ...transcriptOf(CUT), failures }), LATER);
    expect(decision).toMatchObject({ reason: "tool-use-turn", explanation: sentenceFor("tool-use-turn") });
  });

  test.each([
    ["session-entry", "The session store could not be read (boom)."],
    ["liveness", "Whether the run or its child is alive"],
    ["descendants", "Whether a descendant of the run is active"],
    ["wake", "Whether something can still wake the child"],
  ] as const)("of %s it says what was asked", (source, explanation) => {
    for (const verdict of [TERMINAL, PARKED]) {
      const evidence = evidenceOf({ ...transcriptOf(verdict), failures: [failure({ source })] });
      const decision = decide(runOf(), evidence, LATER);
      expect(decision).toMatchObject({ kind: "error", reason: "unreadable" });
      expect(decision.explanation).toContain(explanation);
    }
  });
});
