/** The proof's main, in this process: what it prints, what it exits with, and that it notices what is wrong. */

import { join } from "node:path";
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { corpusIn, main } from "../../harness/proof/main.ts";
import type { Corpus } from "../../harness/proof/main.ts";
import type { Io } from "../../src/cli/io.ts";
import { harnessRun } from "../support/harness-run.ts";
import type { HarnessRun } from "../support/harness-run.ts";
import { fileOf } from "../support/judged.ts";

async function run(
  args: readonly string[],
  gather?: (folder: string, now: number) => Corpus,
  env: Io["env"] = {},
): Promise<HarnessRun> {
  return harnessRun((io) => main(args, io, gather), { env, now: () => Date.now() });
}

test("the proof holds, and fits into 80 columns", async () => {
  const { code, out, err } = await run([]);
  expect(err).toBe("");
  expect(code).toBe(0);
  expect(out).toContain("The proof holds");
  expect(out.split("\n").filter((line) => Array.from(line).length > 80)).toEqual([]);
  expect(out).not.toContain("\x1b");
  // What the README shows of it is what it prints.
  const shown = readFileSync(new URL("../../README.md", import.meta.url), "utf8").split("```text\n1. ")[1];
  const lines = `1. ${shown?.split("```")[0] ?? ""}`.trimEnd().split("\n");
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter((line) => !out.split("\n").includes(line))).toEqual([]);
});

test("as data it says the same", async () => {
  const { code, out } = await run(["--json"]);
  expect(code).toBe(0);
  const proof: unknown = JSON.parse(out);
  expect(proof).toMatchObject({
    holds: true,
    situations: [
      {
        trigger: null,
        run: { status: "ended", outcome: "ok", source: "sweeper-lost-context-recovered" },
        claims: { lastword: { says: "ok" } },
        marks: {
          original: "missed",
          "display helper": "right",
          "any visible text": "right",
          lastword: "right",
        },
      },
      {
        ...lost,
        claims: { lastword: { says: "error", why: "tool-only-turn" } },
        marks: { "display helper": "false-ok", "any visible text": "right" },
      },
      {
        ...lost,
        claims: { lastword: { says: "error", why: "yield-wait" } },
        marks: { "display helper": "right", "any visible text": "false-ok" },
      },
      {
        ...lost,
        claims: { lastword: { says: "error", why: "tool-use-turn" } },
        marks: { "display helper": "false-ok", "any visible text": "false-ok" },
      },
    ],
    summary: { original: { falseOk: 0 }, lastword: { missed: 0, falseOk: 0 } },
  });
});
const lost = {
  trigger: null,
  run: { status: "ended", outcome: "error", source: "sweeper-lost-context" },
};

test("colour is for a terminal, or for who asks for it", async () => {
  const { out } = await run(
    [],
    (folder, now) => ({ situations: corpusIn(folder, now).situations, fixtures: [] }),
    {
      FORCE_COLOR: "1",
    },
  );
  expect(out).toContain("\x1b[");
});

test("a wrong expectation makes it fail, and it says where", async () => {
  const planted = (folder: string, now: number): Corpus => {
    const { situations, fixtures } = corpusIn(folder, now);
    const wrong = situations.map((one) => ({
      ...one,
      truth: { kind: "finished", text: "Something else." } as const,
    }));
    return { situations: wrong, fixtures: fixtures.slice(0, 3) };
  };
  const { code, out } = await run([], planted);
  expect(code).toBe(1);
  expect(out).toContain("The proof fails: lastword has 4 wrong.");
  expect(out).toContain("Tool calls only: said error");
  expect((await run(["--json"], planted)).code).toBe(1);
});

test("a user's own files are shown without a mark, their text made safe", async () => {
  const message = { role: "assistant", content: "Done \u001b[31mred", stopReason: "stop" };
  const path = fileOf(
    [
      { type: "session", version: 3, id: "s", timestamp: "2026-11-01T10:00:00.000Z" },
      {
        type: "message",
        id: "a",
        parentId: null,
        timestamp: "2026-11-01T10:00:01.000Z",
        message: { role: "user", content: "Go" },
      },
      { type: "message", id: "b", parentId: "a", timestamp: "2026-11-01T10:00:02.000Z", message },
    ]
      .map((record) => `${JSON.stringify(record)}\n`)
      .join(""),
  );
  const { code, out } = await run([path]);
  expect(code).toBe(0);
  expect(out).toContain(String.raw`Done \x1b[31mred`);
  expect(out).not.toMatch(/MISSED|FALSE OK/);
  expect(out).not.toContain("\x1b");
});

test("a folder, a file that is none, an option that is none", async () => {
  const path = fileOf("not a transcript\n", "other.txt");
  writeFileSync(join(path, "..", "one.jsonl"), "{}\n");
  const folder = await run([join(path, "..")]);
  expect(folder.code).toBe(0);
  expect(folder.out).toContain("one.jsonl");
  expect((await run([path, "--json"])).out).toContain('"says":"error"');
  const wrong = await run(["--colour"]);
  expect(wrong.code).toBe(2);
  expect(wrong.err).toContain("--colour");
  expect((await run(["--help"])).out).toContain("npm run proof -- PATH...");
});
