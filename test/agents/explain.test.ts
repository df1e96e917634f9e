/** A decision in words: each rule's, and every fact that a person needs to act on it. */

import { describe, expect, test } from "vitest";
import { decide, explainDecision } from "../../src/agents/index.ts";
import type { Evidence, Run } from "../../src/agents/index.ts";
import type { Verdict } from "../../src/transcripts/index.ts";
import { START } from "../support/openclaw-records.ts";
import { CUT, LATER, PARKED, TERMINAL, evidenceOf, runOf, transcriptOf } from "../support/run-facts.ts";

function explained(run: Partial<Run>, evidence: Partial<Evidence>, policy = {}): readonly string[] {
  const some = runOf(run);
  return explainDecision(some, decide(some, evidenceOf(evidence), LATER, policy)).split("\n");
}

test("rule 1, left alone", () => {
  expect(explained({ status: "queued" }, {})).toEqual([
    "run-1: leave by rule 1 (the run is queued, live, owned, within its grace, or already ended)",
    "  The run is queued: it has not started, whatever its age.",
  ]);
});

test("rule 2", () => {
  expect(explained({ killedAt: START }, transcriptOf(TERMINAL))).toEqual([
    "run-1: error by rule 2 (the run was killed on purpose), source sweeper-killed",
    "  error: subagent run was killed",
    "  killed: The run was ended on purpose; what it had said is kept as salvage.",
    "  evidence: child.jsonl, line 3, byte 120, entry e2",
    "  text: 6 bytes kept as salvage, none delivered as a result",
    "  next: lastword explain child.jsonl",
  ]);
});

test("rule 3", () => {
  const completion = { outcome: "ok", status: "done", endedAt: START + 9_000 } as const;
  const lines = explained({}, { completion });
  expect(lines[0]).toBe(
    "run-1: ok by rule 3 (the session store settled this run), source sweeper-session-completion",
  );
  expect(lines.at(-1)).toBe("  text: none known");
});

test("rule 4", () => {
  expect(explained({}, { childAlive: true })).toEqual([
    "run-1: wait by rule 4 (the child is alive, or its transcript changed a moment ago, or is behind its hook events)",
    "  The child is alive; what it wrote so far is advisory.",
    "  looked at again: 2026-11-01T10:10:30.000Z",
  ]);
});

test("rule 7", () => {
  expect(explained({}, transcriptOf(TERMINAL))).toEqual([
    "run-1: ok by rule 7 (the transcript ends in a final answer, and no descendant is active), source sweeper-lost-context-recovered",
    "  The run lost its context, and its transcript ends in a final answer.",
    "  evidence: child.jsonl, line 3, byte 120, entry e2",
    "  text: 6 bytes, whole",
  ]);
});

test("rule 8", () => {
  expect(explained({ status: "paused" }, transcriptOf(PARKED))[0]).toContain(
    "wait by rule 8 (the child waits",
  );
});

test("rule 10", () => {
  expect(explained({}, transcriptOf(CUT, { lastTool: "exec" }))).toEqual([
    "run-1: error by rule 10 (nothing else fits), source sweeper-lost-context",
    "  error: subagent run lost active execution context",
    "  tool-use-turn: The last message asks for a tool and has text before the call; text of a later message that ends the turn would have been accepted.",
    "  evidence: child.jsonl, line 3, byte 120, entry e2",
    "  last tool: exec",
    "  text: 14 bytes kept as salvage, none delivered as a result",
    "  next: lastword explain child.jsonl",
  ]);
});

test("a read that failed: what was not read, and how to look at it", () => {
  const failure = { source: "transcript", reason: "missing", detail: "no file", transient: false } as const;
  const lines = explained({}, { failures: [{ ...failure, path: "my runs/child.jsonl" }] });
  expect(lines).toContain("  not read: my runs/child.jsonl: no file");
  expect(lines).toContain("  text: not known, nothing was read");
  expect(lines.at(-1)).toBe("  next: lastword explain 'my runs/child.jsonl'");
});

describe("whether text was lost", () => {
  test.each<[string, Verdict["reason"], string]>([
    ["silent by design", "silent-reply", "  text: none, silent by design"],
    ["empty", "no-visible-text", "  text: none was written"],
  ])("%s", (_name, reason, line) => {
    const verdict = { kind: "unfinished", reason, warnings: [] } as unknown as Verdict;
    expect(explained({}, transcriptOf(verdict))).toContain(line);
  });

  test("cut at the limit", () => {
    expect(explained({}, transcriptOf(TERMINAL), { resultBytesMax: 4 })).toContain(
      "  text: 4 of 6 bytes, cut at the limit; the whole stands in child.jsonl",
    );
  });
});

test("what a child wrote cannot move the cursor, turn text around or add a line", () => {
  const text = explained({ runId: "run\n1" }, transcriptOf(CUT, { lastTool: "\u001b[2J\u202eexec" })).join(
    "\n",
  );
  expect(text).toContain(String.raw`run\u{a}1: error`);
  expect(text).toContain(String.raw`last tool: \u{1b}[2J\u{202e}exec`);
});
