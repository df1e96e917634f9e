/** Rule 4: the child is alive, or its transcript changed a moment ago. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { channelOf, decide } from "../../../src/agents/index.ts";
import type { HookEvent } from "../../../src/agents/index.ts";
import { eventFrom } from "../../../src/agents/events/event.ts";
import { asArray, asObject, parseRecord } from "../../../src/transcripts/json.ts";
import { judged } from "../../support/judged.ts";
import { CUT, LATER, PARKED, TERMINAL, evidenceOf, runOf, transcriptOf } from "../../support/run-facts.ts";

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

const STOP: HookEvent = { name: "Stop", at: LATER - 4_000, lastMessage: "Four." };
const heard = (...events: readonly HookEvent[]) => ({
  channel: channelOf({ events, malformed: [], troubles: [] }, {}),
});

test("a Stop newer than the transcript's end: the last rows may be on their way", () => {
  const behind = evidenceOf({ ...transcriptOf(CUT), ...heard(STOP) });
  expect(decide(runOf(), behind, LATER, policy)).toMatchObject({
    kind: "wait",
    rule: 4,
    until: LATER + 11_000,
  });
  const subagent = evidenceOf({ ...transcriptOf(CUT), ...heard({ ...STOP, name: "SubagentStop" }) });
  expect(decide(runOf(), subagent, LATER, policy)).toMatchObject({ kind: "wait", rule: 4 });
});

test("looked at late it is tried again, so often; then what Stop told of is salvage, and no result", () => {
  const old = { ...STOP, at: LATER - 60_000 };
  const behind = evidenceOf({ ...transcriptOf(CUT), ...heard(old) });
  const tried = (readFailures: number) => decide(runOf({ readFailures }), behind, LATER, policy);
  expect(tried(0)).toMatchObject({ kind: "wait", rule: 10, until: LATER + 5_000 });
  expect(tried(2)).toMatchObject({ kind: "wait", rule: 10 });
  expect(tried(3)).toMatchObject({ kind: "error", reason: CUT.reason, salvage: "Four." });
  expect(tried(3)).not.toHaveProperty("result");
});

test("a Stop that the transcript shows, or that is older than its end, holds nothing up", () => {
  const decided = (evidence: object) => decide(runOf(), evidenceOf(evidence), LATER, policy);
  expect(decided({ ...transcriptOf(TERMINAL), ...heard(STOP) })).toMatchObject({ kind: "ok" });
  expect(decided({ ...transcriptOf(PARKED), ...heard(STOP) })).toMatchObject({ kind: "error" });
  const before = heard({ ...STOP, at: (CUT.at?.timestamp ?? 0) - 1 });
  expect(decided({ ...transcriptOf(CUT), ...before })).toMatchObject({
    kind: "error",
    salvage: "Let me verify.",
  });
  const begun = heard({ name: "SessionStart", at: LATER - 1 });
  expect(decided({ ...transcriptOf(CUT), ...begun })).toMatchObject({ kind: "error" });
});

test("a Stop of another clock, far ahead, is tried again and not waited for for ever", () => {
  const ahead = evidenceOf({ ...transcriptOf(CUT), ...heard({ ...STOP, at: LATER + 1e12 }) });
  expect(decide(runOf(), ahead, LATER, policy)).toMatchObject({ kind: "wait", rule: 10 });
  expect(decide(runOf({ readFailures: 3 }), ahead, LATER, policy)).toMatchObject({ kind: "error" });
});

test("CC-23: Stop arrived, and the last rows are not on disk yet", () => {
  const rows = readFileSync(new URL("../../fixtures/cases/transcripts.jsonl", import.meta.url), "utf8");
  const row = rows
    .split("\n")
    .map(parseRecord)
    .find((one) => one?.["id"] === "CC-23");
  const { hookEvent, sweepAt, quietMs } = asObject(row?.["circumstances"]) ?? {};
  const now = Number(sweepAt);
  const verdict = judged(asArray(row?.["lines"]).map(String), {
    since: Number(asObject(row?.["options"])?.["since"]),
  });
  const event = eventFrom(asObject(hookEvent) ?? {});
  const evidence = evidenceOf({
    transcript: { path: "agent.jsonl", verdict, modifiedAt: verdict.at?.timestamp ?? 0 },
    ...heard(...(event === undefined ? [] : [event])),
  });
  const run = runOf({ createdAt: now - 600_000, startedAt: now - 600_000 });
  const decided = (readFailures: number) =>
    decide({ ...run, readFailures }, evidence, now, { quietMs: Number(quietMs) });
  expect(decided(0)).toMatchObject({ kind: "wait" });
  expect(decided(3)).toMatchObject({ kind: "error", salvage: "Verdict: approve." });
});

// Found by the simulation: the answer of an old run was taken a moment before a hook sent the child back to work.
test("a file that changed while the evidence was gathered, however old the run", () => {
  const changed = evidenceOf(transcriptOf(TERMINAL, { modifiedAt: LATER + 30_000 }));
  const old = runOf({ createdAt: LATER - 48 * 3_600_000, startedAt: LATER - 48 * 3_600_000 });
  expect(decide(old, changed, LATER)).toMatchObject({ kind: "wait", rule: 4 });
});
