/** The relay: what it writes is what the channel's reader reads, and it writes nowhere else. */

import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { channelOf, readEventFiles } from "../../../src/agents/index.ts";
import { relayChannel, relayEvent } from "../../../src/agents/hooks/relay.ts";
import type { Relayed } from "../../../src/agents/hooks/relay.ts";
import { Folder } from "../../support/folder.ts";

const NS = BigInt(Date.UTC(2026, 10, 1, 12)) * 1_000_000n + 7_000n;

function recorded(name: string): readonly string[] {
  const url = new URL(`../../fixtures/hook-events/claude-code-2.1.332-${name}.jsonl`, import.meta.url);
  return readFileSync(url, "utf8").trimEnd().split("\n");
}

function nameOf(payload: string): string {
  return String((JSON.parse(payload) as Record<string, unknown>)["hook_event_name"]);
}

/** Relays payloads, a second apart. */
function relayAll(folder: string, payloads: readonly string[], env: object = {}): readonly Relayed[] {
  return payloads.map((payload, index) =>
    relayEvent({
      event: nameOf(payload),
      payload,
      env: { LASTWORD_EVENTS_DIR: folder, ...env },
      ns: NS + BigInt(index) * 1_000_000_000n,
      version: "0.0.1",
    }),
  );
}

function relayOne(folder: string, over: object = {}): Relayed {
  return relayEvent({
    event: "Stop",
    payload: '{"session_id":"s1"}',
    env: { LASTWORD_EVENTS_DIR: folder },
    ns: NS,
    version: "0.0.1",
    ...over,
  });
}

describe("what real hooks sent arrives at the channel", () => {
  test.each<[string, string, object]>([
    ["an answer", "q-hooks", { stopSeen: true, sessionEnd: "other" }],
    ["a subagent inside", "q2-hooks-subagent", { stopSeen: true, sessionEnd: "other" }],
    ["an API error at the end", "q5-error-end", { stopSeen: false, stopFailure: "server_error" }],
    ["SIGKILL", "q6-killed", { stopSeen: false, events: ["SessionStart"] }],
    ["SIGINT in a tool", "q7-sigint", { stopSeen: false, sessionEnd: "other" }],
  ])("%s", (_, name, expected) => {
    const folder = new Folder();
    const payloads = recorded(name);
    const { session_id, transcript_path } = JSON.parse(payloads[0] ?? "") as Record<string, string>;
    expect(relayAll(folder.at("events"), payloads, { LASTWORD_TASK_ID: "t-1" })).toHaveLength(
      payloads.length,
    );
    const reading = readEventFiles([folder.at("events")]);
    expect(reading).toMatchObject({ malformed: [], troubles: [] });
    expect(reading.events.map((event) => event.name)).toEqual(payloads.map(nameOf));
    expect(channelOf(reading, { taskId: "t-1" })).toMatchObject({
      state: "speaking",
      sessionId: session_id,
      transcriptPath: transcript_path,
      ...expected,
    });
  });

  test("open work is counted, and what the agent said is left out", () => {
    const folder = new Folder();
    const payload = JSON.stringify({
      session_id: "s1",
      last_assistant_message: "a secret",
      background_tasks: [
        { id: "b1", type: "shell", status: "running", command: "a secret" },
        { id: "b2", type: "shell", status: "completed" },
      ],
      session_crons: [{ id: "c1", prompt: "a secret" }],
    });
    relayOne(folder.at("events"), { payload });
    const { events } = readEventFiles([folder.at("events")]);
    expect(events).toMatchObject([{ name: "Stop", sessionId: "s1", openWork: 2 }]);
    const [name = ""] = readdirSync(folder.at("events"));
    expect(readFileSync(folder.at(`events/${name}`), "utf8")).not.toContain("a secret");
  });
});

describe("an event without a payload that can be used is an event all the same", () => {
  test.each([
    ["nothing at all", undefined],
    ["no text", ""],
    ["a half-written object", '{"session_id":"s1"'],
    ["no object", "[1]"],
    ["other shapes", '{"session_id":5,"cwd":{},"background_tasks":"many"}'],
  ])("%s", (_, payload) => {
    const folder = new Folder();
    expect(relayOne(folder.at("events"), { payload }).kind).toBe("written");
    const { events, malformed } = readEventFiles([folder.at("events")]);
    expect({ events, malformed }).toEqual({
      events: [{ name: "Stop", at: Number(NS) / 1_000_000 }],
      malformed: [],
    });
  });
});

