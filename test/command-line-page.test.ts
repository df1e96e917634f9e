/** docs/command-line.md shows what the commands print: each is run as it stands there. */

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build, shell } from "./support/built-command-line.ts";
import type { Built } from "./support/built-command-line.ts";
import { ANSWERED, CUT_IN_TOOL, Folder } from "./support/folder.ts";

const page = readFileSync(new URL("../docs/command-line.md", import.meta.url), "utf8");
/** Each command of the page's examples, and what stands below it. */
const EXAMPLES = [...page.matchAll(/```console\n([\s\S]*?)```/g)]
  .flatMap(([, block = ""]) => block.split(/^\$ /m).slice(1))
  .map((example) => {
    const [command = "", ...printed] = example.split("\n");
    return { command, printed: printed.join("\n") };
  });

let built: Built;
beforeAll(() => {
  built = build();
});
afterAll(() => built.remove());

test("the page has examples", () => {
  expect(EXAMPLES.length).toBe(4);
});

test.each(EXAMPLES)("$command", async ({ command, printed }) => {
  const folder = new Folder();
  folder.write("runs/child.jsonl", ANSWERED);
  folder.write("runs/lost.jsonl", CUT_IN_TOOL);
  const { out, err } = await shell(built, `cd "$1" && HOME="$1" ${command} 2>&1`, [folder.path]);
  expect(err).toBe("");
  // What is not asked for is told at the end, and not shown on the page.
  expect(out.replace(/^\d+ more were judged.*\n/m, "")).toBe(printed);
});
