/** `lastword` without arguments: the agents' own folders, counted, and what to look at first. */

import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { NOW, run } from "../support/command-line.ts";
import { ANSWERED, CUT_IN_TOOL, Folder } from "../support/folder.ts";

/** Writes a file of an agent, changed so many minutes before now. */
function put(folder: Folder, name: string, content: string, minutes: number): string {
  const path = join(folder.path, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  const seconds = NOW / 1_000 - minutes * 60;
  utimesSync(path, seconds, seconds);
  return path;
}

describe("an overview", () => {
  test("counts by agent, names reasons, lists the newest that need a look, and says what to type", async () => {
    const home = new Folder();
    put(home, ".openclaw/agents/main/sessions/a.jsonl", ANSWERED, 5);
    put(home, ".openclaw/agents/main/sessions/b.jsonl", CUT_IN_TOOL, 90);
    const newest = put(home, ".pi/agent/sessions/--it's here--/c.jsonl", CUT_IN_TOOL, 3);
    put(home, ".codex/sessions/2026/10/31/rollout-x.jsonl", "no transcript\n", 3_000);
    const { code, out, err } = await run([], { env: { HOME: home.path } });
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^openclaw +1 +0 +1 +0 +2$/m);
    expect(out).toMatch(/^pi +0 +0 +1 +0 +1$/m);
    expect(out).toMatch(/^codex +0 +0 +0 +1 +1$/m);
    expect(out).toMatch(/^all +1 +0 +2 +1 +4$/m);
    expect(out).toMatch(/^ +2 {2}A tool result is the last word; a message.*\n {8}have been accepted\./m);
    const looks = out.slice(out.indexOf("The newest")).split("\n");
    expect(looks.slice(2, 5).map((line) => line.replace(/ {2,}.*/, ""))).toEqual([
      "3 min ago",
      "1 h ago",
      "2 d ago",
    ]);
    expect(out).toContain(`Next:\n  lastword explain '${newest.replace("'", String.raw`'\''`)}'\n`);
  });

  test("fits a terminal of 80 columns", async () => {
    const home = new Folder();
    for (const name of ["one", "two"]) {
      put(home, `.claude/projects/-home-user-a-rather-long-name-of-a-project/${name}.jsonl`, CUT_IN_TOOL, 4);
    }
    const { out } = await run([], { env: { HOME: home.path, NO_COLOR: "1" }, columns: 80 });
    const wide = out.split("\n").filter((line) => line.length > 80 && !line.startsWith("  lastword explain"));
    expect(wide).toEqual([]);
    expect(out).toMatch(/^AGENT +ANSWERED +PARKED/m);
  });

  test("fits a terminal of 40 columns, with every number and a part of each path", async () => {
    const home = new Folder();
    put(home, ".claude/projects/-home-user-a-rather-long-name/one.jsonl", CUT_IN_TOOL, 4);
    put(home, ".codex/sessions/2026/10/31/rollout-x.jsonl", "no transcript\n", 3_000);
    const { out } = await run([], { env: { HOME: home.path, NO_COLOR: "1" }, columns: 40 });
    const wide = out.split("\n").filter((line) => line.length > 40 && !/lastword explain|^ {6}/.test(line));
    expect(wide).toEqual([]);
    expect(out).toContain("claude-code: 0 answered, 0 parked, 1\nunfinished, 0 unproved, 1 total\n");
    expect(out).toMatch(/^4 min ago .*\/one\.jsonl$/m);
  });

  test("the path of a row gets all the room there is", async () => {
    const home = new Folder();
    const name = "x".repeat(60);
    put(home, `.pi/agent/sessions/${name}.jsonl`, CUT_IN_TOOL, 4);
    const { out } = await run([], { env: { HOME: home.path, NO_COLOR: "1" }, columns: 80 });
    expect(out.split("\n").find((line) => line.startsWith("4 min ago"))).toHaveLength(80);
  });

  test("nothing found fits a terminal of 80 columns", async () => {
    const env = { HOME: "/home/ada", NO_COLOR: "1" };
    const { out } = await run([], { env, columns: 80 });
    expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  test("the environment may name other places; all answered says so", async () => {
    const [home, elsewhere] = [new Folder(), new Folder()];
    put(home, ".codex/sessions/left-out.jsonl", CUT_IN_TOOL, 1);
    put(elsewhere, "sessions/a.jsonl", ANSWERED, 1);
    const { code, out } = await run([], { env: { HOME: home.path, CODEX_HOME: elsewhere.path } });
    expect(code).toBe(0);
    expect(out).toContain("Every transcript ends with an answer.");
    expect(out).toMatch(/^codex +1 +0 +0 +0 +1$/m);
  });

  test("nothing found: where it looked, exit 1", async () => {
    const home = new Folder();
    mkdirSync(join(home.path, ".claude/projects"), { recursive: true });
    const { code, out } = await run([], { env: { HOME: home.path, CODEX_HOME: "/nowhere/codex" } });
    expect(code).toBe(1);
    expect(out).toContain(join(home.path, ".claude", "projects"));
    expect(out).toContain("/nowhere/codex/sessions  (not there; CODEX_HOME says so)");
    expect(out).toContain("lastword check PATH...");
    expect(out).toContain("These variables name other places: OPENCLAW_STATE_DIR,");
    expect(out).not.toMatch(/name other places:.*CODEX_HOME/);
  });

  test("a file that is gone: told, and exit 2", async () => {
    const home = new Folder();
    put(home, ".pi/agent/sessions/a.jsonl", ANSWERED, 1);
    symlinkSync("/nowhere/at/all", join(home.path, ".pi/agent/sessions/gone.jsonl"));
    const { code, out, err } = await run([], { env: { HOME: home.path } });
    expect(code).toBe(2);
    expect(err).toContain("gone.jsonl: there is no file at this path");
    expect(out).toMatch(/^pi +1 +0 +0 +1 +2$/m);
  });
});
