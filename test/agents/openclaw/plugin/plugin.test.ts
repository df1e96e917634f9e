/** The plugin on hosts of both versions' shapes, over real state folders: whom it tells, what, how often; and its silence. */

import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { register } from "../../../../src/agents/openclaw/plugin.ts";
import {
  START,
  assistant,
  call,
  entries,
  header,
  result,
  user,
  yields,
} from "../../../support/openclaw-records.ts";
import { FakeHost } from "../../../support/openclaw-host.ts";
import { CHILD, LOST, OpenClawState, REQUESTER, STATE_VERSIONS } from "../../../support/openclaw-state.ts";
import type { StateRun, StateVersion } from "../../../support/openclaw-state.ts";

const ANSWERED = entries(header, user("Count."), assistant("Three."));

interface Scene {
  readonly state: OpenClawState;
  readonly host: FakeHost;
}

async function scene(
  version: StateVersion,
  { run = {}, lines = ANSWERED, settings = {} }: SceneOptions = {},
): Promise<Scene> {
  const state = await OpenClawState.make(version);
  state.run({ ...at(), ...run });
  state.session(lines);
  const host = new FakeHost(version, state.path, settings);
  register(host.api);
  return { state, host };
}

interface SceneOptions {
  readonly run?: StateRun;
  readonly lines?: readonly string[];
  readonly settings?: Record<string, unknown>;
}

/** The records' own times: `START` lies in the past, so that an age limit would hide the run at start-up. */
const at = (): StateRun => ({ createdAt: START });

function ended(
  host: FakeHost,
  event: Record<string, unknown> = {},
  context: Record<string, unknown> = {},
): void {
  host.fire(
    "subagent_ended",
    {
      targetSessionKey: CHILD,
      targetKind: "subagent",
      reason: "subagent-error",
      runId: "run-1",
      outcome: "error",
      ...event,
    },
    { runId: "run-1", childSessionKey: CHILD, requesterSessionKey: REQUESTER, ...context },
  );
}

function ledgerIn(state: OpenClawState): string {
  return readFileSync(join(state.path, "lastword", "corrections.json"), "utf8");
}

/** The line that says what became of the run, once it is there. */
async function said(host: FakeHost, pattern = /run \S+: (?:tells|silent|would)/): Promise<string> {
  await vi.waitFor(() => expect(host.log.some((line) => pattern.test(line))).toBe(true), { timeout: 20_000 });
  return host.log.findLast((line) => pattern.test(line)) ?? "";
}

