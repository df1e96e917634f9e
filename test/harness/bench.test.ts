/** The bench, in its short form: that it runs, prints its rows and cleans up. Never what a number is. */

import { readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { contest, ratio, spreadOf } from "../../harness/bench/contest.ts";
import { main } from "../../harness/bench/main.ts";
import { Random } from "../../harness/bench/random.ts";
import { between } from "../../harness/bench/readme.ts";
import { isMet } from "../../harness/bench/row.ts";
import { FULL, PARTS, bytesNeeded } from "../../harness/bench/scale.ts";
import { markdownTable } from "../../harness/bench/table.ts";
import { TranscriptMaker } from "../../harness/bench/transcript.ts";
import { harnessRun } from "../support/harness-run.ts";
import type { HarnessRun } from "../support/harness-run.ts";
import { verdictOf } from "../support/judged.ts";

/** It starts a server and a dozen processes: seconds, and minutes on a machine with much else to do. */
const BENCH_MS_MAX = 300_000;

async function run(...args: readonly string[]): Promise<HarnessRun> {
  // The race has a test of its own, and no test fetches peers.
  return harnessRun((io) => main(args, io, []));
}

const left = (): readonly string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith("lastword-bench-"));

test(
  "the short form prints every row beside its goal, fits into 80 columns, and leaves nothing behind",
  async () => {
    const before = left();
    const { code, out } = await run("--quick");
    expect(code).toBe(0);
    expect(out).toContain("2026-11-01");
    for (const part of [
      "race, 100 KB, times as long as lastword",
      "a refusal",
      "an answer, descendants known",
      "an answer, work searched for",
      "60 x 100 KB, refusals",
      "60 x 100 KB, answers",
      "peak memory over an idle Node",
      "in memory, settlements with real transcripts",
      "SQLite, a sweep over 20 stale runs",
      "SQLite, settlements with real transcripts",
      "PostgreSQL, a sweep over 20 stale runs",
      "PostgreSQL, settlements with real transcripts",
    ]) {
      expect(out).toContain(part);
    }
    expect(out.split("\n").filter((line) => line.length > 80 && !line.includes("CPUs"))).toEqual([]);
    expect(left()).toEqual(before);
  },
  BENCH_MS_MAX,
);

test("one part as data", async () => {
  const { out } = await run("--quick", "--only", "memory", "--json");
  const data: unknown = JSON.parse(out);
  expect(data).toMatchObject({ quick: true, machine: { date: "2026-11-01" }, skipped: [] });
  expect(data).toHaveProperty("rows.0.goal.atMost", 64);
  expect(data).toHaveProperty("rows.0.measured.median");
});

test("an option that is none, and help", async () => {
  expect(await run("--fast")).toMatchObject({ code: 2, out: "" });
  expect((await run("--only", "nothing")).err).toContain(
    "race, start, single, many, memory, stores, and goals",
  );
  expect(await run("--quick", "--readme")).toMatchObject({
    code: 2,
    err: expect.stringContaining("they say little"),
  });
  expect((await run("--help")).out).toContain("--quick");
});

describe("made-up transcripts", () => {
  test.each([
    ["answer", /^terminal final-answer: /],
    ["open-call", /^unfinished (?:tool-use-turn|unanswered-input)$/],
    ["tool-result", /^unfinished (?:trailing-tool-result|unanswered-input)$/],
    ["yield", /^parked yield-wait$/],
  ] as const)("one that ends with %s is judged so", (ending, said) => {
    const maker = new TranscriptMaker(new Random(1));
    for (const turns of ["one", "several"] as const) {
      expect(verdictOf([...maker.lines({ bytesMin: 90_000, turns, ending })].join(""))).toMatch(said);
    }
  });

  test("the same seed makes the same bytes", () => {
    const make = (seed: number): string =>
      [
        ...new TranscriptMaker(new Random(seed)).lines({
          bytesMin: 9_000,
          turns: "several",
          ending: "answer",
        }),
      ].join("");
    expect(make(7)).toBe(make(7));
    expect(make(7)).not.toBe(make(8));
  });
});

describe("numbers", () => {
  test("a spread is the median and the middle half; a ratio goes round by round", () => {
    expect(spreadOf([5, 1, 2, 4, 3])).toEqual({ median: 3, low: 2, high: 4 });
    const times = new Map([
      ["a", [2, 4, 20]],
      ["b", [1, 2, 10]],
    ]);
    expect(ratio(times, "a", "b")).toEqual({ median: 2, low: 2, high: 2 });
  });

  test("every contender has one go a round, and one round more is not counted", async () => {
    const goes: string[] = [];
    const contenders = ["a", "b"].map((name) => ({ name, run: () => goes.push(name) }));
    const times = await contest(contenders, 3);
    expect([...times.values()].map((all) => all.length)).toEqual([3, 3]);
    expect(goes.join("")).toBe("ababbaab");
  });

  test("what is prepared before a go is not timed", async () => {
    let now = 0;
    const run = () => (now += 3);
    const prepare = () => (now += 100);
    const times = await contest([{ name: "a", run, prepare }], 2, () => now);
    expect(times.get("a")).toEqual([3, 3]);
  });

  test("a goal is met or not; without one there is nothing to meet", () => {
    const measured = { median: 2, low: 1, high: 3 };
    const row = { part: "", what: "", unit: "x", measured } as const;
    expect(isMet({ ...row, goal: { atMost: 2 } })).toBe(true);
    expect(isMet({ ...row, goal: { atLeast: 2.1 } })).toBe(false);
    expect(isMet(row)).toBeUndefined();
  });

  test("each part says how much room it needs", () => {
    for (const part of PARTS) expect(bytesNeeded(part, FULL)).toBeGreaterThan(part === "start" ? 1e5 : 1e9);
  });
});

test("a row for the README says whether its goal was met", () => {
  const row = {
    part: "a refusal",
    what: "1 GB",
    measured: { median: 1.2, low: 1, high: 2 },
    unit: "x",
  } as const;
  const table = markdownTable([{ ...row, goal: { atMost: 1.5 } }, { ...row, goal: { atLeast: 4 / 3 } }, row]);
  expect(table.split("\n").slice(2, 5)).toEqual([
    "| a refusal | 1 GB | **1.20x** | 1.00 to 2.00 | <= 1.5x | yes |",
    "| a refusal | 1 GB | **1.20x** | 1.00 to 2.00 | >= 1.33x | **no** |",
    "| a refusal | 1 GB | **1.20x** | 1.00 to 2.00 |  |  |",
  ]);
});

test("the README has the marks of both tables", () => {
  const page = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  for (const table of ["race", "bench"] as const) {
    expect(between(page, table, "new")).toContain("\n\nnew\n\n");
  }
});

test("a table goes between the marks of a page, again and again", () => {
  const page = "a\n<!-- bench:begin -->\nold\n<!-- bench:end -->\nb\n";
  const filled = between(page, "bench", "new");
  expect(filled).toBe("a\n<!-- bench:begin -->\n\nnew\n\n<!-- bench:end -->\nb\n");
  expect(between(filled, "bench", "new")).toBe(filled);
  expect(() => between("a page without marks", "bench", "new")).toThrow("has no");
});
