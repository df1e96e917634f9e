/** `lastword doctor`, as it is shipped, over real files: every line says ok, or what to do. */

import { chmodSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";
import { execPath } from "node:process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openRegistry } from "../../src/agents/index.ts";
import { eventsLine } from "../../src/cli/doctor/folder-lines.ts";
import { storeLine } from "../../src/cli/doctor/store-line.ts";
import { tryRelay } from "../../src/cli/doctor/live-event.ts";
import { build, shell } from "../support/built-command-line.ts";
import type { Built } from "../support/built-command-line.ts";
import { run } from "../support/command-line.ts";
import { Folder } from "../support/folder.ts";

let built: Built;
beforeAll(() => {
  built = build();
});
afterAll(() => built.remove());

interface Line {
  readonly check: string;
  readonly state: string;
  readonly says: string;
  readonly repair?: string;
}

interface Report {
  readonly code: number;
  readonly lines: readonly Line[];
  readonly relay: Record<string, boolean>;
}

/** A project with a home, where the relay is registered, and the project trusted. */
class Ward extends Folder {
  static async registered(): Promise<Ward> {
    const ward = new Ward();
    mkdirSync(ward.project);
    ward.write(
      "home/.claude.json",
      JSON.stringify({ projects: { [ward.project]: { hasTrustDialogAccepted: true } } }),
    );
    await ward.run('hook install claude-code --project "$1"');
    return ward;
  }

  get project(): string {
    return this.at("my project");
  }

  get settings(): string {
    return this.at("my project/.claude/settings.json");
  }

  change(text: (before: string) => string): void {
    this.write("my project/.claude/settings.json", text(readFileSync(this.settings, "utf8")));
  }

  async run(
    args: string,
    environment = "",
  ): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
    const script = `export HOME="$2" ${environment}; cd /; lastword ${args}; echo "code $?"`;
    const { out, err } = await shell(built, script, [this.project, this.at("home")]);
    const [, text = "", code] = /^([^]*)code (\d+)\n$/.exec(out) ?? [];
    return { code: Number(code), out: text, err };
  }

  async doctor(args = "", environment = ""): Promise<Report> {
    const { code, out, err } = await this.run(`doctor --project "$1" --json ${args}`, environment);
    expect(err).toBe("");
    return { code, ...(JSON.parse(out) as Omit<Report, "code">) };
  }
}

function failuresOf({ lines }: Report): readonly (readonly string[])[] {
  return lines
    .filter(({ state }) => state === "fail")
    .map(({ check, says, repair = "" }) => [check, says, repair]);
}

test("all is well: the relay is registered, and its test event arrives", async () => {
  const ward = await Ward.registered();
  const report = await ward.doctor();
  expect(failuresOf(report)).toEqual([]);
  expect(report.code).toBe(0);
  expect(report.lines.map(({ check, state }) => `${state} ${check}`)).toEqual([
    "ok settings",
    "ok registration",
    "ok program",
    "ok trust",
    "ok test event",
    "note events",
    "note transcripts",
    "note store",
  ]);
  expect(report.relay).toEqual({
    settingsHasRelay: true,
    settingsAccepted: true,
    stopEntryValid: true,
    relayPresent: true,
    relayReadable: true,
    relayCurrent: true,
    workspaceTrusted: true,
  });
  // What it finds is what the judge takes.
  const session = { status: "timeout", stopSeen: false, sessionId: null, relay: report.relay };
  const { out } = await run(["judge"], { input: JSON.stringify(session) });
  expect(JSON.parse(out)).toMatchObject({ run: { blame: "event-channel:registered-but-silent" } });
});

test("for people: a line each, what to do below it, and 1 where something fails", async () => {
  const ward = new Ward();
  mkdirSync(ward.project);
  const { code, out } = await ward.run('doctor --project "$1"');
  expect(code).toBe(1);
  expect(out).toContain(
    "FAIL  registration  the relay is not registered: no session tells how it ends\n" +
      `                    lastword hook install claude-code --project '${ward.project}'\n`,
  );
  expect(out).toMatch(/^- {5}store {9}none is named/m);
});

