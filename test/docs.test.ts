/** What README.md and docs/decisions.md show of the deciding half is what is tested here, and it works. */

import { readFileSync, utimesSync } from "node:fs";
import { chdir, cwd } from "node:process";
import { afterEach, describe, expect, test, vi } from "vitest";
import { POLICY_DEFAULT, rules } from "../src/agents/index.ts";
import type { Run, Settlement } from "../src/agents/index.ts";
import { settleLost } from "./examples/lost-context.ts";
import { sweeperOver } from "./examples/own-registry.ts";
import { ANSWERED, CUT_IN_TOOL, Folder } from "./support/folder.ts";
import { START } from "./support/openclaw-records.ts";
import { runOf } from "./support/run-facts.ts";

const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const readme = textOf("../README.md");
const decisions = textOf("../docs/decisions.md");

afterEach(() => vi.restoreAllMocks());

/** A folder that holds this transcript as child.jsonl, long quiet. */
function folderWith(content: string): Folder {
  const folder = new Folder();
  utimesSync(folder.write("child.jsonl", content), START / 1_000, START / 1_000);
  return folder;
}

describe("an example is a file that is compiled, with the package's name for the path", () => {
  test.each([
    ["readme-sweeper", readme, 20],
    ["own-registry", decisions, 20],
    ["lost-context", decisions, 10],
  ])("%s", (name, page, linesMax) => {
    const source = textOf(`./examples/${name}.ts`).replaceAll("../../src/agents/index.ts", "lastword/agents");
    expect(page).toContain(`\`\`\`ts\n${source}\`\`\``);
    expect(source.trimEnd().split("\n").length).toBeLessThanOrEqual(linesMax);
  });
});

test("README.md's sweeper prints the answer of the lost child", async () => {
  const log = vi.spyOn(console, "log").mockReturnValue();
  const before = cwd();
  chdir(folderWith(ANSWERED).path);
  try {
    await import("./examples/readme-sweeper.ts");
  } finally {
    chdir(before);
  }
  expect(log.mock.calls).toEqual([["run-1", "Three."]]);
});

describe("docs/decisions.md", () => {
  test("its table has each rule, in order, in the rule's own words", () => {
    const rows = decisions.split("\n").filter((line) => /^\| \d/.test(line));
    const cells = rows.map((row) => row.split("|").map((cell) => cell.trim()));
    expect(cells.map(([, number, rule]) => [Number(number), rule])).toEqual(
      rules.map(({ number, when }) => [number, when]),
    );
  });

  test("its times are the defaults", () => {
    expect(POLICY_DEFAULT).toMatchObject({
      graceMs: 60_000,
      quietMs: 10_000,
      heartbeatMs: 30_000,
      readTriesMax: 3,
      answerMsMax: 5 * 60_000,
      parkedMsMax: 24 * 3_600_000,
    });
  });

  test("its sweeper settles the runs of a host's own table", async () => {
    const folder = folderWith(ANSWERED);
    const runs = new Map<string, Run>([
      ["run-1", runOf({ childSessionId: "child" })],
      ["run-2", runOf({ runId: "run-2", childSessionId: "nowhere" })],
    ]);
    const told = new Map<string, Settlement["kind"]>();
    const sweeper = sweeperOver(runs, folder.path, ({ runId }, { kind }) => void told.set(runId, kind));
    await sweeper.sweepOnce();
    // The header names another session: it must not be taken for this child's.
    expect(Object.fromEntries(told)).toEqual({ "run-1": "error", "run-2": "error" });
    utimesSync(folder.write("s-1.jsonl", ANSWERED), START / 1_000, START / 1_000);
    runs.set("run-3", runOf({ runId: "run-3", childSessionId: "s-1" }));
    await sweeper.sweepOnce();
    expect(told.get("run-3")).toBe("ok");
    expect(runs.get("run-3")).toMatchObject({ status: "ended", outcome: "ok" });
  });

  test("its lost-context branch gives the answer, or keeps the error", async () => {
    const log = vi.spyOn(console, "log").mockReturnValue();
    expect(await settleLost(runOf(), folderWith(ANSWERED).at("child.jsonl"))).toBe("Three.");
    await expect(settleLost(runOf(), folderWith(CUT_IN_TOOL).at("child.jsonl"))).rejects.toThrow(
      "subagent run lost active execution context",
    );
    expect(await settleLost(runOf({ status: "queued" }), "nowhere.jsonl")).toBeUndefined();
    expect(log.mock.calls.flat().join("\n")).toContain("trailing-tool-result");
  });
});
