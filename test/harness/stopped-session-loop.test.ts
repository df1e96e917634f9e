/** The loop in Python, driving the command line as it is shipped. */

import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { build, ended } from "../support/built-command-line.ts";
import { ANSWERED, Folder } from "../support/folder.ts";

const built = build();
afterAll(() => built.remove());
const loop = fileURLToPath(new URL("../../harness/loop/stopped_session.py", import.meta.url));

async function runLoop(sessions: readonly object[]): Promise<unknown> {
  const child = spawn("python3", [loop, execPath, built.program], { stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.end(JSON.stringify({ max: 2, sessions }));
  const { code, out, err } = await ended(child);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return JSON.parse(out);
}

/** A session that ended unheard, with this content as its result. */
function unheard(content: string | undefined): object {
  const folder = new Folder();
  mkdirSync(folder.at("events"));
  if (content !== undefined) folder.write("result.json", content);
  return {
    status: "timeout",
    stopSeen: false,
    sessionId: null,
    windowAlive: false,
    artifact: { path: folder.at("result.json"), required: true },
    events: { dir: folder.at("events") },
    relay: { settingsHasRelay: false },
  };
}

test("the incident: the first result is used, nothing is charged, and one message names the channel", async () => {
  expect(await runLoop([unheard('{"done":1}'), unheard('{"done":2}')])).toEqual({
    steps: ["complete"],
    charged: 0,
    paused: true,
    result: { done: 1 },
    told: [
      "No hook event of any kind arrived: the relay is not registered in the settings; result artifact present and " +
        "valid. Repair: lastword hook install claude-code",
    ],
  });
});

test("an ordinary hang is charged and tried again, and its second attempt counts", async () => {
  const folder = new Folder();
  const hang = { status: "timeout", stopSeen: false, sessionId: "s1", windowAlive: false };
  const transcript = { path: folder.write("child.jsonl", ANSWERED) };
  expect(await runLoop([hang, { status: "completed", windowAlive: false, transcript }])).toEqual({
    steps: ["retry", "complete"],
    charged: 1,
    paused: false,
    result: "Three.",
    told: [],
  });
});

test("attempts that are used up are escalated, in words that say what was and what was not looked at", async () => {
  const hang = { status: "timeout", stopSeen: false, sessionId: "s1", windowAlive: false };
  expect(await runLoop([hang, hang])).toMatchObject({
    steps: ["retry", "escalate"],
    charged: 2,
    told: ["The session timed out; no result file was named, so none was read."],
  });
});
