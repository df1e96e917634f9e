/** A registry beside its records, in both versions' stores: who is right, and whose answer it is. */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { auditOpenClaw } from "../../../src/agents/index.ts";
import type { RunFinding } from "../../../src/agents/index.ts";
import {
  START,
  assistant,
  call,
  entries,
  header,
  result,
  user,
  yields,
} from "../../support/openclaw-records.ts";
import { CHILD, LOST, OpenClawState, STATE_VERSIONS } from "../../support/openclaw-state.ts";

const ANSWERED = entries(header, user("Count."), assistant("Three."));
const CUT = entries(header, user("Count."), assistant("Let me see.", { calls: [call("c1")] }), result("c1"));

async function findings(path: string): Promise<readonly RunFinding[]> {
  const found: RunFinding[] = [];
  for await (const finding of (await auditOpenClaw(path)).findings()) found.push(finding);
  return found;
}

/** Run, registry's word, what of the record, the mark: in one line each. */
async function told(path: string): Promise<readonly string[]> {
  return (await findings(path)).map(({ run, attribution, disagreement = "-" }) => {
    const ours = attribution.kind === "answer" ? attribution.text : attribution.reason;
    return `${run.runId}: ${run.outcome?.status ?? "running"} | ${ours} | ${disagreement}`;
  });
}

