/** The table: its order, and what holds for every decision whatever the facts. The rules have their own tests. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { POLICY_DEFAULT, decide, digestOf, rules } from "../../src/agents/index.ts";
import type { Decision, Evidence, Policy, Run } from "../../src/agents/index.ts";
import { kindOf, reasons } from "../../src/transcripts/index.ts";
import type { Verdict } from "../../src/transcripts/index.ts";
import { START } from "../support/openclaw-records.ts";
import { CUT, LATER, TERMINAL, evidenceOf, runOf, transcriptOf } from "../support/run-facts.ts";

test("the rules stand in the order of their numbers, each with words for people", () => {
  expect(rules.map((rule) => rule.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(rules.every((rule) => rule.when.length > 10)).toBe(true);
});

test("the first rule that fits decides", () => {
  const everything = evidenceOf({
    live: true,
    childAlive: true,
    completion: { outcome: "ok", status: "done", endedAt: START + 9_000 },
    ...transcriptOf(TERMINAL),
  });
  const decidedBy = (run: Partial<Run>, evidence: Partial<Evidence>) =>
    decide(runOf(run), { ...everything, ...evidence }, LATER).rule;
  const { completion: _, ...unsettled } = everything;

  expect(decidedBy({ killedAt: START }, {})).toBe(1);
  expect(decidedBy({ killedAt: START }, { live: false })).toBe(2);
  expect(decidedBy({}, { live: false })).toBe(3);
  expect(decide(runOf(), { ...unsettled, live: false }, LATER).rule).toBe(4);
  expect(decide(runOf(), { ...unsettled, live: false, childAlive: false }, LATER).rule).toBe(7);
  const below = { live: false, childAlive: false, descendantActive: true };
  expect(decide(runOf(), { ...unsettled, ...below }, LATER).rule).toBe(8);
  expect(decide(runOf(), evidenceOf(transcriptOf(CUT)), LATER).rule).toBe(10);
});

test("status, result and digest come from the same evidence", () => {
  const evidence = evidenceOf(transcriptOf(TERMINAL));
  const decision = decide(runOf(), evidence, LATER);
  expect(decision).toMatchObject({ kind: "ok", evidence, digest: digestOf(evidence) });
});

const time = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -200_000_000, max: 200_000_000 }).map((ms) => LATER + ms) },
  { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Infinity, -Infinity, 0, 9e15, -9e15) },
);

const run: fc.Arbitrary<Run> = fc
  .record(
    {
      status: fc.constantFrom("queued", "running", "paused", "ended"),
      createdAt: time,
      startedAt: time,
      restoredAt: time,
      killedAt: time,
      pauseReason: fc.string(),
      owner: fc.record({ pid: fc.nat(), heartbeatAt: time }),
      readFailures: fc.integer({ min: 0, max: 5 }),
    },
    { requiredKeys: ["status", "createdAt"] },
  )
  .map((over) => ({ ...withoutStart, ...over }));
const { startedAt: _, ...withoutStart } = runOf();

const verdict: fc.Arbitrary<Verdict> = fc
  .record({ reason: fc.constantFrom(...reasons), text: fc.string(), salvaged: fc.boolean() })
  .map(({ reason, text, salvaged }) => {
    const at = { offset: 3 };
    const salvage = salvaged ? { salvage: { text, at } } : {};
    // The reasons of each kind are told apart by kindOf, which the type cannot follow.
    return { kind: kindOf(reason), reason, text, at, on: [], warnings: [], ...salvage } as unknown as Verdict;
  });

const evidence: fc.Arbitrary<Evidence> = fc.record(
  {
    live: fc.boolean(),
    childAlive: fc.boolean(),
    descendantActive: fc.boolean(),
    canBeWoken: fc.boolean(),
    completion: fc.record({
      outcome: fc.constantFrom("ok", "timeout", "error"),
      status: fc.string(),
      endedAt: time,
    }),
    transcript: fc.record(
      { path: fc.string(), verdict, modifiedAt: time },
      { requiredKeys: ["path", "verdict"] },
    ),
    failures: fc.array(
      fc.record({
        source: fc.constantFrom("transcript", "session-entry", "liveness", "descendants", "wake"),
        reason: fc.constantFrom("missing", "unreadable"),
        detail: fc.string(),
        transient: fc.boolean(),
      }),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: ["live", "childAlive", "descendantActive", "canBeWoken"] },
);

const ms = fc.integer({ min: 0, max: 100_000_000 });
const policy: fc.Arbitrary<Partial<Policy>> = fc.record(
  {
    graceMs: ms,
    quietMs: ms,
    heartbeatMs: ms,
    recheckMs: ms.map((n) => n + 1),
    retryMs: ms.map((n) => n + 1),
    readTriesMax: fc.integer({ min: 0, max: 5 }),
    parkedMsMax: ms,
    resultBytesMax: fc.integer({ min: 0, max: 20 }),
  },
  { requiredKeys: [] },
);

/** What must hold of every decision. */
function hold(decision: Decision, seen: Evidence, bounds: Partial<Policy>): void {
  expect(rules.map((rule) => rule.number)).toContain(decision.rule);
  expect(decision.explanation).not.toBe("");
  switch (decision.kind) {
    case "wait": {
      const { graceMs, quietMs, recheckMs, retryMs } = { ...POLICY_DEFAULT, ...bounds };
      expect(decision.until).toBeGreaterThan(LATER);
      expect(decision.until).toBeLessThanOrEqual(LATER + Math.max(1, graceMs, quietMs, recheckMs, retryMs));
      break;
    }
    case "ok":
      expect([3, 7]).toContain(decision.rule);
      if (decision.rule === 7) {
        expect(seen.transcript?.verdict.kind).toBe("terminal");
        expect(seen.descendantActive).toBe(false);
      } else {
        expect(seen.completion?.outcome).toBe("ok");
      }
      break;
    case "error":
      expect(decision.error).not.toBe("");
      expect(decision.reason).not.toBe("");
      expect(Object.hasOwn(decision, "result")).toBe(false);
      break;
    case "leave":
      expect(decision.rule).toBe(1);
      break;
    case "pause":
      expect([5, 9]).toContain(decision.rule);
      break;
    default:
      decision satisfies never;
  }
}

test("whatever the facts: it never throws, every wait is bounded, ok comes from rules 3 and 7 alone", () => {
  fc.assert(
    fc.property(run, evidence, policy, (someRun, someEvidence, bounds) => {
      hold(decide(someRun, someEvidence, LATER, bounds), someEvidence, bounds);
    }),
    { numRuns: 2_000 },
  );
});