test("on a terminal a long line goes on below itself; a command is not broken", async () => {
  const home = new Folder();
  const project = home.at("a project with a rather long name, in a folder of its own");
  mkdirSync(project);
  const { out } = await run(["doctor", "--project", project], {
    columns: 80,
    env: { HOME: home.path, NO_COLOR: "1" },
  });
  const isCommand = (line: string) => line.includes(" lastword hook ");
  expect(out.split("\n").filter((line) => line.length > 80 && !isCommand(line))).toEqual([]);
  expect(out).toContain(`lastword hook install claude-code --project '${project}'\n`);
  expect(out).toMatch(/^- {5}events .*\n {20}\S/m);
});

describe("what is broken is named, with what to do", () => {
  test.each<[string, (before: string) => string, string, RegExp, RegExp]>([
    [
      "no JSON",
      (text) => `${text}}`,
      "settings",
      /no JSON at line \d+, column 1.*takes nothing from it/,
      /by hand/,
    ],
    [
      "an entry without a command",
      () => '{"hooks":{"Stop":[{"hooks":[{"type":"command"}]}]}}',
      "settings",
      /settings\.json: \/hooks\/Stop\/0\/hooks\/0: it has no command/,
      /by hand/,
    ],
    [
      "an event less",
      (text) => text.replace('relay Stop"', 'relay Stop; true"'),
      "registration",
      /none that works for Stop$/,
      /hook install/,
    ],
    [
      "hooks switched off",
      (text) => text.replace("{", '{"disableAllHooks":true,'),
      "settings",
      /switches all hooks off/,
      /disableAllHooks/,
    ],
    [
      "a program that is gone",
      (text) => text.replaceAll(built.program, "/none/lastword/dist/cli.js"),
      "program",
      /^\/none\/lastword\/dist\/cli\.js does not exist$/,
      /hook install/,
    ],
  ])("%s", async (_, change, check, says, repair) => {
    const ward = await Ward.registered();
    ward.change(change);
    const report = await ward.doctor();
    expect(report.code).toBe(1);
    expect(failuresOf(report)).toContainEqual([
      check,
      expect.stringMatching(says),
      expect.stringMatching(repair),
    ]);
  });

  test("a program of another version", async () => {
    const ward = await Ward.registered();
    ward.write("old/lastword/package.json", '{"name":"lastword","version":"0.0.0"}');
    ward.write("old/lastword/dist/cli.js", "process.exit(0)");
    ward.change((text) => text.replaceAll(built.program, ward.at("old/lastword/dist/cli.js")));
    const report = await ward.doctor();
    expect(failuresOf(report)).toEqual([
      [
        "program",
        expect.stringContaining("is of version 0.0.0, and this is"),
        expect.stringContaining("hook install"),
      ],
      ["test event", expect.stringContaining("it ran, and no Stop arrived"), expect.any(String)],
    ]);
    expect(report.relay).toMatchObject({ relayCurrent: false, relayReadable: false });
  });

  test("a workspace that is not trusted: nothing of its own is run", async () => {
    const ward = await Ward.registered();
    ward.write("home/.claude.json", '{"projects":{}}');
    const own = ward.write(
      "my project/node_modules/.bin/lastword",
      `#!/bin/sh\ntouch "${ward.at("was run")}"\n`,
    );
    chmodSync(own, 0o755);
    const [untrusted] = failuresOf(await ward.doctor());
    expect(untrusted).toEqual([
      "trust",
      expect.stringContaining("is not trusted"),
      `cd '${ward.project}' && claude`,
    ]);

    const start = `${execPath} ${built.program}`;
    ward.change((text) =>
      text.replaceAll(start, String.raw`\"$CLAUDE_PROJECT_DIR\"/node_modules/.bin/lastword`),
    );
    const { lines } = await ward.doctor();
    expect(lines).toContainEqual({
      check: "test event",
      state: "note",
      says: expect.stringMatching(/^not tried/),
    });
    await expect(shell(built, 'ls "$1"', [ward.path])).resolves.not.toMatchObject({
      out: expect.stringContaining("was run"),
    });
  });
});

