/** Claude Code's transcripts with rows that are replayed, spelled otherwise, cut apart by the tail, or lost. */

import { describe, expect, test } from "vitest";
import { block, call, lines, text, user } from "../../../support/claude-code-records.ts";
import type { Row } from "../../../support/claude-code-records.ts";
import { fromTail, whole } from "../../../../harness/laws/in-memory.ts";
import { verdictOf } from "../../../support/judged.ts";

const DONE = "terminal final-answer: Done.";
const result = (id: string, content = "ok", rest: Row = {}): Row =>
  user([{ type: "tool_result", tool_use_id: id, content }], rest);

describe("a replayed row", () => {
  test("says nothing new, in whatever order its keys stand", () => {
    const rows = lines(user("Count."), block("m1", text("Done."), "end_turn"), user("Again."));
    const { message, ...rest } = JSON.parse(rows[1]!) as { message: Row };
    const turned = JSON.stringify({
      message: Object.fromEntries(Object.entries(message).toReversed()),
      ...rest,
    });
    expect(verdictOf([...rows, rows[1]!])).toBe("unfinished unanswered-input");
    expect(verdictOf([...rows, turned])).toBe("unfinished unanswered-input");
  });

  test("from the very beginning of the file is known from the tail, too", () => {
    const rows = lines(user("Count."), block("m1", text("Done."), "end_turn"));
    const again = JSON.stringify({ ...JSON.parse(rows[0]!), uuid: "new", parentUuid: "u1" });
    for (const all of [
      [...rows, rows[0]!],
      [...rows, rows[0]!, again],
    ]) {
      const bytes = Buffer.from(all.join("\n"));
      expect(fromTail(bytes)).toEqual(whole(bytes));
    }
  });
});

describe("a message in several rows", () => {
  test("is judged whole from the tail, however many of its rows are in view", () => {
    const calls = Array.from({ length: 9 }, (_, index) => block("m1", call(`c${index}`), "tool_use"));
    const results = Array.from({ length: 8 }, (_, index) => result(`c${index + 1}`));
    expect(
      verdictOf(lines(user("Count."), ...calls, ...results, block("m2", text("Done."), "end_turn"))),
    ).toBe("unfinished open-tool-call");
    const parts = Array.from({ length: 9 }, (_, index) => block("m1", text(`Part ${index}.`), "end_turn"));
    expect(verdictOf(lines(user("Count."), ...parts, user("Again.")))).toBe("unfinished unanswered-input");
  });
});

describe("an agent in the background", () => {
  const launched = { toolUseResult: { isAsync: true, status: "async_launched", agentId: "a1" } };
  const spawn = (input: Row): string[] =>
    lines(
      user("Count."),
      block("m1", call("c1", "Agent", input), "tool_use"),
      result("c1", "started", launched),
      block("m2", text("Started."), "end_turn"),
      user("And now?"),
      block("m3", text("Done."), "end_turn"),
    );
  const without = (rows: string[], line: number): string[] => rows.with(line, "\0".repeat(60));

  test("is open work, whether its call, its report or neither was lost", () => {
    const rows = spawn({ run_in_background: true });
    expect(verdictOf(rows)).toBe("parked background-work");
    expect(verdictOf(without(rows, 1))).toBe("parked background-work");
    expect(verdictOf(without(rows, 2))).toBe("parked background-work");
  });

  test("one that was waited for is none", () => {
    expect(verdictOf(without(spawn({ run_in_background: false }), 2))).toBe(DONE);
    expect(verdictOf(without(spawn({}), 2))).toBe(DONE);
  });
});

describe("a row over the limit of a line", () => {
  const options = { lineBytesMax: 2_000 };
  const much = "x".repeat(5_000);
  const done = block("m2", text("Done."), "end_turn");
  const asked = [user("Count."), block("m1", call("c1"), "tool_use")];

  test.each<[string, Row]>([
    ["a result", result("c1", much)],
    ["a result whose id comes first", user([{ tool_use_id: "c1", type: "tool_result", content: much }])],
    [
      "a picture",
      user([
        { tool_use_id: "c1", type: "tool_result", content: [{ type: "image", source: { data: much } }] },
      ]),
    ],
  ])("%s answers its call all the same: its head names it", (_, row) => {
    expect(verdictOf(lines(...asked, row, done), options)).toBe(DONE);
    expect(verdictOf(lines(...asked, row), options)).toBe("indeterminate line-too-long");
  });

  test.each<[string, readonly Row[]]>([
    ["another call's result", [...asked, result("c2", much)]],
    ["a prompt that quotes one", [...asked, user(`${JSON.stringify(result("c1", "x"))}${much}`)]],
    ["a result behind words that take all of the head", [...asked, user([text(much), result("c1")])]],
    [
      "a result that may tell of work",
      [
        user("Count."),
        block("m1", call("c1", "Bash", { run_in_background: true }), "tool_use"),
        result("c1", much),
      ],
    ],
    [
      "a result that tells of work",
      [...asked, result("c1", `Command running in background with ID: b1\n${much}`)],
    ],
  ])("not: %s", (_, rows) => {
    expect(verdictOf(lines(...rows, done), options)).toBe("unfinished open-tool-call");
  });
});