describe("the file", () => {
  test("is the owner's alone, has its time and task in its name, and nothing else lies there", () => {
    const folder = new Folder();
    const path = folder.at(`events/${NS}-t1-Stop.json`);
    expect(
      relayOne(folder.at("events"), {
        env: { LASTWORD_EVENTS_DIR: folder.at("events"), LASTWORD_TASK_ID: "t1" },
      }),
    ).toEqual({
      kind: "written",
      path,
    });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder.at("events"))).toEqual([basename(path)]);
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({
      event: "Stop",
      task_id: "t1",
      session_id: "s1",
      transcript_path: null,
      relay: "0.0.1",
    });
  });

  test("a task's id that is no file's name stands whole inside", () => {
    const folder = new Folder();
    const taskId = "../a b/1";
    relayOne(folder.at("events"), {
      env: { LASTWORD_EVENTS_DIR: folder.at("events"), LASTWORD_TASK_ID: taskId },
    });
    expect(readdirSync(folder.at("events"))).toEqual([`${NS}-.._a_b_1-Stop.json`]);
    expect(readEventFiles([folder.at("events")]).events).toMatchObject([{ taskId }]);
  });

  test("texts without end are cut", () => {
    const folder = new Folder();
    const written = relayOne(folder.at("events"), {
      payload: JSON.stringify({ error: "e".repeat(1_000_000) }),
    });
    expect(written.kind === "written" && statSync(written.path).size).toBeLessThan(10_000);
  });
});

describe("nothing is written", () => {
  test("where no loop asked for events", () => {
    expect(relayOne("", { env: {} })).toEqual({ kind: "no-channel" });
  });

  test.each([
    ["a name with a path in it", { event: "../Stop" }],
    ["no name", { event: "" }],
    ["a name longer than any", { event: "S".repeat(65) }],
  ])("for %s", (_, over) => {
    const folder = new Folder();
    expect(relayOne(folder.at("events"), over).kind).toBe("refused");
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test("into a folder that is a link, with a slash behind it or not", () => {
    const folder = new Folder();
    mkdirSync(folder.at("elsewhere"));
    symlinkSync(folder.at("elsewhere"), folder.at("events"));
    expect(relayOne(folder.at("events")).kind).toBe("refused");
    expect(relayOne(`${folder.at("events")}/`).kind).toBe("refused");
    symlinkSync(folder.at("nowhere"), folder.at("dangling"));
    expect(relayOne(folder.at("dangling")).kind).toBe("refused");
    expect(readdirSync(folder.at("elsewhere"))).toEqual([]);
    expect(readdirSync(folder.path).toSorted()).toEqual(["dangling", "elsewhere", "events"]);
  });

  test("through a link that lies in the place of the file", () => {
    const folder = new Folder();
    mkdirSync(folder.at("events"));
    writeFileSync(folder.at("victim"), "as it was");
    symlinkSync(folder.at("victim"), folder.at(`events/${NS}-Stop.json.tmp`));
    expect(relayOne(folder.at("events")).kind).toBe("refused");
    expect(readFileSync(folder.at("victim"), "utf8")).toBe("as it was");
  });

  test("where the folder above is missing too, where a file lies, and where a path is relative", () => {
    const folder = new Folder();
    folder.write("file", "");
    expect(relayOne(folder.at("a/b")).kind).toBe("refused");
    expect(relayOne(folder.at("file")).kind).toBe("refused");
    expect(relayOne("events").kind).toBe("refused");
    expect(readdirSync(folder.path)).toEqual(["file"]);
  });

  test.skipIf(process.getuid?.() === 0)("into a folder that may not be written", () => {
    const folder = new Folder();
    mkdirSync(folder.at("events"));
    chmodSync(folder.at("events"), 0o500);
    expect(relayOne(folder.at("events")).kind).toBe("refused");
  });
});

describe("where events go", () => {
  const run = { BMAD_LOOP_RUN_DIR: "/run", BMAD_LOOP_TASK_ID: "t1" };

  test.each<[string, Record<string, string>, object | undefined]>([
    ["nowhere", {}, undefined],
    ["this package's folder", { LASTWORD_EVENTS_DIR: "/e" }, { folder: "/e" }],
    ["with a task", { LASTWORD_EVENTS_DIR: "/e", LASTWORD_TASK_ID: "t" }, { folder: "/e", taskId: "t" }],
    ["it goes before bmad-loop's", { ...run, LASTWORD_EVENTS_DIR: "/e" }, { folder: "/e", taskId: "t1" }],
    ["bmad-loop's run", run, { folder: join("/run", "events"), taskId: "t1" }],
    ["bmad-loop's own folder", { ...run, BMAD_LOOP_EVENTS_DIR: "/e" }, { folder: "/e", taskId: "t1" }],
    [
      "an empty one is none",
      { ...run, BMAD_LOOP_EVENTS_DIR: "" },
      { folder: join("/run", "events"), taskId: "t1" },
    ],
    ["a run without a task", { BMAD_LOOP_RUN_DIR: "/run", BMAD_LOOP_EVENTS_DIR: "/e" }, undefined],
  ])("%s", (_, env, expected) => {
    expect(relayChannel(env)).toEqual(expected);
  });
});
