import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { run } from "../support/command-line.ts";
import { Folder } from "../support/folder.ts";

const NEXT_STEP = /Give |Try |Allowed |Did you mean/;

describe("usage", () => {
  test("--version is the package's", async () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    const expected = { code: 0, out: `${version}\n`, err: "" };
    expect(await run(["--version"])).toEqual(expected);
    expect(await run(["-V"])).toEqual(expected);
  });

  test.each([
    ["--help"],
    ["-h"],
    ["help"],
    ["check", "--help"],
    ["explain", "--help"],
    ["help", "check"],
    ["runs", "--help"],
    ["runs", "list", "--help"],
    ["runs", "add", "--help"],
    ["sweep", "--help"],
  ])("%s %s: help with examples and exit codes, in 80 columns", async (...args: (string | undefined)[]) => {
    const { code, out, err } = await run(args.filter((arg) => arg !== undefined));
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("Examples:\n  $ lastword ");
    expect(out).toContain("Exit codes:");
    expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  test.each([
    ["chek x"],
    ["some.jsonl"],
    ["--nope"],
    ["check"],
    ["check --nope x"],
    ["check --jsn x"],
    ["check --since x"],
    ["check --since 2026-02-30 x"],
    ["check --since"],
    ["check --skew -5 x"],
    ["check --skew 1.5 x"],
    ["check --format html x"],
    ["check --line-bytes 0 x"],
    ["check --line-bytes 1G x"],
    ["check --line-bytes many x"],
    ["check --root /nowhere x"],
    ["check --session-id= x"],
    ["explain"],
    ["explain a b"],
    ["explain --last 0 a"],
    ["explain --last 1001 a"],
    ["sweep --grace soon"],
    ["sweep --grace 5m ago"],
    ["sweep --grace 8d"],
    ["sweep --interval 0"],
    ["sweep --concurrency 0"],
    ["sweep --root /nowhere"],
    ["sweep --host"],
    ["runs list --status gone"],
    ["runs list --limit 0"],
    ["runs list --delivery lost"],
    ["runs lst"],
    ["runs show"],
    ["runs add --started soon"],
    ["runs add --generation 0"],
    ["runs add --transcript="],
    ["help nope"],
  ])("%s: exit 2, and what to do", async (line) => {
    const { code, out, err } = await run(line.split(" "));
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(NEXT_STEP);
    expect(err).toMatch(/^lastword: /);
  });

  test("a word that was meant is offered", async () => {
    expect((await run(["chek"])).err).toContain("(Did you mean check?)");
    expect((await run(["check", "--jsn", "x"])).err).toContain("(Did you mean --json?)");
  });

  test("what was typed is escaped in messages", async () => {
    expect((await run(["\u001b[31mx"])).err).toContain(String.raw`\x1b[31mx`);
  });

  test("options may stand behind the paths, and -- ends them", async () => {
    const folder = new Folder();
    const path = folder.write("a.jsonl");
    expect((await run(["check", path, "--json"])).code).toBe(0);
    expect((await run(["check", "--json", "--", path])).code).toBe(0);
    expect((await run(["check", "--", "--json"])).code).toBe(2);
  });
});
