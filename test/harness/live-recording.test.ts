/** What a live run keeps: scrubbed of the vendor's words, of places and of ids, and of nothing that decides a verdict. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { endingsFor } from "../../harness/live/headless/endings.ts";
import { scrub } from "../../harness/live/headless/scrub.ts";
import { keep } from "../../harness/live/recording.ts";
import { kindOf } from "../../src/transcripts/index.ts";
import { Folder } from "../support/folder.ts";

const SCRUBBING = {
  paths: [["/tmp/a place/my project", "/home/user/project"]],
  words: ["Do the task."],
} as const;

function scrubbed(...records: readonly object[]): unknown[] {
  const text = scrub(records.map((record) => `${JSON.stringify(record)}\n`).join(""), SCRUBBING) ?? "";
  return text
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
}

describe("a transcript that is scrubbed", () => {
  test("keeps the script's words and the tools', and loses the vendor's", () => {
    const long = "word ".repeat(100);
    const records = [
      { role: "developer", content: [{ type: "input_text", text: "Be kind." }] },
      { role: "user", content: [{ text: "<turn_aborted>The user interrupted.</turn_aborted>" }] },
      { role: "user", content: [{ text: "<<main>> Do the task." }] },
      { output: "Process running with session ID 7", instructions: long },
      { type: "world_state", payload: { state: { host: "mine" } } },
    ];
    expect(scrubbed(...records)).toEqual([
      { role: "developer", content: [{ type: "input_text", text: "[elided 8 characters]" }] },
      { role: "user", content: [{ text: "<turn_aborted>[elided 50 characters]</turn_aborted>" }] },
      { role: "user", content: [{ text: "<<main>> Do the task." }] },
      { output: "Process running with session ID 7", instructions: `[elided ${long.length} characters]` },
      { type: "world_state", payload: {} },
    ]);
  });

  test("names no folder of the machine, in a path or a URL", () => {
    expect(scrubbed({ cwd: "/tmp/a place/my project", url: "file:///tmp/a%20place/my%20project/x" })).toEqual(
      [{ cwd: "/home/user/project", url: "file:///home/user/project/x" }],
    );
  });

  test("has ids that tell apart what was apart, in the same order", () => {
    const [one, other] = ["01a230eb-14ea-7d51-88c4-29663811216a", "01a230eb-14eb-7c52-88c4-29663811216b"];
    expect(scrubbed({ id: one }, { id: `msg_${other}`, of: one })).toEqual([
      { id: "01a230eb-14ea-7000-8000-000000000001" },
      { id: "msg_01a230eb-14eb-7000-8000-000000000002", of: "01a230eb-14ea-7000-8000-000000000001" },
    ]);
  });

  test("is not kept where a line cannot be read", () => {
    expect(scrub('{"a":1}\n{"secret', SCRUBBING)).toBeUndefined();
  });
});

test("a recording lies in a folder of its own, with a line in the index", () => {
  const folder = new Folder();
  const about = { suite: "pi", version: "1.6.0", scenario: "an error (500)" };
  const file = keep(
    { content: "{}\n", key: "error-500", kind: "unfinished", why: "stopped-error" },
    about,
    folder.path,
  );
  expect(file).toBe(join("pi-1.6.0", "live-error-500", "main-0.jsonl"));
  expect(readFileSync(join(folder.path, file), "utf8")).toBe("{}\n");
  expect(JSON.parse(readFileSync(join(folder.path, "index.jsonl"), "utf8"))).toEqual({
    file,
    agent: "pi",
    scenario: "live-error-500",
    note: "an error (500)",
    expect: ["unfinished"],
    why: "stopped-error",
  });
});

describe.each(["pi", "codex"] as const)("the endings of %s", (name) => {
  const endings = endingsFor({ name, shell: (command) => ({ name: "shell", input: { command } }) });

  test("have names of their own, and reasons of their kind", () => {
    expect(new Set(endings.map((ending) => ending.name)).size).toBe(endings.length);
    expect(new Set(endings.map((ending) => ending.key)).size).toBe(endings.length);
    for (const { wanted, answers } of endings) {
      if (wanted.kind === "terminal") expect(answers).toContain(wanted.text);
      else expect(kindOf(wanted.reason)).toBe(wanted.kind);
    }
  });

  test("stand in docs/formats.md, with the verdict that is wanted", () => {
    const page = readFileSync(new URL("../../docs/formats.md", import.meta.url), "utf8");
    const column = name === "pi" ? 2 : 3;
    for (const ending of endings) {
      const cells = page
        .split("\n")
        .find((line) => line.startsWith(`| ${ending.name} |`))
        ?.split("|");
      const { wanted } = ending;
      expect(cells?.[column]?.trim()).toBe(
        wanted.kind === "terminal" ? "terminal" : `${wanted.kind}, \`${wanted.reason}\``,
      );
    }
  });

  test("have an answer, and refusals, in a short run too", () => {
    const kinds = endings.filter(({ short }) => short).map(({ wanted }) => wanted.kind);
    expect(new Set(kinds)).toEqual(new Set(["terminal", "unfinished"]));
  });
});
