/** Messages of several rows, how they stopped by version, and what is no answer. formats.md, the table of versions. */

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
  meta,
  result,
  text,
  used,
  user,
} from "../../../support/claude-code-records.ts";
import type { Row } from "../../../support/claude-code-records.ts";

const DONE = "terminal final-answer: Done.";
const asked = user("Count.");
const thought = { type: "thinking", thinking: "hm", signature: "s" };

describe("one message, several rows", () => {
  test("its text is all its text blocks", () => {
    const rows = [asked, block("m1", thought, "end_turn"), block("m1", text("One."), "end_turn")];
    expect(verdictOf(lines(...rows, block("m1", text("Two."), "end_turn")))).toBe(
      "terminal final-answer: One.\nTwo.",
    );
  });

  test("a text row is no answer where its message goes on to call", () => {
    const rows = [
      asked,
      block("m1", text("Final. Let me check."), null),
      block("m1", call("t1"), "tool_use"),
    ];
    expect(verdictOf(lines(...rows))).toBe("unfinished tool-use-turn");
    expect(judged(lines(...rows)).kind === "unfinished").toBe(true);
    expect(verdictOf(lines(...rows, result("t1")))).toBe("unfinished trailing-tool-result");
    expect(verdictOf(lines(...rows, result("t1"), answer("Done.")))).toBe(DONE);
  });

  test("several blocks on one row, or a string", () => {
    expect(verdictOf(lines(asked, block("m1", [thought, text("Done.")], "end_turn")))).toBe(DONE);
    expect(verdictOf(lines(asked, block("m1", "Done.", "end_turn")))).toBe(DONE);
    expect(verdictOf(lines(asked, block("m1", [text("Wait."), call("t1")], "end_turn")))).toBe(
      "unfinished tool-use-turn",
    );
  });

  test("rows without a message id are messages of their own", () => {
    const rows = [
      asked,
      block(undefined, text("One."), "end_turn"),
      block(undefined, text("Done."), "end_turn"),
    ];
    expect(verdictOf(lines(...rows))).toBe(DONE);
  });

  test("an id that is used again in another turn is another message", () => {
    const rows = [asked, answer("One.", "m1"), user("Again."), answer("Done.", "m1")];
    expect(verdictOf(lines(...rows))).toBe(DONE);
    const nudged = [asked, block("m1", call("t1"), "tool_use"), result("t1"), answer("One.", "m2")];
    expect(verdictOf(lines(...nudged, meta("Stop hook feedback:\nmore"), answer("Done.", "m2")))).toBe(DONE);
  });

  test("results may come between the blocks", () => {
    const rows = [asked, block("m1", call("t1"), null), result("t1"), block("m1", call("t2"), "tool_use")];
    expect(verdictOf(lines(...rows))).toBe("unfinished open-tool-call");
    expect(verdictOf(lines(...rows, result("t2")))).toBe("unfinished tool-only-turn");
    expect(verdictOf(lines(...rows, result("t2"), answer("Done.")))).toBe(DONE);
  });

  test("calls side by side, one result missing", () => {
    const rows = [
      asked,
      block("m1", text("Both."), null),
      block("m1", call("t1"), null),
      block("m1", call("t2"), "tool_use"),
    ];
    expect(verdictOf(lines(...rows, result("t1")))).toBe("unfinished open-tool-call");
    expect(verdictOf(lines(...rows, result("t1"), answer("Done.")))).toBe("unfinished open-tool-call");
    expect(verdictOf(lines(...rows, result("t2"), result("t1")))).toBe("unfinished trailing-tool-result");
  });

  test("a block with a call that is the host's own to answer", () => {
    const search = { type: "server_tool_use", id: "s1", name: "web_search", input: {} };
    const found = { type: "web_search_tool_result", tool_use_id: "s1", content: [] };
    expect(verdictOf(lines(asked, block("m1", [search, found, text("Done.")], "end_turn")))).toBe(DONE);
  });

  test("a message of very many rows stays bounded, and is no less whole for it", () => {
    const many = Array.from({ length: 1_200 }, (_, index) => [
      block("m1", call(`t${index}`), "tool_use"),
      result(`t${index}`),
    ]).flat();
    expect(verdictOf(lines(asked, ...many, answer("Done.")))).toBe(DONE);
    expect(verdictOf(lines(asked, ...many.slice(0, -1), answer("Done.")))).toBe("unfinished open-tool-call");
  });
});