describe.each(STATE_VERSIONS)("%s", (version) => {
  test("a finished child that was called failed: its parent is told, and woken, once", async () => {
    const { host } = await scene(version);
    ended(host);
    expect(await said(host)).toContain("run-1: tells agent:main:main");
    expect(await host.turn("agent:main:other")).toBe("");
    const told = await host.turn(REQUESTER);
    expect(told).toMatch(/run run-1, child session agent:main:subagent:c1[^]*\n````\nThree\.\n````\n/);
    expect(told).toContain(LOST[version].slice(0, 40));
    await host.modelCall("completed");
    expect(await host.turn(REQUESTER, { runId: "turn-2" })).toBe("");
    expect(host.log.at(-1)).toContain("run-1: its parent's model has heard it");
    const wake = { source: "background-task", intent: "immediate", reason: "wake" };
    await vi.waitFor(() => expect(host.woken).toEqual([{ ...wake, sessionKey: REQUESTER, agentId: "main" }]));
  });

  test("the same event again, another registration, and a restart tell nobody again", async () => {
    const { state, host } = await scene(version);
    register(host.api);
    ended(host);
    await said(host);
    const again = new FakeHost(version, state.path);
    register(again.api);
    ended(again);
    expect(await said(again)).toContain("silent, it was put right before");
    again.fire("gateway_start");
    await vi.waitFor(
      () => expect(host.log.filter((line) => /run-1: (?:tells|silent)/.test(line))).toHaveLength(2),
      { timeout: 20_000 },
    );
    const [first, second] = [await host.turn(REQUESTER), await again.turn(REQUESTER, { runId: "turn-2" })];
    expect([first.match(/Correction of/g)?.length, second]).toEqual([1, ""]);
  });

  test("a failure from while nobody looked is put right at start-up, within the age limit", async () => {
    const { host, state } = await scene(version, { settings: { ageHoursMax: 168 } });
    vi.setSystemTime(START + 3_600_000);
    try {
      host.fire("gateway_start");
      await said(host);
      expect(await host.turn(REQUESTER)).toContain("run run-1");
      const late = new FakeHost(version, state.path, { ageHoursMax: 0 });
      register(late.api);
      late.fire("gateway_start");
      state.run({ ...at(), runId: "run-9", child: `${CHILD}9` });
      ended(late, { runId: "run-9", targetSessionKey: `${CHILD}9` });
      await said(late, /run-9: silent/);
      expect(late.log.some((line) => line.includes("run-1:"))).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  test.each<[string, SceneOptions, string]>([
    [
      "a tool without an answer",
      { lines: entries(header, user("Count."), assistant("", { calls: [call("c1")] })) },
      "tool-only-turn",
    ],
    [
      "text before a tool, and no more",
      {
        lines: entries(
          header,
          user("Count."),
          assistant("Let me see.", { calls: [call("c1")] }),
          result("c1"),
        ),
      },
      "trailing-tool-result",
    ],
    ["a yield", { lines: entries(header, user("Count."), ...yields("I wait.")) }, "yield-wait"],
    ["a silent reply", { lines: entries(header, user("Count."), assistant("NO_REPLY")) }, "silent-reply"],
    [
      "a length stop",
      { lines: entries(header, user("Count."), assistant("Thr", { stop: "length" })) },
      "stopped-length",
    ],
    [
      "an aborted stream",
      { lines: entries(header, user("Count."), assistant("Thr", { stop: "aborted" })) },
      "stopped-aborted",
    ],
    [
      "a provider's error",
      { lines: entries(header, user("Count."), assistant("", { stop: "error" })) },
      "stopped-error",
    ],
    ["an answer of the run before", { run: { createdAt: START + 60_000 } }, "before-run-start"],
    ["a killed run", { run: { endedReason: "subagent-killed" } }, "killed on purpose"],
    ["a run that was well", { run: { status: "ok" } }, "hides no finished child"],
    ["another failure", { run: { error: "model quota exceeded" } }, "hides no finished child"],
    [
      "a failure that is not looked into",
      { settings: { failures: ["no-final-reply"] } },
      "is not looked into",
    ],
  ])("%s: silence, and its reason in the log", async (_, options, reason) => {
    const { host } = await scene(version, options);
    ended(host);
    expect(await said(host)).toContain(reason);
    expect([await host.turn(REQUESTER), host.woken]).toEqual(["", []]);
  });

  test("an event of another child or parent than the registry's is nobody's", async () => {
    const { host } = await scene(version);
    ended(host, { targetSessionKey: "agent:main:subagent:other" });
    expect(await said(host)).toContain("different children");
    const other = await scene(version);
    ended(other.host, {}, { requesterSessionKey: "agent:main:other" });
    expect(await said(other.host)).toContain("different parents");
    ended(other.host, { runId: "run-unknown" });
    expect(await said(other.host, /run-unknown/)).toContain("does not know it");
    expect([await host.turn(REQUESTER), await other.host.turn(REQUESTER)]).toEqual(["", ""]);
  });

  test.each(["ok", "killed", "reset", "deleted"])(
    "an end of outcome %s is not looked into",
    async (outcome) => {
      const { host } = await scene(version);
      const before = host.log.length;
      ended(host, { outcome });
      ended(host, { outcome: "error", targetKind: "acp" });
      ended(host, { runId: "run-2" }, {});
      await said(host, /run-2: silent/);
      expect(host.log.slice(before).filter((line) => line.includes("run-1"))).toEqual([]);
    },
  );

  test("a dry run says what it would tell, tells nobody, and remembers nothing", async () => {
    const { state, host } = await scene(version, { settings: { dryRun: true } });
    ended(host);
    expect(await said(host)).toMatch(/would tell agent:main:main \(dry run\): .*Three\./);
    expect([host.woken, host.hooks]).toEqual([[], ["subagent_ended", "gateway_start"]]);
    const wet = new FakeHost(version, state.path);
    register(wet.api);
    ended(wet);
    await said(wet);
    expect(await wet.turn(REQUESTER)).toContain("run run-1");
  });

  test("an answer over the limit is cut to it", async () => {
    const { host } = await scene(version, {
      lines: entries(header, user("Count."), assistant("x".repeat(1_000))),
      settings: { answerBytesMax: 300 },
    });
    ended(host);
    await said(host);
    const told = await host.turn(REQUESTER);
    expect(told).toContain(`\n${"x".repeat(300)}\n`);
    expect(told).toContain("its first 300 of 1000 bytes");
  });

  test("a correction that waits outlives a restart: its parent is woken again, and told once", async () => {
    const { host, state } = await scene(version);
    ended(host);
    await said(host);
    const next = new FakeHost(version, state.path, { ageHoursMax: 0 });
    register(next.api);
    next.fire("gateway_start");
    await vi.waitFor(() => expect(next.woken).toHaveLength(1));
    expect(next.woken[0]).toMatchObject({ sessionKey: REQUESTER, agentId: "main" });
    expect(await next.turn(REQUESTER)).toContain("run run-1");
    await next.modelCall("completed");
    expect(await host.turn(REQUESTER, { runId: "turn-2" })).toBe("");
  });

  test("a turn whose model fails has told nobody: the next one is given it again", async () => {
    const { host } = await scene(version);
    ended(host);
    await said(host);
    expect(await host.turn(REQUESTER, { runId: "turn-1" })).toContain("run run-1");
    expect(await host.turn(REQUESTER, { runId: "turn-2" })).toBe("");
    await host.modelCall("error", "turn-1");
    expect(await host.turn(REQUESTER, { runId: "turn-3" })).toContain("run run-1");
    await host.modelCall("completed", "turn-3");
    expect(await host.turn(REQUESTER, { runId: "turn-4" })).toBe("");
  });
});

test("a parent whose key stands for another conversation since is not told", async () => {
  const { state, host } = await scene("2026.9.6", { run: { requesterSessionId: "s-then" } });
  state.session(entries({ ...header, id: "s-now" }), { key: REQUESTER, sessionId: "s-now" });
  ended(host);
  expect(await said(host)).toContain("another one by now");
  const same = await scene("2026.9.6", { run: { requesterSessionId: "s-then" } });
  same.state.session(entries({ ...header, id: "s-then" }), { key: REQUESTER, sessionId: "s-then" });
  ended(same.host);
  await said(same.host);
  expect(await host.turn(REQUESTER)).toBe("");
  expect(await same.host.turn(REQUESTER, { sessionId: "s-then" })).toContain("run run-1");
});

test("a parent whose session is reset before its turn came is not told", async () => {
  const { state, host } = await scene("2026.6.5");
  state.session(entries({ ...header, id: "s-then" }), { key: REQUESTER, sessionId: "s-then" });
  ended(host);
  await said(host);
  expect(await host.turn(REQUESTER, { sessionId: "s-now" })).toBe("");
  expect(await host.turn(REQUESTER, { sessionId: "s-then", runId: "turn-2" })).toBe("");
});

test("where the user lets it look at conversations, any turn is told, and no turn twice", async () => {
  const { state } = await scene("2026.9.6");
  const host = new FakeHost("2026.9.6", state.path);
  host.config = { plugins: { entries: { lastword: { hooks: { allowConversationAccess: true } } } } };
  register(host.api);
  ended(host);
  await said(host);
  expect(host.hooks).toContain("agent_turn_prepare");
  expect((await host.turn(REQUESTER)).match(/Correction of/g)).toHaveLength(1);
});

test("once it was heard, the ledger holds the run and no word of the child's", async () => {
  const { state, host } = await scene("2026.6.5");
  ended(host);
  await said(host);
  expect(ledgerIn(state)).toContain("Three");
  await host.turn(REQUESTER);
  await host.modelCall("completed");
  expect(ledgerIn(state)).toContain('"runId":"run-1"');
  expect(ledgerIn(state)).not.toContain("Three");
});

test("a ledger that cannot be written keeps a turn from nothing", async () => {
  const { state, host } = await scene("2026.9.6");
  mkdirSync(join(state.path, "lastword", "corrections.json"), { recursive: true });
  expect(await host.turn(REQUESTER)).toBe("");
  await host.modelCall("completed");
  expect(host.log.filter((line) => line.includes("EISDIR"))).toHaveLength(2);
});

describe("a version that lacks an interface: one clear line, and no crash", () => {
  test.each([
    ["no-hooks", "no hooks"],
    ["no-heartbeat", "no heartbeats to ask for"],
  ] as const)("%s", async (shape, words) => {
    const state = await OpenClawState.make("2026.9.6");
    const host = new FakeHost(shape, state.path);
    register(host.api);
    expect(host.log).toEqual([expect.stringContaining(words)]);
    expect(host.hooks).toEqual([]);
  });

  test.each([undefined, null, {}, "api", { on: 1, runtime: { system: null } }])(
    "an interface that is %j",
    (api) => {
      const warned = vi.spyOn(process, "emitWarning").mockReturnValue();
      expect(() => register(api)).not.toThrow();
      expect(warned).toHaveBeenCalledTimes(1);
      warned.mockRestore();
    },
  );

  test("a state folder without a registry", async () => {
    const host = new FakeHost("2026.9.6", "/nowhere/at/all");
    register(host.api);
    ended(host);
    expect(await said(host)).toContain("could not be looked into");
    host.fire("gateway_start");
    expect(await said(host, /at start-up/)).toContain("could not be read");
    expect(host.woken).toEqual([]);
  });
});
