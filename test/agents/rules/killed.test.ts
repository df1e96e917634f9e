/** Rule 2: killed on purpose. */

import { expect, test } from "vitest";
import { POLICY_DEFAULT, decide } from "../../../src/agents/index.ts";
import { START } from "../../support/openclaw-records.ts";
import { CUT, LATER, TERMINAL, evidenceOf, runOf, transcriptOf } from "../../support/run-facts.ts";

const run = runOf({ killedAt: START + 30_000 });

test("stays killed, with the answer that came all the same as salvage", () => {
  const decision = decide(run, evidenceOf(transcriptOf(TERMINAL)), LATER);
  expect(decision).toMatchObject({
    kind: "error",
    rule: 2,
    source: "sweeper-killed",
    reason: "killed",
    error: "subagent run was killed",
    salvage: "Three.",
  });
  expect(decision.explanation).toContain("on purpose");
});

test("stays killed where the session store says done", () => {
  const completion = { outcome: "ok", status: "done", endedAt: START + 40_000 } as const;
  expect(decide(run, evidenceOf({ completion }), LATER)).toMatchObject({ kind: "error", reason: "killed" });
});

test("keeps what it had said when it was cut off", () => {
  const decision = decide(run, evidenceOf(transcriptOf(CUT)), LATER);
  expect(decision).toMatchObject({ kind: "error", reason: "killed", salvage: "Let me verify." });
});

test("waits for a transcript that cannot be read for now: what it says would be lost", () => {
  const failures = [busy] as const;
  expect(decide(run, evidenceOf({ failures }), LATER)).toMatchObject({ kind: "wait", rule: 10 });
  const tried = { ...run, readFailures: POLICY_DEFAULT.readTriesMax };
  expect(decide(tried, evidenceOf({ failures }), LATER)).toMatchObject({ kind: "error", reason: "killed" });
});

test("waits for no other read, and for none that fails for good", () => {
  const failures = [
    { ...busy, source: "liveness" },
    { ...busy, transient: false },
  ] as const;
  expect(decide(run, evidenceOf({ failures }), LATER)).toMatchObject({ kind: "error", reason: "killed" });
});

const busy = { source: "transcript", reason: "unreadable", detail: "EMFILE", transient: true } as const;