describe("how a message stopped", () => {
  const said = (...stops: readonly unknown[]): readonly Row[] => [
    asked,
    ...stops.map((stop, index) => block("m1", index === stops.length - 1 ? text("Done.") : thought, stop)),
  ];

  test.each<[string, readonly Row[], string]>([
    ["on every row", said("end_turn", "end_turn"), DONE],
    ["on the last row alone", said(null, "end_turn"), DONE],
    ["on no row", said(null, null), "indeterminate stop-not-recorded"],
    ["by a row without the field", said(undefined), "indeterminate stop-not-recorded"],
    ["by a limit", said("max_tokens"), "unfinished stopped-length"],
    ["by a limit, said before its last row", said("max_tokens", null), "unfinished stopped-length"],
    ["by a call that is not there", said("tool_use"), "unfinished stop-not-final"],
    ["pause_turn", said("pause_turn"), "unfinished stop-not-final"],
    ["refusal", said("refusal"), "unfinished stop-not-final"],
    ["model_context_window_exceeded", said("model_context_window_exceeded"), "unfinished stop-not-final"],
    ["stop_sequence", said("stop_sequence"), "unfinished stop-not-final"],
    ["stop", said("stop"), "unfinished stop-not-final"],
    ["a word of the future", said("end_turn_soon"), "unfinished stop-not-final"],
    ["no word at all", said(7), "unfinished stop-not-final"],
    ["two words", said("max_tokens", "end_turn"), "unfinished stopped-length"],
  ])("%s", (_, rows, verdict) => {
    expect(verdictOf(lines(...rows))).toBe(verdict);
  });

  test("an unrecorded stop can be accepted for a child that is dead", () => {
    expect(judged(lines(...said(null)), { acceptUnrecordedStop: true })).toMatchObject({
      kind: "terminal",
      text: "Done.",
      unrecordedStop: true,
    });
    expect(judged(lines(...said(null)))).toMatchObject({ salvage: { text: "Done." } });
  });

  test("the last answer decides, whatever the one before it did", () => {
    expect(verdictOf(lines(asked, block("m1", text("Cut"), "max_tokens"), answer("Done.")))).toBe(DONE);
    expect(verdictOf(lines(asked, answer("Done."), block("m2", text("Cut"), "max_tokens")))).toBe(
      "unfinished stopped-length",
    );
  });
});

