/** `lastword judge`: an object in, an object out; flags for the same; and what is said of bad input. */

import { utimesSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { NOW, run } from "../support/command-line.ts";
import { ANSWERED, Folder } from "../support/folder.ts";

async function judged(args: readonly string[], input?: object): Promise<Record<string, unknown>> {
  const { code, out, err } = await run(
    ["judge", ...args],
    input === undefined ? {} : { input: JSON.stringify(input) },
  );
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return JSON.parse(out) as Record<string, unknown>;
}

describe("a decision is exit code 0, whichever it is", () => {
  test("on standard input", async () => {
    const transcript = { path: new Folder().write("child.jsonl") };
    expect(await judged([], { status: "crashed", transcript })).toMatchObject({
      route: "complete",
      result: { kind: "text", text: "Three." },
    });
    expect(await judged([], { status: "crashed" })).toMatchObject({
      route: "retry",
      blame: "session-crashed",
    });
  });

  test("with flags the same", async () => {
    const folder = new Folder();
    const path = folder.write("result.json", '{"a":1}');
    const schema = folder.write("schema.json", '{"required":["b"]}');
    utimesSync(path, NOW / 1000, NOW / 1000);
    const flags = [
      "--status",
      "timeout",
      "--no-stop-seen",
      "--no-session-id",
      "--artifact",
      path,
      "--required",
    ];
    expect(await judged([...flags, "--launched-at", "1h ago"])).toMatchObject({
      route: "complete",
      run: { action: "pause" },
    });
    expect(await judged([...flags, "--schema", schema, "--hookless", "--attempts", "1/2"])).toMatchObject({
      route: "escalate",
      blame: "artifact-invalid",
      explanation: expect.stringContaining("failed validation by schema.json"),
      evidence: {
        artifact: { errors: [{ pointer: "", found: '{"a":1}', wanted: "have required property 'b'" }] },
      },
    });
    expect(await judged([...flags, "--window-alive"])).toMatchObject({ route: "wait", until: NOW + 30_000 });
    expect(await judged(["--status", "timeout", "--vanished"])).toMatchObject({ blame: "session-vanished" });
    const child = folder.write("child.jsonl", ANSWERED);
    const events = ["--events-dir", folder.at("x"), "--task-id", "t", "--project", "/p", "--run-paused"];
    expect(
      await judged(["--status", "stalled", "--transcript", child, "--format", "openclaw", ...events]),
    ).toMatchObject({
      route: "complete",
      run: { action: "pause", announce: false, repair: "lastword doctor --project /p" },
    });
  });
});

describe("bad input is exit code 2, with every problem named", () => {
  test.each<[string, string, readonly string[]]>([
    ["nothing", "", ["standard input is empty"]],
    ["no JSON", "{", ["cannot be read"]],
    ["no object", "[]", ["must be a JSON object"]],
    ["no status", "{}", ["status is missing"]],
    ["another status", '{"status":"fine"}', ["status must be one of completed, stalled"]],
    [
      "unknown fields",
      '{"status":"timeout","a":1,"artifact":{"path":"p","b":1}}',
      ["a is no field", "artifact.b is no field"],
    ],
    [
      "wrong types",
      '{"status":"timeout","stopSeen":1,"endedAt":-1,"events":{},"attempts":[],"artifact":{"launchSha256":"abc"}}',
      [
        "stopSeen must be",
        "endedAt must be",
        "events.dir is missing",
        "attempts must be",
        "artifact.path is missing",
        "64 hex",
      ],
    ],
    [
      "a schema that is not there",
      '{"status":"timeout","artifact":{"path":"p","schema":"none.json"}}',
      ["none.json"],
    ],
    [
      "a schema that is none",
      '{"status":"timeout","artifact":{"path":"p","schema":{"type":"oops"}}}',
      ["no JSON Schema"],
    ],
  ])("%s", async (_, input, problems) => {
    const { code, out, err } = await run(["judge"], { input });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    for (const problem of problems) expect(err).toContain(problem);
    expect(err).toContain("lastword judge --help");
  });

  test.each([
    [["--status", "fine"], "Allowed choices"],
    [["--attempts", "two"], "such as 1/2"],
    [["--status", "timeout", "--schema", "x"], "--schema needs --artifact"],
    [["--status", "timeout", "--ended-at", "soon"], "Give a time"],
    [["--stop-seen"], "status is missing"],
  ])("%j", async (args, words) => {
    const { code, err } = await run(["judge", ...args]);
    expect(code).toBe(2);
    expect(err).toContain(words);
  });

  test("a null is a field left away", async () => {
    await judged([], { status: "timeout", envFault: null, artifact: null, endedAt: null, sessionId: null });
  });
});

test("on a terminal it says that it waits for an input", async () => {
  const { err } = await run(["judge"], { input: '{"status":"timeout"}', stdinIsTTY: true });
  expect(err).toContain("end it with Ctrl-D");
});
