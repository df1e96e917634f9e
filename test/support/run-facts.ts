/** Runs, evidence and verdicts by hand: of each the plainest, with what a test is about put over it. */

import type { Evidence, Run } from "../../src/agents/index.ts";
import type { Parked, Terminal, Unfinished, Verdict } from "../../src/transcripts/index.ts";
import { START } from "./openclaw-records.ts";

/** Long after the grace of a run that began at `START`. Unix ms. */
export const LATER = START + 10 * 60_000;

/** A running run that nobody holds, begun at `START`. */
export function runOf(over: Partial<Run> = {}): Run {
  return {
    runId: "run-1",
    generation: 1,
    status: "running",
    childSessionKey: "agent:main:subagent:c1",
    requesterSessionKey: "agent:main:main",
    createdAt: START,
    startedAt: START,
    ...over,
  };
}

/** Nothing is known of the run but what the test says. */
export function evidenceOf(over: Partial<Evidence> = {}): Evidence {
  return { live: false, descendantActive: false, childAlive: false, canBeWoken: false, ...over };
}

/** A transcript that has been quiet since long ago, with this verdict. */
export function transcriptOf(
  verdict: Verdict,
  over: Partial<Evidence["transcript"]> = {},
): Partial<Evidence> {
  return { transcript: { path: "child.jsonl", verdict, modifiedAt: START + 5_000, ...over } };
}

const at = { offset: 120, line: 3, entryId: "e2", timestamp: START + 2_000 };

export const TERMINAL: Terminal = {
  kind: "terminal",
  reason: "final-answer",
  text: "Three.",
  at,
  warnings: [],
};

export const PARKED: Parked = {
  kind: "parked",
  reason: "yield-wait",
  on: [],
  at,
  salvage: { text: "Two helpers are on it.", at },
  warnings: [],
};

export const CUT: Unfinished = {
  kind: "unfinished",
  reason: "tool-use-turn",
  at,
  salvage: { text: "Let me verify.", at },
  warnings: [],
};
