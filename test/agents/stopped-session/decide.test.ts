/** Deciding a stopped session: what stands above what, the two laws of the wording, and what holds for any input. */

import { mkdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { decideStoppedSession } from "../../../src/agents/index.ts";
import type {
  ArtifactEvidence,
  ArtifactState,
  ChannelEvidence,
  StoppedSessionInput,
} from "../../../src/agents/index.ts";
import { SESSION_STATUSES } from "../../../src/agents/index.ts";
import { decideFrom } from "../../../src/agents/stopped-session/decide.ts";
import type { StoppedEvidence } from "../../../src/agents/stopped-session/gather.ts";
import { ANSWERED, CUT_IN_TOOL, Folder } from "../../support/folder.ts";
import { CUT, PARKED, TERMINAL } from "../../support/run-facts.ts";

describe("what stands above what", () => {
  test("a valid result above a transcript that says otherwise, with the conflict recorded", async () => {
    const folder = new Folder();
    const decision = await decideStoppedSession({
      status: "completed",
      artifact: { path: folder.write("result.json", "{}") },
      transcript: { path: folder.write("child.jsonl", CUT_IN_TOOL) },
    });
    expect(decision).toMatchObject({
      route: "complete",
      source: "artifact",
      evidence: {
        conflicts: [expect.stringContaining("trailing-tool-result")],
        notes: ["no-schema", "identity-not-shown"],
      },
    });
    expect(decision.explanation).toContain("no schema was given");
  });

  test("a transcript above a result that was not required; never above one that was", async () => {
    const folder = new Folder();
    const artifact = { path: folder.at("result.json") };
    const transcript = { path: folder.write("child.jsonl", ANSWERED) };
    expect(await decideStoppedSession({ status: "timeout", artifact, transcript })).toMatchObject({
      route: "complete",
      source: "transcript-recovered",
    });
    const required = { ...artifact, required: true };
    const decision = await decideStoppedSession({ status: "timeout", artifact: required, transcript });
    expect(decision).toMatchObject({
      route: "retry",
      blame: "artifact-missing",
      salvage: { text: "Three." },
    });
    expect(decision.result).toBeUndefined();
  });

  test("a transport fault above a missing result, and not above a valid one", async () => {
    const folder = new Folder();
    const session = { status: "crashed", envFault: "no route" } as const;
    const artifact = { path: folder.at("result.json"), required: true };
    expect(await decideStoppedSession({ ...session, artifact })).toMatchObject({
      route: "pause",
      charge: false,
      blame: "transport-fault",
      run: { action: "pause", blame: "transport-fault" },
    });
    folder.write("result.json", "{}");
    expect(await decideStoppedSession({ ...session, artifact })).toMatchObject({ route: "complete" });
  });

  test("what was stopped on purpose is neither charged nor tried again", async () => {
    expect(await decideStoppedSession({ status: "aborted" })).toMatchObject({
      route: "pause",
      charge: false,
      blame: "aborted",
    });
  });

  test("a Stop that lists open work takes the last words back", async () => {
    const folder = new Folder();
    const log = folder.write("log.jsonl", '{"hook_event_name":"Stop","background_tasks":[{"id":"b1"}]}\n');
    const transcript = { path: folder.write("child.jsonl", ANSWERED) };
    const decision = await decideStoppedSession({ status: "completed", events: { log }, transcript });
    expect(decision.route).not.toBe("complete");
    expect(decision.salvage).toEqual({ text: "Three." });
  });

  test("a Stop newer than the transcript's end: rows may be on their way, and then its words are salvage", async () => {
    const folder = new Folder();
    const now = Date.now();
    const log = folder.write(
      "log.jsonl",
      `${JSON.stringify({ hook_event_name: "Stop", ts: now - 1_000, last_assistant_message: "Four." })}\n`,
    );
    const transcript = { path: folder.write("child.jsonl", CUT_IN_TOOL), since: 0 };
    const input = { status: "completed", events: { log }, transcript } as const;
    const decision = await decideStoppedSession(input, { now });
    expect(decision).toMatchObject({ route: "wait", charge: false, until: now + 14_000 });
    expect(decision.result).toBeUndefined();
    expect(await decideStoppedSession(input, { now: now + 20_000 })).toMatchObject({
      route: "retry",
      blame: "transcript-trailing-tool-result",
      salvage: { text: "Four." },
    });
  });

  test("an event from before the launch is another attempt's, also where only the result tells of the launch", async () => {
    const folder = new Folder();
    const launchedAt = Date.now() - 60_000;
    const at = (ms: number) => decideWith(`${JSON.stringify({ hook_event_name: "SessionStart", ts: ms })}\n`);
    const decideWith = (text: string) =>
      decideStoppedSession({
        status: "timeout",
        events: { log: folder.write("log.jsonl", text) },
        artifact: { path: folder.at("result.json"), launchedAt },
        relay: {},
      });
    expect(await at(launchedAt - 1)).toMatchObject({ charge: false, blame: "event-channel:lost" });
    expect(await at(launchedAt + 1)).toMatchObject({ charge: true, blame: "session-timeout" });
  });

  test("a Standard Schema of the caller's own", async () => {
    const path = new Folder().write("result.json", '{"n":"x"}');
    const input = { status: "completed", artifact: { path } } as const;
    expect(await decideStoppedSession(input, { schema: z.object({ n: z.string() }) })).toMatchObject({
      route: "complete",
    });
    expect(await decideStoppedSession(input, { schema: z.object({ n: z.number() }) })).toMatchObject({
      blame: "artifact-invalid",
      explanation: expect.stringContaining("failed validation by zod: at /n"),
    });
  });
});

describe("a session's own end", () => {
  async function after(events: readonly string[], over: Partial<StoppedSessionInput> = {}) {
    const lines = events.map((event) =>
      JSON.stringify({ hook_event_name: event, session_id: "s1", error: "server_error" }),
    );
    const log = new Folder().write("log.jsonl", `${lines.join("\n")}\n`);
    return decideStoppedSession({ status: "stalled", sessionId: "s1", events: { log }, ...over });
  }

  test.each<[string, readonly string[], Partial<StoppedSessionInput>, object]>([
    [
      "a provider's failure",
      ["SessionStart", "StopFailure", "SessionEnd"],
      {},
      {
        route: "pause",
        charge: false,
        blame: "provider-failure",
        run: { blame: "provider-failure" },
      },
    ],
    [
      "an interrupt, or a broken entry",
      ["SessionStart", "SessionEnd"],
      {},
      {
        route: "retry",
        charge: true,
        blame: "interrupted-or-stop-entry-invalid",
        run: { action: "continue" },
      },
    ],
    [
      "an interrupt",
      ["SessionStart", "SessionEnd"],
      { relay: { stopEntryValid: true } },
      {
        route: "retry",
        charge: true,
        blame: "interrupted",
      },
    ],
    [
      "a broken entry",
      ["SessionStart", "SessionEnd"],
      { relay: { stopEntryValid: false } },
      {
        route: "pause",
        charge: false,
        blame: "stop-entry-invalid",
        run: { action: "pause", repair: "lastword hook install claude-code" },
      },
    ],
    ["a hang", ["SessionStart"], {}, { route: "retry", charge: true, blame: "session-stalled" }],
    [
      "a hang at the last attempt",
      ["SessionStart"],
      { attempts: { used: 1, max: 2 } },
      { route: "escalate", charge: true },
    ],
  ])("%s", async (_, events, over, expected) => {
    expect(await after(events, over)).toMatchObject(expected);
  });

  test("Stop a moment ago: the result may still land", async () => {
    const folder = new Folder();
    const now = Date.UTC(2026, 10, 1, 12);
    mkdirSync(folder.at("events"));
    folder.write(`events/${BigInt(now - 2_000) * 1_000_000n}-t1-Stop.json`, '{"event":"Stop"}');
    const input = {
      status: "completed",
      events: { dir: folder.at("events") },
      artifact: { path: folder.at("result.json"), required: true },
    } as const;
    expect(await decideStoppedSession(input, { now })).toMatchObject({ route: "wait", until: now + 13_000 });
    expect(await decideStoppedSession(input, { now: now + 13_000 })).toMatchObject({
      blame: "artifact-missing",
    });
  });
});

const STATES: readonly ArtifactState[] = [
  "missing",
  "temp-file-only",
  "redirected",
  "unreadable",
  "too-large",
  "stale",
  "unchanged",
  "empty",
  "incomplete",
  "unparseable",
  "not-an-object",
  "foreign",
  "unvalidated",
  "invalid",
  "valid",
];

const artifacts: fc.Arbitrary<ArtifactEvidence> = fc
  .record({
    state: fc.constantFrom(...STATES),
    required: fc.boolean(),
    named: fc.boolean(),
    critical: fc.boolean(),
  })
  .map(({ state, required, named, critical }) => ({
    path: "tasks/1/result.json",
    state,
    required,
    schema: named || state === "invalid" ? "s.json" : null,
    validated: state === "invalid" || (state === "valid" && named),
    ofThisAttempt: true,
    ...(state === "valid" || state === "invalid" ? { value: { done: true } } : {}),
    ...(critical && state === "valid" ? { critical: "two owners" } : {}),
    ...(state === "incomplete" ? { settlesAt: 2_000 } : {}),
  }));

const channels: fc.Arbitrary<ChannelEvidence> = fc
  .record({
    state: fc.constantFrom("speaking" as const, "silent" as const, "malformed" as const, "hookless" as const),
    stopSeen: fc.boolean(),
    failed: fc.boolean(),
    ended: fc.boolean(),
    heardBefore: fc.boolean(),
  })
  .map(({ state, stopSeen, failed, ended, heardBefore }) => ({
    state,
    events: [],
    heardBefore,
    stopSeen: state === "speaking" && stopSeen,
    ...(state === "speaking" && failed ? { stopFailure: "server_error" } : {}),
    ...(state === "speaking" && ended ? { sessionEnd: "other" } : {}),
  }));

const evidences: fc.Arbitrary<StoppedEvidence> = fc.record(
  {
    artifact: artifacts,
    channel: channels,
    transcript: fc.constantFrom(TERMINAL, CUT, PARKED).map((verdict) => ({
      path: "child.jsonl",
      judgement: { ...verdict, format: "openclaw" as const, bytes: 1, bytesRead: 1 },
    })),
  },
  { requiredKeys: [] },
);

const inputs: fc.Arbitrary<StoppedSessionInput> = fc.record(
  {
    status: fc.constantFrom(...SESSION_STATUSES),
    sessionVanished: fc.boolean(),
    windowAlive: fc.boolean(),
    envFault: fc.constantFrom("no route", true, false, null),
    attempts: fc.record({ used: fc.nat(3), max: fc.nat(3) }),
    relay: fc.record({ settingsHasRelay: fc.boolean(), stopEntryValid: fc.boolean() }, { requiredKeys: [] }),
    run: fc.record({ paused: fc.boolean(), heardBefore: fc.boolean() }, { requiredKeys: [] }),
  },
  { requiredKeys: ["status"] },
);

test("whatever was found: the wording's laws, no false result, nobody charged for what is not theirs", () => {
  fc.assert(
    fc.property(inputs, evidences, (input, evidence) => {
      const decision = decideFrom(input, evidence, 1_000);
      const { route, charge, result, explanation, run } = decision;
      const words = JSON.stringify({ explanation, run });
      // "Failed validation" only where a validator ran to its end, and refused.
      expect(words.includes("failed validation")).toBe(evidence.artifact?.state === "invalid");
      // "Timed out" never alone: what became of the result stands beside it.
      if (words.includes("timed out")) {
        expect(explanation).toMatch(/timed out; (?:result\.json |no result file was named)/);
      }
      expect(explanation.endsWith(".")).toBe(true);
      expect(route === "complete").toBe(result !== undefined);
      if (result?.kind === "text") {
        expect(evidence.transcript?.judgement.kind).toBe("terminal");
        expect(evidence.artifact?.required).not.toBe(true);
      }
      if (result?.kind === "artifact") expect(evidence.artifact?.state).toBe("valid");
      if (charge) expect(["retry", "escalate"]).toContain(route);
      if (run.action === "pause" && run.announce) expect(charge).toBe(false);
      if (run.action === "pause") expect(run.announce).toBe(input.run?.paused !== true);
      expect(route === "wait").toBe(decision.until !== undefined);
      if (input.windowAlive === true) expect(route).toBe("wait");
      if (evidence.channel?.state === "silent") expect(charge).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});
