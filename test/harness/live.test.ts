/** The frame of the live runs, without a real program: what is compared, skipped, refused, and what the model says. */

import { describe, expect, onTestFinished, test } from "vitest";
import { main } from "../../harness/live/main.ts";
import type { LiveDeps } from "../../harness/live/main.ts";
import { runInside } from "../../harness/live/inside.ts";
import { isIsolated } from "../../harness/live/namespace.ts";
import { promptFor } from "../../harness/live/model/script.ts";
import { startModel } from "../../harness/live/model/server.ts";
import { Place } from "../../harness/live/place.ts";
import { startProgram, until } from "../../harness/live/program.ts";
import { check } from "../../harness/live/suite.ts";
import type { Check, LiveRow, LiveSuite } from "../../harness/live/suite.ts";
import { SUITES } from "../../harness/live/suites.ts";
import { folderOf } from "../../harness/packages.ts";
import type { Io } from "../../src/cli/io.ts";
import { Output } from "../../src/cli/output.ts";
import { Paper } from "../support/command-line.ts";

const SUITE: LiveSuite = {
  name: "made-up",
  package: { name: "made-up", version: "1.0.0" },
  unable: () => undefined,
  scenarios: () => [],
};

function depsWith(checks: readonly Check[], over: Partial<LiveDeps> = {}): LiveDeps {
  return {
    suites: [SUITE],
    findWay: () => ({ kind: "way", args: [] }),
    install: async () => ({ kind: "installed", folder: "/none" }),
    async *outside(): AsyncGenerator<LiveRow> {
      yield { suite: "made-up", version: "1.0.0", scenario: "an answer", ms: 1_000, checks };
    },
    isBuilt: () => true,
    ...over,
  };
}

async function live(args: readonly string[], deps: LiveDeps) {
  const [out, err] = [new Paper(), new Paper()];
  const io: Io = {
    stdin: (async function* () {})(),
    stdout: new Output(out),
    stderr: new Output(err),
    env: {},
    now: () => 0,
  };
  const code = await main(args, io, deps);
  return { code, out: out.text, err: err.text };
}

const GOOD = check("events", ["SessionStart", "Stop"], ["SessionStart", "Stop"]);
const BAD = check("verdict", "terminal", "unfinished");

describe("the exit code", () => {
  test("is 0 where all agrees", async () => {
    const { code, out } = await live([], depsWith([GOOD]));
    expect(code).toBe(0);
    expect(out).toMatch(/^made-up 1\.0\.0 {2}an answer +agrees +1 of 1 in 1\.0 s\n1 of 1 agree\n$/);
  });

  test("is 1 where something disagrees, and it is shown", async () => {
    const { code, out } = await live([], depsWith([GOOD, BAD]));
    expect(code).toBe(1);
    expect(out).toContain("DISAGREES");
    expect(out).toContain("  verdict\n    wanted  terminal\n    found   unfinished\n");
    expect(out).not.toContain("  events\n");
  });

  test("is 1 where a scenario could not be tried", async () => {
    const outside = async function* (): AsyncGenerator<LiveRow> {
      yield { suite: "made-up", version: "1.0.0", scenario: "an answer", ms: 0, checks: [], trouble: "gone" };
    };
    const { code, out } = await live([], depsWith([], { outside }));
    expect([code, out.includes("could not be tried: gone")]).toEqual([1, true]);
  });

  test("is 2 for wrong usage", async () => {
    expect((await live(["--nonsense"], depsWith([]))).code).toBe(2);
    expect((await live(["--only", "none"], depsWith([]))).code).toBe(2);
    expect((await live(["--help"], depsWith([]))).code).toBe(0);
  });
});

describe("what the machine cannot do is skipped, in a line", () => {
  test.each<[string, Partial<LiveDeps>, string]>([
    ["no namespace", { findWay: () => ({ kind: "none", why: "no namespace here" }) }, "no namespace here"],
    ["no package", { install: async () => ({ kind: "failed", detail: "npm is offline" }) }, "npm is offline"],
    [
      "no program for it",
      { suites: [{ ...SUITE, unable: () => "not on this system" }] },
      "not on this system",
    ],
    ["no build", { isBuilt: () => false }, "lastword is not built; npm run build makes it"],
  ])("%s", async (_, over, why) => {
    const { code, out } = await live([], depsWith([BAD], over));
    expect(code).toBe(0);
    expect(out).toBe(`made-up 1.0.0  skipped: ${why}\n0 of 0 agree; 1 skipped\n`);
  });

  test("as JSON", async () => {
    const { out } = await live(["--json"], depsWith([GOOD], { findWay: () => ({ kind: "none", why: "x" }) }));
    expect(JSON.parse(out)).toEqual({
      rows: [],
      skipped: [{ suite: "made-up", version: "1.0.0", skipped: "x" }],
    });
  });
});