describe("folders", () => {
  test("where events go: fit, to be made, a link, no folder, open to all", () => {
    const folder = new Folder();
    mkdirSync(folder.at("events"));
    mkdirSync(folder.at("open"));
    chmodSync(folder.at("open"), 0o777);
    symlinkSync(folder.at("events"), folder.at("link"));
    folder.write("file", "");
    const events = (name: string | undefined, env = {}) => {
      const { state, says } = eventsLine(name === undefined ? undefined : folder.at(name), env);
      return `${state}: ${says}`;
    };
    expect(events("events")).toBe(`ok: ${folder.at("events")} may be written to`);
    expect(events(undefined, { LASTWORD_EVENTS_DIR: folder.at("events") })).toBe(events("events"));
    expect(events(undefined)).toMatch(/^note: no folder is named here/);
    expect(events("new")).toMatch(/^ok: .* will be made by the first event$/);
    expect(events("a/b")).toMatch(/^fail: .* cannot be made in /);
    expect(events("link")).toMatch(/^fail: .* is a link: the relay refuses it$/);
    expect(events("file")).toMatch(/^fail: .* is no folder$/);
    expect(events("open")).toMatch(/^fail: anybody may write events into /);
  });

  test("transcripts: of the project, and of every agent that is there", async () => {
    const ward = await Ward.registered();
    const name = realpathSync(ward.project).replaceAll(/[^A-Za-z0-9]/g, "-");
    ward.write(`home/.claude/projects/${name}/a.jsonl`, "{}\n");
    ward.write("home/.codex/sessions/x", "");
    const { lines } = await ward.doctor();
    expect(
      lines.filter(({ check }) => check === "transcripts").map(({ state, says }) => `${state}: ${says}`),
    ).toEqual([
      `ok: ${ward.at("home/.claude/projects")} can be read (claude-code)`,
      `ok: ${ward.at("home/.codex/sessions")} can be read (codex)`,
      `ok: ${ward.at(`home/.claude/projects/${name}`)} holds one transcript`,
    ]);
  });
});

test("the store: one that answers, one that is not there, one that is none, and no password in any word", async () => {
  const folder = new Folder();
  const url = `sqlite:${folder.at("runs.db")}`;
  await (await openRegistry(url)).close();
  folder.write("junk.db", "this is no database at all, and never was one".repeat(30));
  expect(await storeLine(url, {})).toMatchObject({ state: "ok", says: `${url} answers, and holds no run` });
  expect(await storeLine(`sqlite:${folder.at("none.db")}`, {})).toMatchObject({
    state: "fail",
    says: `${folder.at("none.db")} does not exist`,
  });
  expect(await storeLine(undefined, { HOME: folder.path })).toMatchObject({ state: "note" });
  expect(await storeLine(undefined, { LASTWORD_STORE: "sqlite:/none/at/all" })).toMatchObject({
    state: "fail",
  });
  expect(await storeLine(`sqlite:${folder.at("junk.db")}`, {})).toMatchObject({
    state: "fail",
    repair: "restore it from a backup, or name another file",
  });
  const refused = await storeLine("postgres://me:sesame@127.0.0.1:9/runs", {});
  expect(refused).toMatchObject({
    state: "fail",
    says: expect.stringContaining("postgres://me@127.0.0.1:9/runs"),
  });
  expect(JSON.stringify(refused)).not.toContain("sesame");
});

test("a folder that is none is wrong usage", async () => {
  const { code, err } = await run(["doctor", "--project", new Folder().at("none")]);
  expect(code).toBe(2);
  expect(err).toContain("is no folder");
});

describe("a test event through a command that", () => {
  const tried = (command: string, limitMs?: number) =>
    tryRelay(
      { event: "Stop", command },
      {
        project: dirname(new Folder().path),
        env: process.env,
        ...(limitMs === undefined ? {} : { limitMs }),
      },
    );

  test("fails, is silent, or writes something else is lost, with what it said", async () => {
    expect(await tried("echo broken >&2; exit 3")).toEqual({
      kind: "lost",
      detail: "it ended with exit code 3: broken",
    });
    expect(await tried("true")).toEqual({ kind: "lost", detail: "it ran, and no Stop arrived" });
    const other = `echo '{"event":"SessionEnd"}' > "$LASTWORD_EVENTS_DIR/1000000000000000000-x-SessionEnd.json"`;
    expect(await tried(other)).toEqual({ kind: "lost", detail: "it ran, and no Stop arrived" });
  });

  test("never ends is ended, with all that it started", async () => {
    expect(await tried("sleep 600 & sleep 600", 300)).toEqual({
      kind: "lost",
      detail: "it ended with nothing within 300 ms",
    });
  });
});
