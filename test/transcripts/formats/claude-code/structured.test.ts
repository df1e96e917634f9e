/** Structured output in all its forms. formats.md, "Structured output". */

import { describe, expect, test } from "vitest";
import { judged, verdictOf } from "../../../support/judged.ts";
import {
  answer,
  attachment,
  block,
  call,
  calls,
  failure,
  lines,
  notified,
  result,
  text,
  used,
  user,
} from "../../../support/claude-code-records.ts";
import type { Row } from "../../../support/claude-code-records.ts";

const PROVIDED = "Structured output provided successfully";
const DATA = 'terminal final-answer: {"a":[2],"b":1}';
const MISSING = "unfinished structured-output-missing";

const asked = user("Count.");
const gives = (id = "s1", data: Row = { b: 1, a: [2] }): Row => calls(id, "StructuredOutput", data);
const data = attachment("structured_output", { data: { b: 1, a: [2] }, toolUseID: "s1" });
const provided = result("s1", PROVIDED, { toolUseResult: PROVIDED, toolEndsTurn: true });
const refused = failure("s1", "Output does not match required schema");
const enforced = user(
  "[structured-output-enforce] You MUST call the StructuredOutput tool to complete this request.",
);

describe("given", () => {
  test.each<[string, readonly Row[]]>([
    ["call, attachment, result", [gives(), data, provided]],
    [
      "attachment and result on a thinking-aloud message",
      [block("m1", [text("aloud"), call("s1", "StructuredOutput")], "tool_use"), data, provided],
    ],
    ["the result before its call", [data, provided, gives()]],
    ["the result before its call, without an attachment", [provided, gives()]],
    [
      "the result before the call that it hangs on",
      [
        { ...data, uuid: "d", parentUuid: "c" },
        { ...provided, uuid: "r", parentUuid: "d" },
        { ...gives(), uuid: "c", parentUuid: "u0" },
      ],
    ],
    [
      "the result before the call that it hangs on, without an attachment",
      [
        { ...provided, uuid: "r", parentUuid: "c" },
        { ...gives(), uuid: "c", parentUuid: "u0" },
      ],
    ],
    ["the result alone: the call's input is the data", [gives(), provided]],
    ["the result in blocks", [gives(), result("s1", [text(PROVIDED)])]],
    ["after a refusal", [gives("s0"), failure("s0"), gives(), data, provided]],
    ["after the host asked again", [answer("Two.", "m1"), enforced, gives(), data, provided]],
    [
      "and bookkeeping behind it",
      [gives(), data, provided, attachment("prompt_snapshot"), { type: "cost-state" }],
    ],
    [
      "and a row of its message behind it",
      [
        block("m1", call("s1", "StructuredOutput", { b: 1, a: [2] }), "tool_use"),
        provided,
        block("m1", text("There."), "tool_use"),
      ],
    ],
  ])("%s", (_, rows) => {
    expect(verdictOf(lines(asked, ...rows))).toBe(DATA);
  });

  test("the attachment's data before the call's input", () => {
    const other = attachment("structured_output", { data: { c: null }, toolUseID: "s1" });
    expect(verdictOf(lines(asked, gives(), other, provided))).toBe('terminal final-answer: {"c":null}');
  });

  test("if the model goes on, its last message's rules hold and the data stays the text", () => {
    expect(verdictOf(lines(asked, gives(), data, provided, answer("All done.")))).toBe(DATA);
    expect(verdictOf(lines(asked, gives(), data, provided, block("m2", text("Cut"), "max_tokens")))).toBe(
      "unfinished stopped-length",
    );
    expect(verdictOf(lines(asked, gives(), data, provided, calls("t2")))).toBe("unfinished tool-only-turn");
    expect(verdictOf(lines(asked, gives(), data, provided, ...used("t2")))).toBe("unfinished tool-only-turn");
  });

  test("the last one given counts", () => {
    const again = [gives("s2", { b: 2 }), result("s2", PROVIDED)];
    expect(verdictOf(lines(asked, gives(), provided, ...again))).toBe('terminal final-answer: {"b":2}');
  });

  test("it is salvage where the turn fails after it", () => {
    const rows = [asked, gives(), data, provided, user("[Request interrupted by user]")];
    expect(judged(lines(...rows))).toMatchObject({
      reason: "stopped-aborted",
      salvage: { text: '{"a":[2],"b":1}' },
    });
  });

  test("open background work still parks, an input still asks again", () => {
    const work = used("t1", { isAsync: true, status: "async_launched", agentId: "a1" }, "Agent");
    expect(verdictOf(lines(asked, ...work, gives(), provided))).toBe("parked background-work");
    expect(verdictOf(lines(asked, gives(), provided, user("And now?")))).toBe("unfinished unanswered-input");
    expect(verdictOf(lines(asked, gives(), provided, notified("x", "completed")))).toBe(
      "unfinished unanswered-input",
    );
  });

  test("data of other shapes", () => {
    for (const [given, written] of [
      ["words", '"words"'],
      [["b", 1], '["b",1]'],
      [7, "7"],
    ] as const) {
      const other = attachment("structured_output", { data: given, toolUseID: "s1" });
      expect(verdictOf(lines(asked, gives(), other, provided))).toBe(`terminal final-answer: ${written}`);
    }
  });

  test("data too deep to walk is no answer, and no crash", () => {
    const deep = `${'{"a":'.repeat(40_000)}1${"}".repeat(40_000)}`;
    const rows = lines(asked, gives("s1", { data: "DEEP" }), provided);
    const judgement = judged(rows.map((row) => row.replace('"DEEP"', deep)));
    expect(judgement.kind).not.toBe("terminal");
  });
});

describe("not given", () => {
  test.each<[string, readonly Row[], string]>([
    ["the call alone", [gives()], "unfinished tool-only-turn"],
    ["the attachment alone proves nothing", [gives(), data], "unfinished tool-only-turn"],
    ["a refusal last", [gives(), refused], "unfinished tool-only-turn"],
    ["a refusal, then words", [gives(), refused, answer("Two.")], MISSING],
    ["a refusal before its call, then words", [refused, gives(), answer("Two.")], MISSING],
    ["words instead of a call", [answer("Two.", "m1"), enforced], "unfinished unanswered-input"],
    ["words, asked again, and words again", [answer("Two.", "m1"), enforced, answer("Two!")], MISSING],
    [
      "another tool's output with the same words",
      [calls("t1"), result("t1", PROVIDED), answer("Two.")],
      "terminal final-answer: Two.",
    ],
    ["another tool's failure", [calls("t1"), failure("t1"), answer("Two.")], "terminal final-answer: Two."],
    ["a result of other words", [gives(), result("s1", "ok")], "unfinished tool-only-turn"],
  ])("%s", (_, rows, verdict) => {
    expect(verdictOf(lines(asked, ...rows))).toBe(verdict);
  });

  test("a person's input ends the enforcement", () => {
    const owed = [asked, answer("Two.", "m1"), enforced, answer("Two!", "m2")];
    expect(verdictOf(lines(...owed, user("In words, then."), answer("Two.", "m3")))).toBe(
      "terminal final-answer: Two.",
    );
    expect(verdictOf(lines(...owed, notified("x", "completed"), answer("Two.", "m3")))).toBe(MISSING);
  });
});