describe.each(STATE_VERSIONS)("%s", (version) => {
  test("a finished child that the registry calls failed is a hidden answer", async () => {
    const state = await OpenClawState.make(version);
    state.run();
    state.session(ANSWERED);
    expect(await told(state.path)).toEqual(["run-1: error | Three. | hidden-answer"]);
    const [finding] = await findings(state.path);
    expect(finding?.run).toMatchObject({
      childSessionKey: CHILD,
      requesterSessionKey: "agent:main:main",
      startedAt: START,
      endedAt: START + 60_000,
      outcome: { status: "error", error: LOST[version] },
      endedReason: "subagent-error",
      deliveredAt: START + 61_000,
    });
    expect(finding?.reading.place).toContain(
      version === "2026.6.5" ? "s-1.jsonl" : "openclaw-agent.sqlite, session s-1",
    );
  });

  test.each([
    ["a tool without an answer", CUT, "error | trailing-tool-result | -"],
    ["a yield", entries(header, user("Count."), ...yields("I wait.")), "error | yield-wait | -"],
    ["a silent reply", entries(header, user("Count."), assistant("NO_REPLY")), "error | silent-reply | -"],
    [
      "a length stop",
      entries(header, user("Count."), assistant("Thr", { stop: "length" })),
      "error | stopped-length | -",
    ],
    ["a child that wrote nothing", entries(header), "error | empty-history | -"],
  ])("%s stays a failure", async (_, lines, said) => {
    const state = await OpenClawState.make(version);
    state.run();
    state.session(lines);
    expect(await told(state.path)).toEqual([`run-1: ${said}`]);
  });

  test("what the registry calls ok and the record refutes is marked, a silent reply is not", async () => {
    const state = await OpenClawState.make(version);
    state.run({ runId: "cut", child: `${CHILD}a`, status: "ok", createdAt: START });
    state.session(CUT, { key: `${CHILD}a`, sessionId: "s-1" });
    state.run({ runId: "silent", child: `${CHILD}b`, status: "ok", createdAt: START - 1 });
    state.session(entries({ ...header, id: "s-2" }, user("Count."), assistant("NO_REPLY")), {
      key: `${CHILD}b`,
      sessionId: "s-2",
    });
    state.run({ runId: "well", child: `${CHILD}c`, status: "ok", createdAt: START - 2 });
    state.session(entries({ ...header, id: "s-3" }, user("Count."), assistant("Three.")), {
      key: `${CHILD}c`,
      sessionId: "s-3",
    });
    expect(await told(state.path)).toEqual([
      "cut: ok | trailing-tool-result | unproved-ok",
      "silent: ok | silent-reply | -",
      "well: ok | Three. | -",
    ]);
  });

  test("a run that goes on, and one that was killed, are not marked", async () => {
    const state = await OpenClawState.make(version);
    state.run({ runId: "open", endedAt: null });
    state.session(ANSWERED);
    state.run({
      runId: "killed",
      child: `${CHILD}k`,
      createdAt: START - 1,
      status: "error",
      endedReason: "subagent-killed",
    });
    state.session(entries({ ...header, id: "s-2" }, user("Count."), assistant("Three.")), {
      key: `${CHILD}k`,
      sessionId: "s-2",
    });
    expect(await told(state.path)).toEqual(["open: running | Three. | -", "killed: error | Three. | -"]);
  });

  test("the answer of the first run on a session is not the second's", async () => {
    const state = await OpenClawState.make(version);
    state.run({ runId: "first", status: "ok", createdAt: START, endedAt: START + 3_000 });
    state.run({ runId: "second", createdAt: START + 60_000 });
    state.session(ANSWERED);
    expect(await told(state.path)).toEqual([
      "second: error | before-run-start | -",
      "first: ok | Three. | -",
    ]);
  });

  test("the answer of a second run on a session is not the first's", async () => {
    const state = await OpenClawState.make(version);
    state.run({ runId: "first", createdAt: START - 60_000, endedAt: START + 90_000 });
    state.run({ runId: "second", createdAt: START, status: "ok", endedAt: START + 3_000 });
    state.session(ANSWERED);
    expect(await told(state.path)).toEqual(["second: ok | Three. | -", "first: error | another-run | -"]);
  });

  test("an answer that names another run as its writer is that one's", async () => {
    const state = await OpenClawState.make(version);
    state.run();
    state.session(
      entries(header, user("Count."), assistant("Three.", { body: { __openclaw: { runId: "run-2" } } })),
    );
    expect(await told(state.path)).toEqual(["run-1: error | another-run | -"]);
    const own = await OpenClawState.make(version);
    own.run();
    own.session(
      entries(header, user("Count."), assistant("Three.", { body: { __openclaw: { runId: "run-1" } } })),
    );
    expect(await told(own.path)).toEqual(["run-1: error | Three. | hidden-answer"]);
  });

  test("an answer from behind the registry's end is of a later turn", async () => {
    const state = await OpenClawState.make(version);
    state.run({ endedAt: START - 10_000, createdAt: START - 60_000 });
    state.session(ANSWERED);
    expect(await told(state.path)).toEqual(["run-1: error | answered-after-end | -"]);
  });

  test("an answer given while a child of its own still runs is not the last word", async () => {
    const state = await OpenClawState.make(version);
    state.run();
    state.run({
      runId: "grand",
      child: "agent:main:subagent:g1",
      requester: CHILD,
      endedAt: null,
      createdAt: START - 1,
    });
    state.session(ANSWERED);
    expect((await told(state.path))[0]).toBe("run-1: error | descendant-active | -");
  });

  test("another session under the child's key proves nothing of it", async () => {
    const state = await OpenClawState.make(version);
    state.run();
    state.session(ANSWERED, { sessionId: "s-9" });
    expect(await told(state.path)).toEqual(["run-1: error | foreign-transcript | -"]);
  });

  test("a child whose session is gone, and a key of no agent, are told apart from a failed one", async () => {
    const state = await OpenClawState.make(version);
    state.run({ runId: "gone" });
    state.run({ runId: "odd", child: "agent:../../etc:subagent:x", createdAt: START - 1 });
    expect(await told(state.path)).toEqual(["gone: error | missing | -", "odd: error | missing | -"]);
  });
});

test("a transcript that is a link out of the sessions' folder is not followed", async () => {
  const state = await OpenClawState.make("2026.6.5");
  state.run();
  state.session(ANSWERED);
  const file = join(state.path, "agents/main/sessions/s-1.jsonl");
  const outside = join(state.path, "outside.jsonl");
  writeFileSync(outside, ANSWERED.map((line) => `${line}\n`).join(""));
  unlinkSync(file);
  symlinkSync(outside, file);
  expect(await told(state.path)).toEqual(["run-1: error | unreadable | -"]);
});

test.each([
  ["no state folder", undefined, "no such file"],
  ["a database of something else", "", "has no table subagent_runs"],
])("%s: the registry cannot be read, and it says why", async (_, content, words) => {
  const path = mkdtempSync(join(tmpdir(), "lastword-state-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  if (content !== undefined) {
    mkdirSync(join(path, "state"));
    writeFileSync(join(path, "state/openclaw.sqlite"), content);
  }
  await expect(auditOpenClaw(path)).rejects.toThrow(words);
});
