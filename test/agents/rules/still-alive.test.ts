/** Rule 4: the child is alive, or its transcript changed a moment ago. */

import { expect, test } from "vitest";
import { decide } from "../../../src/agents/index.ts";
import { CUT, LATER, TERMINAL, evidenceOf, runOf, transcriptOf } from "../../support/run-facts.ts";

const policy = { quietMs: 10_000, recheckMs: 30_000, parkedMsMax: 3_600_000 };

test.each([TERMINAL, CUT])(
  "a child that is seen alive is waited for, whatever it wrote ($reason)",
  (verdict) => {
    const decision = decide(
      runOf(),
      evidenceOf({ childAlive: true, ...transcriptOf(verdict) }),
      LATER,
      policy,
    );
    expect(decision).toMatchObject({ kind: "wait", rule: 4, until: LATER + 30_000 });
    expect(decision.explanation).toContain("advisory");
  },
);

test.each([TERMINAL, CUT])(
  "a file that has just changed is waited for until it is quiet ($reason)",
  (verdict) => {
    const changed = (agoMs: number) => evidenceOf(transcriptOf(verdict, { modifiedAt: LATER - agoMs }));
    const decision = decide(runOf(), changed(4_000), LATER, policy);
    expect(decision).toMatchObject({ kind: "wait", rule: 4, until: LATER + 6_000 });
    expect(decision.explanation).toContain("Stop hook");
    expect(decide(runOf(), changed(9_999), LATER, policy)).toMatchObject({ kind: "wait", until: LATER + 1 });
    expect(decide(runOf(), changed(10_000), LATER, policy).kind).not.toBe("wait");
  },
);

test("a file that grew while it was read is waited for, whatever its time says", () => {
  const grown = evidenceOf(transcriptOf(TERMINAL, { grew: true }));
  expect(decide(runOf(), grown, LATER, policy)).toMatchObject({
    kind: "wait",
    rule: 4,
    until: LATER + 10_000,
  });
});

test("a file whose time lies ahead of the clock is waited for, but not for ever", () => {
  const ahead = evidenceOf(transcriptOf(TERMINAL, { modifiedAt: LATER + 1e12 }));
  expect(decide(runOf(), ahead, LATER, policy)).toMatchObject({ kind: "wait", until: LATER + 10_000 });
  expect(decide(runOf(), ahead, LATER + policy.parkedMsMax, policy)).toMatchObject({ kind: "ok", rule: 7 });
});

test("without a quiet time a file's age does not matter", () => {
  const fresh = evidenceOf(transcriptOf(TERMINAL, { modifiedAt: LATER }));
  expect(decide(runOf(), fresh, LATER, { quietMs: 0 })).toMatchObject({ kind: "ok", rule: 7 });
});