test.skipIf(isIsolated())("where a network can be reached no scenario is run", async () => {
  let wasRun = false;
  const scenario = {
    name: "x",
    run: async () => {
      wasRun = true;
      return [];
    },
  };
  const [out, err] = [new Paper(), new Paper()];
  const io = { stdout: new Output(out), stderr: new Output(err) };
  const code = await runInside([{ ...SUITE, scenarios: () => [scenario] }], "/none", io);
  expect([code, wasRun, out.text]).toEqual([3, false, ""]);
  expect(err.text).toContain("no program is started here");
});

test("packages lie in the user's cache, by version", () => {
  const wanted = { name: "@a/b", version: "1.2.3" };
  expect(folderOf(wanted, { HOME: "/home/me" })).toBe("/home/me/.cache/lastword/packages/@a+b@1.2.3");
  expect(folderOf(wanted, { HOME: "/home/me", XDG_CACHE_HOME: "/c" })).toBe(
    "/c/lastword/packages/@a+b@1.2.3",
  );
});

test("every suite has a name and a version of its own", () => {
  expect(new Set(SUITES.map(({ name, package: { version } }) => `${name} ${version}`)).size).toBe(
    SUITES.length,
  );
});

describe("the scripted model, over the messages API", () => {
  async function ask(body: object) {
    const model = await startModel({
      main: [
        { text: "First.", calls: [{ name: "Bash", input: { command: "x" } }] },
        { fails: 500 },
        { text: "Done." },
      ],
    });
    onTestFinished(() => model.close());
    return (over: object = {}) =>
      fetch(`http://127.0.0.1:${model.port}/v1/messages?beta=true`, {
        method: "POST",
        body: JSON.stringify({ ...body, ...over }),
      });
  }
  const messages = [{ role: "user", content: [{ type: "text", text: promptFor("main", "Go.") }] }];

  test("says its steps in order, and the last again; asides cost none", async () => {
    const say = await ask({ messages, tools: [{ name: "Bash" }] });
    expect(await (await say()).json()).toMatchObject({
      stop_reason: "tool_use",
      content: [
        { type: "text", text: "First." },
        { type: "tool_use", name: "Bash", input: { command: "x" } },
      ],
    });
    expect(await (await say({ tools: [] })).json()).toMatchObject({ content: [{ text: "Aside." }] });
    expect((await say()).status).toBe(500);
    for (let index = 0; index < 2; index += 1) {
      expect(await (await say()).json()).toMatchObject({
        stop_reason: "end_turn",
        content: [{ text: "Done." }],
      });
    }
  });

  test("streams the same", async () => {
    const say = await ask({ messages, tools: [{ name: "Bash" }], stream: true });
    const text = await (await say()).text();
    const names = [...text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name);
    expect(names[0]).toBe("message_start");
    expect(names.slice(-2)).toEqual(["message_delta", "message_stop"]);
    expect(text).toContain('"text_delta","text":"First."');
    expect(text).toContain('"stop_reason":"tool_use"');
  });
});

describe("a place", () => {
  test("hands on nothing of this environment but the PATH, and leaves nothing", async () => {
    const place = new Place("/none");
    const { out } = await place.start(["/usr/bin/env"]).ended;
    const names = out
      .trimEnd()
      .split("\n")
      .map((line) => line.split("=")[0] ?? "");
    expect(names.toSorted()).toEqual([
      "HOME",
      "LANG",
      "LASTWORD_EVENTS_DIR",
      "LASTWORD_TASK_ID",
      "PATH",
      "TERM",
    ]);
    expect(out).toContain(`HOME=${place.home}`);
    const slow = place.start(["/bin/sh", "-c", "sleep 600 & sleep 600"]);
    place.remove();
    expect(await slow.ended).toMatchObject({ how: "SIGKILL" });
    expect(place.channel().troubles).toEqual([`${place.events} does not exist`]);
  });

  test("a program that is not there says so", async () => {
    const program = startProgram(["/none/at/all"], { cwd: "/", env: {} });
    await expect(program.ended).rejects.toThrow("ENOENT");
    await expect(until(() => false, "it never came", 100)).rejects.toThrow("it never came");
  });
});
