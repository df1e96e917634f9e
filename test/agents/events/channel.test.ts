/** The event channel: what real hooks wrote, what bmad-loop's relays write, and what is made of silence. */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { EventInbox, channelOf, readEventFiles, readEventLog } from "../../../src/agents/index.ts";
import type { ChannelEvidence } from "../../../src/agents/index.ts";
import { Folder } from "../../support/folder.ts";

const LAUNCH = Date.UTC(2026, 10, 1, 12);

function recorded(name: string): ChannelEvidence {
  const path = fileURLToPath(
    new URL(`../../fixtures/hook-events/claude-code-2.1.332-${name}.jsonl`, import.meta.url),
  );
  return channelOf(readEventLog(path), {});
}

/** An event file's name, so many seconds behind the launch. */
function nameOf(seconds: number, event: string, task = "t1"): string {
  return `${BigInt(LAUNCH + seconds * 1_000) * 1_000_000n}-${task}-${event}.json`;
}

function eventText(event: string, over: object = {}): string {
  return JSON.stringify({
    ts: 1,
    event,
    task_id: "t1",
    session_id: "s1",
    transcript_path: "",
    cwd: "/",
    ...over,
  });
}

describe("what Claude Code's hooks wrote", () => {
  test.each<[string, string, object]>([
    ["an answer", "q-hooks", { stopSeen: true, sessionEnd: "other" }],
    ["a subagent inside", "q2-hooks-subagent", { stopSeen: true, sessionEnd: "other" }],
    ["an invalid Stop entry", "q3-invalid-entry", { stopSeen: false, sessionEnd: "other" }],
    ["an API error at the end", "q5-error-end", { stopSeen: false, stopFailure: "server_error" }],
    ["SIGKILL", "q6-killed", { stopSeen: false, events: ["SessionStart"] }],
    ["SIGINT in a tool", "q7-sigint", { stopSeen: false, sessionEnd: "other" }],
  ])("%s", (_, name, expected) => {
    const channel = recorded(name);
    expect(channel).toMatchObject({ state: "speaking", heardBefore: false, ...expected });
    expect(channel.sessionId).toMatch(/^[\da-f-]{36}$/);
    expect("stopFailure" in channel).toBe("stopFailure" in expected);
  });

  test("a subagent's Stop is not the session's", () => {
    const stop = { name: "Stop", agentId: "a1" };
    expect(channelOf({ events: [stop], malformed: [], troubles: [] }, {})).toMatchObject({
      state: "speaking",
      stopSeen: false,
    });
  });

  test("open background tasks are counted, ended ones are not", () => {
    const path = new Folder().write(
      "log.jsonl",
      `${JSON.stringify({
        hook_event_name: "Stop",
        background_tasks: [
          { id: "b1", status: "running" },
          { id: "b2", status: "completed" },
        ],
        session_crons: [{ id: "c1" }],
      })}\n`,
    );
    expect(channelOf(readEventLog(path), {})).toMatchObject({ openWork: 2 });
  });
});

