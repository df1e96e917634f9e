/** One run from what a host knows to a decision: what is asked, in which order, and what a failed question does. */

import { utimesSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { reconcileLostContext } from "../../src/agents/index.ts";
import type { ReconcileDeps, Run } from "../../src/agents/index.ts";
import { CUT_IN_TOOL, Folder, lines } from "../support/folder.ts";
import { START, entries, header, user, yields } from "../support/openclaw-records.ts";
import { LATER, runOf } from "../support/run-facts.ts";

const YIELDED = lines(entries(header, user("Count."), ...yields("I wait.")));

/** A transcript that has been quiet since it was written, and a clock long after. */
function quiet(content?: string): { readonly path: string; readonly clock: () => number } {
  const path = new Folder().write("child.jsonl", content);
  utimesSync(path, START / 1_000, START / 1_000);
  return { path, clock: () => LATER };
}

function reconciled(content: string | undefined, run: Partial<Run> = {}, deps: ReconcileDeps = {}) {
  const { path, clock } = quiet(content);
  return reconcileLostContext(runOf({ transcript: path, ...run }), { clock, ...deps });
}

test("an answer, by the path on the row: ok with result, source and evidence", async () => {
  expect(await reconciled(undefined)).toMatchObject({
    kind: "ok",
    source: "sweeper-lost-context-recovered",
    result: { text: "Three.", bytes: 6 },
    evidence: { transcript: { verdict: { reason: "final-answer" } } },
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test("cut off: the error, with reason and salvage", async () => {
  expect(await reconciled(CUT_IN_TOOL)).toMatchObject({
    kind: "error",
    error: "subagent run lost active execution context",
    reason: "trailing-tool-result",
    salvage: "Let me see.",
    evidence: { transcript: { lastTool: "exec" } },
  });
});

test("parked with a pause on the row: a wait, with its bound", async () => {
  expect(await reconciled(YIELDED, { status: "paused", pauseReason: "sessions_yield" })).toMatchObject({
    kind: "wait",
    rule: 8,
    until: LATER + 30_000,
  });
});

test("by what the host says: a path, a place, or nothing", async () => {
  const { path, clock } = quiet();
  const by = (locateTranscript: ReconcileDeps["locateTranscript"] & {}) =>
    reconcileLostContext(runOf(), { clock, locateTranscript });
  expect(await by(() => path)).toMatchObject({ kind: "ok" });
  expect(await by(async () => ({ path, sessionId: "s-1" }))).toMatchObject({ kind: "ok" });
  expect(await by(() => ({ path, sessionId: "s-2" }))).toMatchObject({ reason: "foreign-transcript" });
  expect(await by(() => ({ path, format: "codex" }))).toMatchObject({ kind: "error" });
  expect(await by(() => undefined)).toMatchObject({ reason: "missing" });
  expect(await reconcileLostContext(runOf(), { clock })).toMatchObject({ reason: "missing" });
});

test("the session store is asked first, and believed", async () => {
  const sessionEntry = () => ({ status: "done", endedAt: START + 9_000 });
  expect(await reconciled(undefined, {}, { sessionEntry })).toMatchObject({
    kind: "ok",
    source: "sweeper-session-completion",
    result: { text: "Three." },
  });
  const lagging = () => ({ status: "running", updatedAt: START + 9_000 });
  expect(await reconciled(undefined, {}, { sessionEntry: lagging })).toMatchObject({ rule: 7 });
});

test.each<[string, Partial<Run>, ReconcileDeps]>([
  ["ended", { status: "ended" }, {}],
  ["queued", { status: "queued" }, {}],
  ["live", {}, { isLive: () => true }],
  ["owned", { owner: { pid: 7, heartbeatAt: LATER } }, {}],
  ["young", { startedAt: LATER - 1 }, {}],
  ["just restored", { restoredAt: LATER - 1 }, {}],
])("of a run that is %s nothing is read", async (_name, run, deps) => {
  const never = (): never => {
    throw new Error("asked");
  };
  const asked = {
    sessionEntry: never,
    locateTranscript: never,
    hasActiveDescendant: never,
    canBeWoken: never,
  };
  expect(await reconciled(undefined, run, { ...asked, ...deps })).toMatchObject({ rule: 1 });
});

test("settings that are none are the caller's error, and no run's", async () => {
  await expect(reconciled(undefined, {}, { skewMs: -1 })).rejects.toThrow("skewMs");
  await expect(reconciled(undefined, {}, { policy: { graceMs: Infinity } })).rejects.toThrow("graceMs");
});

describe("a question that fails", () => {
  const boom = (): never => {
    throw new Error("boom");
  };

  test("locateTranscript: the error is kept, and says so", async () => {
    const decision = await reconciled(undefined, {}, { locateTranscript: boom });
    expect(decision).toMatchObject({ kind: "error", rule: 10, reason: "unreadable" });
    expect(decision.explanation).toContain("boom");
  });

  test.each(["isLive", "isChildAlive", "sessionEntry", "hasActiveDescendant", "canBeWoken"] as const)(
    "%s: it is asked again, so often, and never taken for a no",
    async (name) => {
      const deps = { [name]: boom, policy: { readTriesMax: 2 } };
      expect(await reconciled(undefined, { readFailures: 1 }, deps)).toMatchObject({
        kind: "wait",
        rule: 10,
      });
      expect(await reconciled(undefined, { readFailures: 2 }, deps)).toMatchObject({
        kind: "error",
        rule: 10,
        salvage: "Three.",
      });
    },
  );

  test("hides nothing else that was found", async () => {
    expect(await reconciled(CUT_IN_TOOL, { readFailures: 3 }, { sessionEntry: boom })).toMatchObject({
      reason: "trailing-tool-result",
      salvage: "Let me see.",
      evidence: { failures: [{ source: "session-entry", detail: "boom" }] },
    });
  });

  test("rejected, or thrown, is the same", async () => {
    const sessionEntry = () => Promise.reject(new Error("boom"));
    const run = { readFailures: 3 };
    expect(await reconciled(undefined, run, { sessionEntry })).toMatchObject({ reason: "unreadable" });
  });

  test.each(["isLive", "sessionEntry", "locateTranscript"] as const)(
    "%s: one that never answers is a failure too, and holds nothing up",
    async (name) => {
      const never = new Promise<never>(() => {});
      const deps = { [name]: () => never, policy: { answerMsMax: 5 } };
      const decision = await reconciled(undefined, {}, deps);
      expect(decision).toMatchObject({ kind: "wait", rule: 10 });
      expect(decision.explanation).toContain("no answer within 5 ms");
    },
  );
});