describe("no answers", () => {
  const apiError = block("e1", text("API Error: 500"), "stop_sequence", { isApiErrorMessage: true });
  const synthetic = {
    type: "assistant",
    message: {
      id: "s1",
      role: "assistant",
      model: "<synthetic>",
      content: [text("No response requested.")],
      stop_reason: "stop_sequence",
    },
  };

  test.each<[string, readonly Row[], string]>([
    ["an API error", [apiError], "unfinished stopped-error"],
    [
      "an API error that says end_turn",
      [{ ...answer("API Error: 429"), isApiErrorMessage: true }],
      "unfinished stopped-error",
    ],
    ["a synthetic message", [synthetic], "unfinished not-model-authored"],
    [
      "a synthetic message that says end_turn",
      [
        {
          ...synthetic,
          message: { ...synthetic.message, content: [text("Fine.")], stop_reason: "end_turn" },
        },
      ],
      "unfinished not-model-authored",
    ],
    ["the words on resume", [answer("No response requested.")], "unfinished not-model-authored"],
    [
      "a message cut in its stream",
      [block("m1", text("Don"), null, { isAbortedMidStream: true })],
      "unfinished stopped-aborted",
    ],
    [
      "one that says end_turn",
      [answer("Don", "m1", { isAbortedMidStream: true })],
      "unfinished stopped-aborted",
    ],
    [
      "too many turns",
      [answer("Done."), attachment("max_turns_reached", { maxTurns: 3 })],
      "unfinished stopped-error",
    ],
    [
      "an interruption",
      [answer("Done."), user([text("[Request interrupted by user]")])],
      "unfinished stopped-aborted",
    ],
    ["an interruption in words alone", [user("[Request interrupted by user]")], "unfinished stopped-aborted"],
    [
      "an interruption of a tool",
      [calls("t1"), failure("t1"), user([text("[Request interrupted by user for tool use]")])],
      "unfinished stopped-aborted",
    ],
    [
      "an interruption on the result's own row",
      [
        calls("t1"),
        user([
          { type: "tool_result", tool_use_id: "t1", content: "rejected", is_error: true },
          text("[Request interrupted by user for tool use]"),
        ]),
      ],
      "unfinished stopped-aborted",
    ],
    ["thought alone", [block("m1", thought, "end_turn")], "unfinished no-visible-text"],
    ["blank text", [answer(" \n")], "unfinished no-visible-text"],
    [
      "a call in prose",
      [answer('<function_calls><invoke name="x"></invoke></function_calls>')],
      "unfinished tool-call-as-text",
    ],
  ])("%s", (_, rows, verdict) => {
    expect(verdictOf(lines(asked, ...rows))).toBe(verdict);
  });

  test("an attempt after the error counts, as in 2.1.50", () => {
    expect(verdictOf(lines(asked, block("m1", text("Cut"), null), apiError, answer("Done.")))).toBe(DONE);
  });

  test("an interruption stands until somebody speaks", () => {
    const stopped = [asked, block("m1", text("Verdict: appr"), null), user("[Request interrupted by user]")];
    expect(judged(lines(...stopped))).toMatchObject({ salvage: { text: "Verdict: appr" } });
    expect(verdictOf(lines(...stopped, user("Go on."), answer("Done.")))).toBe(DONE);
  });

  test("an error's text is no salvage", () => {
    const verdict = judged(lines(asked, block("m1", text("step one"), "tool_use"), apiError));
    expect(verdict).toMatchObject({ reason: "stopped-error", salvage: { text: "step one" } });
  });

  test("silence is no token here", () => {
    expect(verdictOf(lines(asked, answer("NO_REPLY")))).toBe("terminal final-answer: NO_REPLY");
    expect(verdictOf(lines(asked, answer("<final>Done.</final>")))).toBe(DONE);
    expect(verdictOf(lines(asked, answer("<think>hm</think>Done.")))).toBe(DONE);
  });
});

describe("unfinished turns", () => {
  test.each<[string, readonly Row[], string]>([
    ["nothing but a prompt", [asked], "unfinished empty-current-run"],
    ["a call", [asked, calls("t1")], "unfinished tool-only-turn"],
    ["a result", [asked, ...used("t1")], "unfinished tool-only-turn"],
    [
      "a result after text",
      [asked, block("m1", [text("Look."), call("t1")], "tool_use"), result("t1")],
      "unfinished trailing-tool-result",
    ],
    [
      "a second turn in the middle",
      [asked, answer("One."), user("Two?"), calls("t1")],
      "unfinished unanswered-input",
    ],
    [
      "an answer beside an older open call",
      [asked, block("m1", [call("t1"), call("t2")], "tool_use"), result("t1"), answer("Done.")],
      "unfinished open-tool-call",
    ],
  ])("%s", (_, rows, verdict) => {
    expect(verdictOf(lines(...rows))).toBe(verdict);
  });
});
