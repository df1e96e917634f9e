/** Completions, in the shell itself; the settings' file, and its schema. */

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { ended } from "../support/built-command-line.ts";
import { run } from "../support/command-line.ts";
import { ANSWERED, CUT_IN_TOOL, Folder } from "../support/folder.ts";

describe("completion", () => {
  /** What bash offers behind these words. */
  async function offered(...words: readonly string[]): Promise<readonly string[]> {
    const { out: script } = await run(["completion", "bash"]);
    const folder = new Folder();
    const path = folder.write("completion.bash", script);
    const asked =
      'source "$1"; shift; COMP_WORDS=(lastword "$@"); COMP_CWORD=$#; _lastword; printf "%s\\n" "${COMPREPLY[@]}"';
    const { out, err } = await ended(
      spawn("/bin/bash", ["--norc", "-c", asked, "bash", path, ...words], {
        stdio: ["ignore", "pipe", "pipe"],
      }),
    );
    expect(err).toBe("");
    return out.trim().split("\n");
  }

  test.each([
    [["ch"], ["check"]],
    [["explain", "--la"], ["--last"]],
    [
      ["check", "--format", "c"],
      ["claude-code", "codex"],
    ],
    [["check", "--kind", "x"], [""]],
    [["hook", "inst"], ["install"]],
    [["hook", "install", "cl"], ["claude-code"]],
    [["hook", "install", "claude-code", "--dr"], ["--dry-run"]],
    [["check", "some.jsonl", "--js"], ["--json"]],
    [
      ["completion", ""],
      ["bash", "zsh", "fish"],
    ],
    // Files, which the shell itself knows: not a page of options before them.
    [["check", ""], [""]],
    [["check", "--root", ""], [""]],
    [["serve", "--store", ""], [""]],
    [
      ["serve", ""],
      ["--store", "--port", "--help"],
    ],
  ])("bash, %j", async (words, expected) => {
    expect(await offered(...words)).toEqual(expected);
  });

  test.each(["zsh", "fish"])("%s: every command, and nothing that the shell would run", async (shell) => {
    const { code, out } = await run(["completion", shell]);
    expect(code).toBe(0);
    for (const word of ["check", "explain", "watch", "claude-code", "newest"]) expect(out).toContain(word);
    expect(out).not.toContain("undefined");
    const { out: syntax } = await ended(
      spawn("/bin/bash", ["-c", `command -v ${shell} >/dev/null || exit 0; ${shell} -n /dev/stdin`], {
        stdio: ["pipe", "pipe", "pipe"],
      }),
    );
    expect(syntax).toBe("");
  });
});

describe("settings", () => {
  /** An environment whose settings say this. */
  function saying(text: string): { readonly folder: Folder; readonly env: Readonly<Record<string, string>> } {
    const folder = new Folder();
    folder.write("lastword/config.json", text);
    return { folder, env: { XDG_CONFIG_HOME: folder.path } };
  }

  test("are the defaults of options; what is typed wins", async () => {
    const { folder, env } = saying(
      '{ "$schema": "x", "check": { "kind": ["terminal"], "json": true, "limit": 5 } }',
    );
    folder.write("runs/a.jsonl", ANSWERED);
    folder.write("runs/b.jsonl", CUT_IN_TOOL);
    const { out } = await run(["check", folder.at("runs")], { env });
    expect(
      out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).kind),
    ).toEqual(["terminal"]);
    const typed = await run(["check", folder.at("runs"), "--kind", "unfinished"], { env });
    expect(JSON.parse(typed.out).kind).toBe("unfinished");
    const without = await run(["check", folder.at("runs")], { env: { ...env, LASTWORD_CONFIG: "" } });
    expect(without.out.split("\n").length).toBe(3);
  });

  test.each([
    ['{ "check": ', /no JSON at line 1, column 12; mend it/],
    ["[]", /not a JSON object; write/],
    ['{ "chek": {} }', /"chek": no such command/],
    ['{ "check": 3 }', /"check": not an object/],
    ['{ "check": { "sorted": true } }', /"sorted" is no option of it/],
    ['{ "check": { "sort": "size" } }', /"sort": Allowed choices/],
    ['{ "check": { "json": "yes" } }', /"json": Give true or false/],
    ['{ "check": { "limit": {} } }', /"limit": Give a text or a number/],
    [`{ "check": { "format": "${"x".repeat(70_000)}" } }`, /more than 65536 bytes/],
  ])("%.40s: exit 2, with the file and what is wrong in it", async (text, message) => {
    const { folder, env } = saying(text);
    const { code, err } = await run(["check", "x"], { env });
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(err).toContain(folder.at("lastword/config.json"));
  });

  test.each([["--help"], ["check --help"], ["help config"], ["config path"], ["--version"]])(
    "lastword %s says what it says whatever the file holds",
    async (words) => {
      const { env } = saying("{ bad");
      const { code, err } = await run(words.split(" "), { env });
      expect([code, err]).toEqual([0, ""]);
    },
  );

  test("a file that was named must be there; one that was not need not", async () => {
    const folder = new Folder();
    const named = await run(["check", "x"], { env: { LASTWORD_CONFIG: folder.at("none") } });
    expect(named.code).toBe(2);
    expect(named.err).toContain("there is no such file; name another in LASTWORD_CONFIG");
    expect((await run(["--version"], { env: { HOME: folder.path } })).code).toBe(0);
    const path = await run(["config", "path"], { env: { HOME: folder.path } });
    expect(path).toMatchObject({ code: 1, out: `${folder.at(".config/lastword/config.json")}\n` });
  });

  test("the published schema is the command's, and takes what is right", async () => {
    const { out } = await run(["config", "schema"]);
    const published = readFileSync("schema/settings.schema.json", "utf8");
    expect(JSON.parse(published)).toEqual(JSON.parse(out));
    const validate = new Ajv2020({ strict: false }).compile(JSON.parse(out) as object);
    expect(
      validate({ check: { sort: "newest", jobs: 2, kind: ["parked"] }, "hook install": { scope: "user" } }),
    ).toBe(true);
    expect(validate({ check: { sort: "size" } })).toBe(false);
    expect(validate({ chek: {} })).toBe(false);
  });
});
