/** Rules 5 and 6: the result that a run was to leave, good or not. */

import { describe, expect, test } from "vitest";
import { decide } from "../../../src/agents/index.ts";
import type { ArtifactEvidence, Evidence } from "../../../src/agents/index.ts";
import { CUT, LATER, PARKED, TERMINAL, evidenceOf, runOf, transcriptOf } from "../../support/run-facts.ts";

function artifactOf(over: Partial<ArtifactEvidence>): Partial<Evidence> {
  return {
    artifact: {
      path: "result.json",
      state: "valid",
      required: true,
      schema: "s.json",
      validated: true,
      ofThisAttempt: true,
      ...over,
    },
  };
}

const VALID = artifactOf({ value: { done: true } });

function decided(...facts: readonly Partial<Evidence>[]) {
  return decide(runOf(), evidenceOf(Object.assign({}, ...facts)), LATER);
}

describe("rule 5", () => {
  test("a valid result is the answer, whatever the transcript says; a conflict is told", () => {
    const ok = {
      kind: "ok",
      rule: 5,
      source: "artifact-recovered",
      result: { text: '{"done":true}', path: "result.json" },
    };
    expect(decided(VALID)).toMatchObject(ok);
    expect(decided(VALID, transcriptOf(TERMINAL))).toMatchObject(ok);
    for (const verdict of [CUT, PARKED]) {
      expect(decided(VALID, transcriptOf(verdict))).toMatchObject({
        ...ok,
        explanation: expect.stringContaining(`The transcript says otherwise (${verdict.kind}`),
      });
    }
  });

  test("under a live window it is advisory", () => {
    expect(decided(VALID, { childAlive: true })).toMatchObject({ kind: "wait", rule: 4 });
  });

  test("a critical escalation pauses for a human, and the result is kept", () => {
    expect(decided(artifactOf({ value: { done: true }, critical: "two owners" }))).toMatchObject({
      kind: "pause",
      rule: 5,
      blame: "critical-escalation",
      salvage: '{"done":true}',
    });
  });
});

describe("rule 6", () => {
  test.each(["missing", "stale", "foreign", "unparseable", "unchanged", "redirected", "empty"] as const)(
    "a required result that is %s is never replaced by words, and validation is not blamed",
    (state) => {
      const decision = decided(artifactOf({ state, validated: false }), transcriptOf(TERMINAL));
      expect(decision).toMatchObject({
        kind: "error",
        rule: 6,
        reason: `artifact-${state}`,
        salvage: "Three.",
      });
      expect(JSON.stringify(decision)).not.toContain("failed validation");
    },
  );

  test("one that a validator refused failed validation, and the first error is told", () => {
    const errors = [{ pointer: "/name", found: "1", wanted: "be string" }];
    expect(decided(artifactOf({ state: "invalid", errors, errorCount: 3 }))).toMatchObject({
      error: expect.stringContaining(
        "failed validation by s.json: at /name, found 1, wanted be string (and 2 more)",
      ),
    });
  });

  test("one that was not required leaves the transcript its say", () => {
    const optional = artifactOf({ state: "missing", required: false });
    expect(decided(optional, transcriptOf(TERMINAL))).toMatchObject({ kind: "ok", rule: 7 });
    expect(decided(optional)).toMatchObject({ kind: "error", rule: 10 });
  });

  test("one that may still land is waited for, until its grace is over", () => {
    const coming = artifactOf({ state: "missing", settlesAt: LATER + 5_000 });
    expect(decided(coming)).toMatchObject({ kind: "wait", rule: 6, until: LATER + 5_000 });
    expect(decided(artifactOf({ state: "missing", settlesAt: LATER }))).toMatchObject({
      kind: "error",
      rule: 6,
    });
  });
});
