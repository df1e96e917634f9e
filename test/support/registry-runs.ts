/** Runs and settlements for tests of registries: plain ones, and any at all. */

import fc from "fast-check";
import type { Evidence } from "../../src/agents/evidence.ts";
import type { Run } from "../../src/agents/run.ts";
import { LOST_CONTEXT_ERROR, digestOf } from "../../src/agents/settlement.ts";
import type { ErrorSettlement, OkSettlement } from "../../src/agents/settlement.ts";

/** When these tests take place, Unix ms. */
export const NOW = Date.UTC(2026, 10, 1, 12);

/** A run that began ten minutes ago and was heard of no more. */
export function aRun(changes: Partial<Run> = {}): Run {
  return {
    runId: "run-1",
    generation: 1,
    status: "running",
    childSessionKey: "agent:main:subagent:1",
    requesterSessionKey: "agent:main:main",
    createdAt: NOW - 600_000,
    startedAt: NOW - 600_000,
    ...changes,
  };
}

export function recovered(text = "Three.", digestSalt = ""): OkSettlement {
  const evidence = evidenceOf(text + digestSalt);
  return {
    kind: "ok",
    rule: 7,
    source: "sweeper-lost-context-recovered",
    explanation: "The transcript ends in a final answer.",
    result: { text, bytes: Buffer.byteLength(text), truncated: false, path: "/home/user/run.jsonl" },
    evidence,
    digest: digestOf(evidence),
  };
}

export function lostContext(salvage?: string): ErrorSettlement {
  const evidence = evidenceOf(salvage ?? "");
  return {
    kind: "error",
    rule: 10,
    source: "sweeper-lost-context",
    error: LOST_CONTEXT_ERROR,
    reason: "trailing-tool-result",
    explanation: "A tool answered, and nobody went on.",
    ...(salvage === undefined ? {} : { salvage }),
    evidence,
    digest: digestOf(evidence),
  };
}

export function killed(): ErrorSettlement {
  return {
    ...lostContext("Half an answer"),
    source: "sweeper-killed",
    rule: 2,
    error: "killed",
    reason: "killed",
  };
}

function evidenceOf(detail: string): Evidence {
  return {
    live: false,
    descendantActive: false,
    childAlive: false,
    canBeWoken: false,
    failures: [{ source: "transcript", reason: "unreadable", detail, transient: false }],
  };
}

/** Text that databases stumble over among the rest. */
export const anyText = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom(
    "a\0b",
    "\ud800",
    "json:x",
    'json:"x"',
    "'; drop table runs; --",
    ":name $1 ?",
    "%_\\",
    "é\u0301",
    "🙂",
  ),
);
const anyId = anyText.filter((text) => text !== "");
const anyTime = fc.oneof(fc.integer({ min: 0, max: NOW * 2 }), fc.double({ min: 0, max: NOW, noNaN: true }));
const anyCount = fc.integer({ min: 0, max: 1_000 });

/** Any run that has not ended. */
export const anyOpenRun: fc.Arbitrary<Run> = fc.record(
  {
    runId: anyId,
    generation: anyCount,
    status: fc.constantFrom("queued", "running", "paused"),
    childSessionKey: anyText,
    requesterSessionKey: anyText,
    createdAt: anyTime,
    childSessionId: anyText,
    parentRunId: anyText,
    parentSessionKey: anyText,
    task: anyText,
    label: anyText,
    startedAt: anyTime,
    restoredAt: anyTime,
    killedAt: anyTime,
    pauseReason: anyText,
    owner: fc.record(
      { pid: anyCount, processStartedAt: anyTime, heartbeatAt: anyTime },
      { requiredKeys: ["pid"] },
    ),
    host: anyText,
    transcript: anyText,
    artifact: anyText,
    attempt: anyCount,
    attemptsMax: anyCount,
    waitingUntil: anyTime,
    waitingFor: anyText,
    readFailures: anyCount,
  },
  {
    requiredKeys: ["runId", "generation", "status", "childSessionKey", "requesterSessionKey", "createdAt"],
    noNullPrototype: true,
  },
);