describe("event files", () => {
  test("both folders are read, in the order of time; other names and temporary files are not", () => {
    const folder = new Folder();
    folder.write(`a/${nameOf(2, "Stop")}`, eventText("Stop"));
    folder.write(`b/${nameOf(1, "SessionStart")}`, eventText("SessionStart"));
    folder.write(`a/${nameOf(3, "Stop")}.tmp`, eventText("Stop"));
    folder.write("a/notes.json", "{}");
    const reading = readEventFiles([folder.at("a"), folder.at("b")]);
    expect(reading.events.map(({ name, at }) => [name, at])).toEqual([
      ["SessionStart", LAUNCH + 1_000],
      ["Stop", LAUNCH + 2_000],
    ]);
    expect(reading).toMatchObject({ malformed: [], troubles: [] });
  });

  test("an old relay's file says what its name says", () => {
    const folder = new Folder();
    folder.write(nameOf(1, "Stop"), JSON.stringify({ event: "Stop" }));
    folder.write(
      `${BigInt(LAUNCH) * 1_000_000n}-SessionStart.json`,
      JSON.stringify({ event: "SessionStart" }),
    );
    expect(readEventFiles([folder.path]).events).toEqual([
      { name: "SessionStart", at: LAUNCH },
      { name: "Stop", at: LAUNCH + 1_000, taskId: "t1" },
    ]);
  });

  test("a relay whose clock counts milliseconds or seconds names its files after those", () => {
    const folder = new Folder();
    folder.write(`${LAUNCH + 1_000}-t1-SessionStart.json`, eventText("SessionStart"));
    folder.write(`${LAUNCH / 1_000 + 2}-t1-Stop.json`, eventText("Stop"));
    const channel = channelOf(readEventFiles([folder.path]), { since: LAUNCH, taskId: "t1" });
    expect(channel).toMatchObject({ events: ["SessionStart", "Stop"], last: { at: LAUNCH + 2_000 } });
  });

  test("a half-written file is read again, and handed out once when it is whole", () => {
    const folder = new Folder();
    const inbox = new EventInbox([folder.path]);
    const path = folder.write(nameOf(1, "Stop"), eventText("Stop").slice(0, 12));
    expect(inbox.poll()).toMatchObject({ events: [], malformed: [{ name: "Stop", taskId: "t1" }] });
    expect(inbox.poll().malformed).toHaveLength(1);
    writeFileSync(path, eventText("Stop"));
    expect(inbox.poll()).toMatchObject({ events: [{ name: "Stop", sessionId: "s1" }], malformed: [] });
    expect(inbox.poll()).toMatchObject({ events: [], malformed: [] });
  });

  test.each([
    ["no event", "{}"],
    ["no object", "[]"],
    ["nothing", ""],
  ])("%s is malformed", (_, text) => {
    const folder = new Folder();
    folder.write(nameOf(1, "Stop"), text);
    const channel = channelOf(readEventFiles([folder.path]), { since: LAUNCH });
    expect(channel).toMatchObject({ state: "malformed", stopSeen: false });
  });

  test("a folder that is not there is said, and so is one that cannot be read", () => {
    const folder = new Folder();
    expect(readEventFiles([folder.at("none")]).troubles).toEqual([expect.stringContaining("does not exist")]);
    folder.write("file", "");
    expect(readEventFiles([folder.at("file")]).troubles).toEqual([expect.stringContaining("cannot be read")]);
    mkdirSync(folder.at(nameOf(1, "Stop")));
    expect(readEventFiles([folder.path]).malformed).toMatchObject([{ detail: "it is no regular file" }]);
    rmSync(folder.at(nameOf(1, "Stop")), { recursive: true });
  });
});

describe("a log", () => {
  test("a torn line is malformed; times may be seconds, milliseconds, nanoseconds or words", () => {
    const at = LAUNCH + 1_000;
    const times = [at / 1_000, at, at * 1e6, new Date(at).toISOString()];
    const text = times.map((ts) => JSON.stringify({ event: "Stop", ts })).join("\n");
    const reading = readEventLog(new Folder().write("log.jsonl", `${text}\n{"event":`), LAUNCH);
    expect(reading.events.map((event) => event.at)).toEqual([at, at, at, at]);
    expect(reading.malformed).toMatchObject([{ where: "line 5" }]);
  });

  test("one that is not there is said", () => {
    expect(readEventLog(new Folder().at("none")).troubles).toEqual([
      expect.stringContaining("does not exist"),
    ]);
  });
});

describe("whose event it is", () => {
  const events = [
    { name: "Stop", at: LAUNCH - 1, sessionId: "s0", taskId: "t0" },
    { name: "SessionStart", at: LAUNCH + 1, sessionId: "s1", taskId: "t1" },
    { name: "Stop", at: LAUNCH + 2, sessionId: "s2", taskId: "t2" },
  ];
  const reading = { events, malformed: [], troubles: [] };

  test.each<[string, object, readonly string[], boolean]>([
    ["by the task", { taskId: "t1" }, ["SessionStart"], true],
    ["by the session", { sessionId: "s2" }, ["Stop"], true],
    ["by the time alone", { since: LAUNCH }, ["SessionStart", "Stop"], true],
    ["nothing to go by", {}, ["Stop", "SessionStart", "Stop"], false],
    ["nobody's", { taskId: "t9" }, [], true],
  ])("%s", (_, question, names, heardBefore) => {
    const channel = channelOf(reading, question);
    expect(channel.events).toEqual(names);
    expect(channel.heardBefore).toBe(heardBefore);
    expect(channel.state).toBe(names.length > 0 ? "speaking" : "silent");
  });

  test("a profile without hooks is hookless, heard or not", () => {
    expect(channelOf(reading, { taskId: "t9", hookless: true }).state).toBe("hookless");
  });
});
