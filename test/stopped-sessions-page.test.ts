/** The example of docs/stopped-sessions.md is what the command line takes and says, and its lists are whole. */

import { readFileSync } from "node:fs";
import { chdir, cwd } from "node:process";
import { expect, onTestFinished, test } from "vitest";
import { SESSION_STATUSES } from "../src/agents/index.ts";
import { run } from "./support/command-line.ts";
import { Folder } from "./support/folder.ts";

const page = readFileSync(new URL("../docs/stopped-sessions.md", import.meta.url), "utf8");

const PLAN = {
  workflow: "deferred-sweep-triage",
  open_ids: ["DW-3"],
  already_resolved: [{ id: "DW-3", evidence: "src/a.py:10" }],
  bundles: [],
  blocked: [],
  skip: [],
  decisions: [],
};

function example(name: string): string {
  return new RegExp(`<!-- example:${name} -->\\n\\n\`\`\`json\\n([^\`]+)\`\`\``).exec(page)?.[1] ?? "";
}

test("the example", async () => {
  const folder = new Folder();
  folder.write("result.json", JSON.stringify(PLAN));
  const before = cwd();
  onTestFinished(() => chdir(before));
  chdir(folder.path);
  const { code, out, err } = await run(["judge"], { input: example("input") });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const { result, evidence, ...rest } = JSON.parse(out);
  expect(rest).toEqual(JSON.parse(example("output")));
  expect(result.value).toEqual(PLAN);
  expect(evidence.artifact.state).toBe("valid");
});

test("every status is named", () => {
  for (const status of SESSION_STATUSES) expect(page).toContain(`\`${status}\``);
});
