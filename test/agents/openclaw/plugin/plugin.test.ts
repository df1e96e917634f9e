/** The plugin on hosts of both versions' shapes, over real state folders: whom it tells, what, how often; and its silence. */

import { readFileSync } from "node:fs";
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
async function said(host: FakeHost, pattern = /run \S+: (?:told|silent|would)/): Promise<string> {
  await vi.waitFor(() => expect(host.log.some((line) => pattern.test(line))).toBe(true), { timeout: 20_000 });
  return host.log.findLast((line) => pattern.test(line)) ?? "";
}

describe.each(STATE_VERSIONS)("%s", (version) => {
  test("a finished child that was called failed: its parent is told, and woken, once", async () => {
    const { host } = await scene(version);
    ended(host);
    expect(await said(host)).toContain("run-1: told agent:main:main");
    expect(host.told).toHaveLength(1);
    expect(host.told[0]).toMatchObject({
      sessionKey: REQUESTER,
      agentId: "main",
      idempotencyKey: "lastword:run-1",
      placement: "prepend_context",
      ttlMs: 7 * 24 * 3_600_000,
    });
    expect(host.told[0]?.text).toMatch(
      /run run-1, child session agent:main:subagent:c1[^]*\n````\nThree\.\n````\n/,
    );
    expect(host.told[0]?.text).toContain(LOST[version].slice(0, 40));
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
      () => expect(host.log.filter((line) => /run-1: (?:told|silent)/.test(line))).toHaveLength(2),
      { timeout: 20_000 },
    );
    expect([host.told.length, again.told.length]).toEqual([1, 0]);
  });

  test("a failure from while nobody looked is put right at start-up, within the age limit", async () => {
    const { host, state } = await scene(version, { settings: { ageHoursMax: 168 } });
    vi.setSystemTime(START + 3_600_000);
    try {
      host.fire("gateway_start");
      await said(host);
      expect(host.told).toHaveLength(1);
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
    expect([host.told, host.woken]).toEqual([[], []]);
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
    expect([host.told, other.host.told]).toEqual([[], []]);
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
    expect(host.told).toEqual([]);
    const wet = new FakeHost(version, state.path);
    register(wet.api);
    ended(wet);
    await said(wet);
    expect(wet.told).toHaveLength(1);
  });

  test("an answer over the limit is cut to it", async () => {
    const { host } = await scene(version, {
      lines: entries(header, user("Count."), assistant("x".repeat(1_000))),
      settings: { answerBytesMax: 300 },
    });
    ended(host);
    await said(host);
    expect(host.told[0]?.text).toContain(`\n${"x".repeat(300)}\n`);
    expect(host.told[0]?.text).toContain("its first 300 of 1000 bytes");
  });

  test("a correction that still waits after a restart is followed again, one that was taken is not", async () => {
    const { host, state } = await scene(version);
    ended(host);
    await said(host);
    const restarted = async () => {
      const next = new FakeHost(version, state.path, { ageHoursMax: 0 });
      register(next.api);
      next.fire("gateway_start");
      return next;
    };
    state.session(ANSWERED, { key: REQUESTER, sessionId: "s-parent" });
    state.queue(REQUESTER, ["another:plugin's", "lastword:run-1"]);
    const waiting = await restarted();
    await vi.waitFor(() => expect(waiting.woken).toHaveLength(1));
    expect(waiting.woken[0]).toMatchObject({ sessionKey: REQUESTER, agentId: "main" });
    state.queue(REQUESTER, ["another:plugin's"]);
    const taken = await restarted();
    ended(taken);
    await said(taken, /put right before/);
    expect([waiting.told, taken.told, taken.woken]).toEqual([[], [], []]);
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
  expect([host.told.length, same.host.told.length]).toEqual([0, 1]);
});

test("a host that takes no text is asked again, and its parent is told once it does", async () => {
  const { host, state } = await scene("2026.9.6");
  host.takes = false;
  ended(host);
  await vi.waitFor(() => expect(host.told).toHaveLength(1));
  await vi.waitFor(() => expect(ledgerIn(state)).not.toContain("run-1"));
  expect([host.woken, host.log.filter((line) => line.includes("run-1"))]).toEqual([[], []]);
  host.takes = true;
  expect(await said(host)).toContain("told agent:main:main");
  expect(host.told).toHaveLength(2);
  expect(ledgerIn(state)).toContain("run-1");
});

test("a registration that takes nothing any more hands its text to one that does", async () => {
  const { host, state } = await scene("2026.9.6");
  const [retired, broken] = [new FakeHost("2026.9.6", state.path), new FakeHost("2026.9.6", state.path)];
  broken.takes = "fails";
  retired.takes = false;
  for (const one of [broken, retired]) register(one.api);
  ended(retired);
  await said(retired);
  expect([retired.told.length, broken.told.length, host.told.length]).toEqual([1, 1, 1]);
  expect(host.told[0]).toEqual(retired.told[0]);
});

test("the ledger holds the run and no word of the child's", async () => {
  const { state, host } = await scene("2026.6.5");
  ended(host);
  await said(host);
  const ledger = ledgerIn(state);
  expect(ledger).toContain('"runId":"run-1"');
  expect(ledger).not.toContain("Three");
});

describe("a version that lacks an interface: one clear line, and no crash", () => {
  test.each([
    ["no-hooks", "no hooks"],
    ["no-queue", "no way to tell"],
  ] as const)("%s", async (shape, words) => {
    const state = await OpenClawState.make("2026.9.6");
    const host = new FakeHost(shape, state.path);
    register(host.api);
    expect(host.log).toEqual([expect.stringContaining(words)]);
    expect(host.hooks).toEqual([]);
  });

  test("without heartbeats a correction is queued all the same", async () => {
    const { state } = await scene("2026.9.6");
    const host = new FakeHost("no-heartbeat", state.path);
    register(host.api);
    expect(host.log).toContainEqual(expect.stringContaining("waits for its parent's next turn"));
    ended(host);
    await said(host);
    expect([host.told.length, host.woken]).toEqual([1, []]);
  });

  test.each([undefined, null, {}, "api", { on: 1, session: { workflow: null } }])(
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
    expect(host.told).toEqual([]);
  });
});
