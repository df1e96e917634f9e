/** `lastword hook install|status|remove`, with real files, and the registered command run as Claude Code runs it. */

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readEventFiles } from "../../src/agents/index.ts";
import { RELAY_EVENTS } from "../../src/agents/hooks/relay-events.ts";
import { build, shell } from "../support/built-command-line.ts";
import type { Built } from "../support/built-command-line.ts";
import { run } from "../support/command-line.ts";
import type { Ran } from "../support/command-line.ts";
import { Folder } from "../support/folder.ts";
import { until } from "../support/until.ts";

const SETTINGS = '{\n    "model": "opus",\n    "hooks": {\n        "Stop": []\n    }\n}\n';

/** A project, and a home. */
class Project extends Folder {
  constructor() {
    super();
    mkdirSync(this.at("my project"));
    mkdirSync(this.at("home"));
  }

  get settings(): string {
    return this.at("my project/.claude/settings.json");
  }

  hook(...args: readonly string[]): Promise<Ran> {
    const [action = "", ...rest] = args;
    return run(["hook", action, "claude-code", "--project", this.at("my project"), ...rest], {
      env: { HOME: this.at("home") },
    });
  }
}

function eventsIn(path: string): readonly string[] {
  return Object.keys((JSON.parse(readFileSync(path, "utf8")) as { hooks: object }).hooks);
}

describe("install", () => {
  test("makes the settings where there are none, and says what is next", async () => {
    const project = new Project();
    const { code, out, err } = await project.hook("install");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^registered for every event: /);
    expect(out).toContain("LASTWORD_EVENTS_DIR");
    // The next command is for the same project, wherever it is pasted.
    expect(out).toContain(`try it: lastword doctor --project '${project.at("my project")}'\n`);
    expect(eventsIn(project.settings)).toEqual([...RELAY_EVENTS]);
    expect(readdirSync(project.at("my project/.claude"))).toEqual(["settings.json"]);
  });

  test("keeps the mode and what is there, and a copy of it; a second time there is nothing to do", async () => {
    const project = new Project();
    project.write("my project/.claude/settings.json", SETTINGS);
    chmodSync(project.settings, 0o640);
    const first = JSON.parse((await project.hook("install", "--json")).out) as Record<string, unknown>;
    expect(first).toMatchObject({
      action: "install",
      changed: true,
      dryRun: false,
      scope: "project",
      faults: [],
    });
    expect(readFileSync(String(first["backup"]), "utf8")).toBe(SETTINGS);
    expect([project.settings, String(first["backup"])].map((path) => statSync(path).mode & 0o777)).toEqual([
      0o640, 0o640,
    ]);
    const text = readFileSync(project.settings, "utf8");
    expect(text.startsWith('{\n    "model": "opus",\n    "hooks": {\n        "Stop": [\n            {')).toBe(
      true,
    );

    const { out } = await project.hook("install");
    expect(out).toBe(`registered already: ${project.settings}\n`);
    expect(readFileSync(project.settings, "utf8")).toBe(text);
    expect(readdirSync(project.at("my project/.claude"))).toHaveLength(2);
  });

  test("two changes in one second keep two copies", async () => {
    const project = new Project();
    project.write("my project/.claude/settings.json", SETTINGS);
    await project.hook("install");
    await project.hook("remove");
    expect(readdirSync(project.at("my project/.claude"))).toHaveLength(3);
  });

  test.each([
    ["local", "my project/.claude/settings.local.json"],
    ["user", "home/.claude/settings.json"],
  ])("scope %s", async (scope, path) => {
    const project = new Project();
    expect((await project.hook("install", "--scope", scope)).code).toBe(0);
    expect(eventsIn(project.at(path))).toEqual([...RELAY_EVENTS]);
    expect(existsSync(project.settings)).toBe(false);
    expect((await project.hook("status")).code).toBe(0);
  });

  test("a byte order mark stays", async () => {
    const project = new Project();
    project.write("my project/.claude/settings.json", `\ufeff${SETTINGS}`);
    expect((await project.hook("install")).code).toBe(0);
    expect(readFileSync(project.settings, "utf8").startsWith('\ufeff{\n    "model"')).toBe(true);
  });

  test("names what Claude Code cannot use, and leaves it", async () => {
    const project = new Project();
    const invalid = '{"hooks":{"Stop":[{"hooks":[{"type":"command"}]}]}}';
    project.write("my project/.claude/settings.json", invalid);
    const { code, err } = await project.hook("install");
    expect(code).toBe(0);
    expect(err).toContain(`${project.settings}: /hooks/Stop/0/hooks/0: it has no command`);
    await project.hook("remove");
    expect(readFileSync(project.settings, "utf8")).toBe(invalid);
  });
});

describe("a dry run", () => {
  test("prints the change, and makes none", async () => {
    const project = new Project();
    project.write("my project/.claude/settings.json", SETTINGS);
    const { out } = await project.hook("install", "--dry-run");
    expect(out).toContain(`--- ${project.settings}\n+++ ${project.settings}\n@@ `);
    expect(out.match(/^\+ .*"command": ".*hook relay \w+/gm)).toHaveLength(RELAY_EVENTS.length);
    expect(out.match(/^-/gm)).toHaveLength(2);
    expect(out.endsWith("dry run: nothing was written\n")).toBe(true);
    expect(readFileSync(project.settings, "utf8")).toBe(SETTINGS);
    expect(readdirSync(project.at("my project/.claude"))).toHaveLength(1);
  });

  test("as JSON; and of nothing to do", async () => {
    const project = new Project();
    const plan = JSON.parse((await project.hook("install", "--dry-run", "--json")).out) as Record<
      string,
      unknown
    >;
    expect(plan).toMatchObject({ changed: true, dryRun: true, backup: null });
    expect(String(plan["patch"])).toMatch(/^--- \/dev\/null\n/);
    expect(existsSync(project.at("my project/.claude"))).toBe(false);
    expect((await project.hook("remove", "--dry-run")).out).toBe(`nothing to do: ${project.settings}\n`);
  });
});

describe("settings that cannot be changed are refused, with the place, and left alone", () => {
  test.each([
    ["no JSON", '{\n  "model": "opus",\n  hooks: {}\n}', "no JSON at line 3, column 3"],
    ["a comment", '// mine\n{"a":1}', "no JSON at line 1, column 1"],
    ["a trailing comma", '{"a":1,}', "no JSON at line 1, column 8"],
    ["a beginning of JSON", '{"hooks": {', "the JSON ends too early at line 1, column 12"],
    ["a list", "[1]", "not an object"],
    ["hooks of another shape", '{"hooks":{"Stop":"x"}}', "hooks.Stop is no list; repair it by hand"],
    ["a key twice", '{"hooks":{},"hooks":{}}', "hooks stands in it twice"],
  ])("%s", async (_, text, detail) => {
    const project = new Project();
    project.write("my project/.claude/settings.json", text);
    for (const action of ["install", "remove"]) {
      const { code, out, err } = await project.hook(action);
      if (action === "install" || detail.includes("JSON")) {
        expect({ code, out }).toEqual({ code: 2, out: "" });
        expect(err).toContain(`lastword: ${project.settings}: `);
        expect(err).toContain(detail);
        expect(err).toMatch(/it was left alone\n$/);
      }
      expect(readFileSync(project.settings, "utf8")).toBe(text);
    }
    expect(readdirSync(project.at("my project/.claude"))).toHaveLength(1);
  });

  test("a folder that is none, and an agent that nobody knows", async () => {
    const project = new Project();
    const { code, err } = await run(["hook", "install", "claude-code", "--project", project.at("none")]);
    expect({ code, err }).toEqual({
      code: 2,
      err: `lastword: ${project.at("none")} is no folder; give the project's with --project\n`,
    });
    expect((await run(["hook", "install", "emacs"])).code).toBe(2);
    expect((await run(["hook", "relay"])).code).toBe(2);
  });
});

describe("links", () => {
  test("a link inside the project is followed: the file changes, the link stays", async () => {
    const project = new Project();
    const target = project.write("my project/kept/claude.json", SETTINGS);
    mkdirSync(project.at("my project/.claude"));
    symlinkSync("../kept/claude.json", project.settings);
    expect((await project.hook("install")).out).toContain(`${project.settings} (a link to ${target})`);
    expect(lstatSync(project.settings).isSymbolicLink()).toBe(true);
    expect(eventsIn(target)).toHaveLength(RELAY_EVENTS.length);
    expect(readdirSync(project.at("my project/kept"))).toHaveLength(2);
  });

  test("a user's settings may be a link into their home", async () => {
    const project = new Project();
    const target = project.write("home/dotfiles/claude.json", SETTINGS);
    mkdirSync(project.at("home/.claude"));
    symlinkSync(target, project.at("home/.claude/settings.json"));
    expect((await project.hook("install", "--scope", "user")).code).toBe(0);
    expect(eventsIn(target)).toHaveLength(RELAY_EVENTS.length);
  });

  test.each(["a file", "a folder"])("%s that leads out of the project is refused", async (what) => {
    const project = new Project();
    const outside = project.write("elsewhere/settings.json", SETTINGS);
    if (what === "a folder") symlinkSync(project.at("elsewhere"), project.at("my project/.claude"));
    else {
      mkdirSync(project.at("my project/.claude"));
      symlinkSync(outside, project.settings);
    }
    const { code, err } = await project.hook("install");
    expect(code).toBe(2);
    expect(err).toContain(`a link leads to ${outside}, outside of ${project.at("my project")}`);
    expect(readFileSync(outside, "utf8")).toBe(SETTINGS);
    // New settings would be written through the folder's link, too.
    const local = await project.hook("install", "--scope", "local");
    expect(local.code).toBe(what === "a folder" ? 2 : 0);
    expect(readdirSync(project.at("elsewhere"))).toEqual(["settings.json"]);
  });

  test("a link to nothing is refused", async () => {
    const project = new Project();
    mkdirSync(project.at("my project/.claude"));
    symlinkSync(project.at("my project/none"), project.settings);
    expect((await project.hook("install")).err).toContain("it is a link to nothing");
  });
});

test("status: which settings, which events, and 1 where one is missing", async () => {
  const project = new Project();
  const none = await project.hook("status");
  expect(none).toMatchObject({ code: 1, err: "" });
  const install = `lastword hook install claude-code --project '${project.at("my project")}'`;
  expect(none.out).toContain(`\nnot registered; try: ${install}\n`);
  await project.hook("install");
  const { code, out } = await project.hook("status");
  expect(code).toBe(0);
  expect(out).toContain(`project  ${project.settings}: relay for every event\n`);
  const loops = { hooks: [{ type: "command", command: "python3 /x/bmad_loop_hook.py Stop" }] };
  project.write("home/.claude/settings.json", JSON.stringify({ hooks: { Stop: [loops] } }));
  expect((await project.hook("status")).out).toMatch(/^user .*: bmad-loop's own relay for Stop$/m);
  const text = readFileSync(project.settings, "utf8");
  project.write(
    "my project/.claude/settings.json",
    text.replaceAll('hook relay Stop"', 'hook relay Stop; x"'),
  );
  const less = await project.hook("status", "--json");
  expect(less.code).toBe(1);
  expect(JSON.parse(less.out)).toMatchObject({ registered: false, missing: ["Stop"] });
});

describe("the registered command hands events on, from any folder", () => {
  let built: Built;
  beforeAll(() => {
    built = build();
  });
  afterAll(() => built.remove());

  /** Runs what the settings register for an event, as the host does: a shell, the payload, its own variables. */
  async function fire(project: Project, event: string): Promise<readonly object[]> {
    const { hooks } = JSON.parse(readFileSync(project.settings, "utf8")) as {
      hooks: Record<string, { hooks: { command: string }[] }[]>;
    };
    const command = hooks[event]?.[0]?.hooks[0]?.command ?? "";
    const script = `
      export LASTWORD_EVENTS_DIR="$1/the events" CLAUDE_PROJECT_DIR="$1/my project"
      cd / && echo '{"session_id":"s1"}' | /bin/sh -c "$2"; echo $?`;
    expect(await shell(built, script, [project.path, command])).toMatchObject({ out: "0\n", err: "" });
    const events = () => readEventFiles([project.at("the events")]).events;
    // A StopFailure's relay runs on behind the shell.
    await until(() => events().length > 0);
    return events();
  }

  test("where lastword is installed for the machine", async () => {
    const project = new Project();
    const script = 'cd "$1" && HOME="$2" lastword hook install claude-code';
    await shell(built, script, [project.at("my project"), project.at("home")]);
    expect(readFileSync(project.settings, "utf8")).toContain(`${built.program} hook relay Stop`);
    expect(await fire(project, "StopFailure")).toMatchObject([{ name: "StopFailure", sessionId: "s1" }]);
  });

  test("where it is the project's own: the settings name no path of this machine", async () => {
    const project = new Project();
    const modules = project.at("my project/node_modules");
    mkdirSync(`${modules}/.bin`, { recursive: true });
    symlinkSync(built.program.replace(/\/dist\/cli\.js$/, ""), `${modules}/lastword`);
    chmodSync(built.program, 0o755);
    symlinkSync("../lastword/dist/cli.js", `${modules}/.bin/lastword`);
    const script = 'cd / && HOME="$2" lastword hook install claude-code --project "$1"';
    await shell(built, script, [project.at("my project"), project.at("home")]);
    const text = readFileSync(project.settings, "utf8");
    expect(text).not.toContain(project.path);
    expect(text).not.toContain(built.program);
    expect(await fire(project, "Stop")).toMatchObject([{ name: "Stop", sessionId: "s1" }]);
  });
});
