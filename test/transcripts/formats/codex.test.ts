/** Codex rollouts, rule by rule: turns and how they end. Each is read whole and from the tail. */

import { describe, expect, test } from "vitest";
import { codex } from "../../../src/transcripts/formats/codex.ts";
import { CODEX_START, codexRecords, judgeCodex as judge } from "../../support/codex-records.ts";

const {
  aborted,
  call,
  complete,
  event,
  item,
  itemCompleted,
  meta,
  output,
  record,
  say,
  started,
  tokens,
  user,
} = codexRecords;

/** A finished turn before the one that a test is about. */
const firstTurn = [
  meta(),
  started("u0"),
  user("First"),
  say("First answer."),
  complete("u0", "First answer."),
];
const opening = [meta(), started(), user("Do it")];

describe("how a turn ends", () => {
  test("task_complete with text, its words cleaned", () => {
    const words = "<think>hm</think><final>Done.</final>";
    const verdict = judge([...opening, say(words), complete("u1", words)]);
    expect(verdict).toMatchObject({
      kind: "terminal",
      reason: "final-answer",
      text: "Done.",
      format: "codex",
    });
    expect(verdict.at).toMatchObject({ entryId: "4", timestamp: CODEX_START + 4000 });
  });

  test("turn_complete is the same under another name", () => {
    const end = event("turn_complete", { turn_id: "u1", last_agent_message: "Done." });
    expect(judge([...opening, end])).toMatchObject({ kind: "terminal", text: "Done." });
  });

  test("a turn without an id ends by an end without one", () => {
    expect(judge([meta(), event("task_started"), complete(undefined, "Done.")])).toMatchObject({
      kind: "terminal",
    });
  });

  test("with an error it failed, whatever text there is", () => {
    const failed = complete("u1", "Part", { error: { message: "429", codex_error_info: "other" } });
    expect(judge([...opening, say("Part"), failed])).toMatchObject({
      kind: "unfinished",
      reason: "stopped-error",
      salvage: { text: "Part" },
    });
  });

  test("an error that is null is none", () => {
    expect(judge([...opening, complete("u1", "Done.", { error: null })])).toMatchObject({ kind: "terminal" });
  });

  test("without text there is no answer, open call or not", () => {
    expect(judge([...opening, complete("u1", null)])).toMatchObject({ reason: "no-visible-text" });
    expect(judge([...opening, say("Part"), call("c1"), complete("u1", null)])).toMatchObject({
      reason: "no-visible-text",
      salvage: { text: "Part" },
    });
    expect(judge([...opening, call("c1"), complete("u1", null, { error: { message: "m" } })])).toMatchObject({
      reason: "stopped-error",
    });
  });

  test("a turn that no record began goes by the name that its items give it", () => {
    const named = { internal_chat_message_metadata_passthrough: { turn_id: "u0" } };
    const asked = event("user_message", { message: "More." });
    const words = item("message", {
      role: "assistant",
      content: [{ type: "output_text", text: "More." }],
      ...named,
    });
    expect(judge([...firstTurn, asked, words, complete("u0", "More.")])).toMatchObject({
      reason: "final-answer",
      text: "More.",
    });
    expect(judge([...firstTurn, asked, words, complete("u9", "More.")]).reason).toBe("stop-not-final");
    const cut = [...firstTurn.slice(0, -1), aborted("u0")];
    expect(judge([...cut, asked, words, complete("u0", "More.")]).reason).toBe("stopped-aborted");
  });

  test("another turn's end ends nothing", () => {
    expect(judge([...firstTurn, started("u1"), say("Part"), complete("u0", "First answer.")])).toMatchObject({
      kind: "unfinished",
      reason: "stop-not-final",
    });
    expect(judge([...opening, say("Done."), complete("u1", "Done."), complete("u0", null)])).toMatchObject({
      kind: "terminal",
    });
  });

  test("text in an open turn is on disk, and proves nothing", () => {
    expect(judge([...opening, say("Done.", { phase: "final_answer" }), tokens()])).toMatchObject({
      reason: "stop-not-final",
      salvage: { text: "Done." },
    });
  });

  test("a second turn that never ended leaves its input unanswered", () => {
    expect(judge([...firstTurn, started("u1"), user("Second")])).toMatchObject({
      reason: "unanswered-input",
      salvage: { text: "First answer." },
    });
  });

  test("an error event fails the turn; behind its end it is noise", () => {
    expect(judge([...opening, say("Part"), event("error", { message: "m" })])).toMatchObject({
      reason: "stopped-error",
    });
    expect(judge([...opening, complete("u1", "Done."), event("error", { message: "m" })])).toMatchObject({
      kind: "terminal",
    });
  });

  test("the answer and its input must be of this run", () => {
    const records = [
      ...firstTurn,
      tokens(),
      tokens(),
      tokens(),
      tokens(),
      tokens(),
      started("u1"),
      complete("u1", "Done."),
    ];
    expect(judge(records, { since: CODEX_START + 10_000, skewMs: 0 })).toMatchObject({ kind: "terminal" });
    expect(judge(records, { since: CODEX_START + 11_000, skewMs: 0 })).toMatchObject({
      reason: "before-run-start",
    });
  });
});

describe("interruptions", () => {
  test("turn_aborted, with the turn's id or without one", () => {
    for (const id of ["u1", undefined]) {
      expect(judge([...opening, say("Part"), aborted(id)])).toMatchObject({
        reason: "stopped-aborted",
        salvage: { text: "Part" },
      });
    }
  });

  test("the text alone, killed before its event", () => {
    expect(judge([...opening, user("<turn_aborted>\nThe user interrupted\n</turn_aborted>")])).toMatchObject({
      reason: "stopped-aborted",
    });
    const noted = {
      internal_chat_message_metadata_passthrough: { content_item_kinds: ["generic.turn_aborted"] },
    };
    expect(judge([...opening, user("[elided]", noted)])).toMatchObject({ reason: "stopped-aborted" });
  });

  test("an interrupted turn cannot be completed any more", () => {
    expect(judge([...opening, aborted("u1"), complete("u1", "Done.")])).toMatchObject({
      reason: "stopped-aborted",
    });
    expect(judge([...opening, aborted("u1"), say("Done."), complete("u1", "Done.")])).toMatchObject({
      reason: "stopped-aborted",
    });
    expect(judge([...opening, complete("u1", "Done."), aborted("u1")])).toMatchObject({
      reason: "stopped-aborted",
    });
  });

  test("another turn's interruption is another turn's", () => {
    expect(judge([...opening, aborted("u0"), complete("u1", "Done.")])).toMatchObject({ kind: "terminal" });
  });

  test("the next turn begins afresh", () => {
    expect(
      judge([...opening, call("c1"), aborted("u1"), started("u2"), complete("u2", "Done.")]),
    ).toMatchObject({
      kind: "terminal",
    });
  });
});

describe("calls", () => {
  test("the items since the last output are one message", () => {
    expect(judge([...opening, say("Looking."), call("c1")])).toMatchObject({ reason: "tool-use-turn" });
    expect(judge([...opening, call("c1"), call("c2")])).toMatchObject({ reason: "tool-only-turn" });
    expect(judge([...opening, say("Looking."), call("c1"), output("c1"), call("c2")])).toMatchObject({
      reason: "tool-only-turn",
    });
  });

  test("of several calls at once, one has no output", () => {
    expect(judge([...opening, say("Looking."), call("c1"), call("c2"), output("c1")])).toMatchObject({
      reason: "open-tool-call",
    });
    expect(judge([...opening, call("c1"), call("c2"), output("c2"), complete("u1", "Done.")])).toMatchObject({
      reason: "open-tool-call",
    });
  });

  test("all answered, and nothing said since", () => {
    expect(judge([...opening, say("Looking."), call("c1"), output("c1")])).toMatchObject({
      reason: "trailing-tool-result",
    });
    expect(judge([...opening, call("c1"), output("c1")])).toMatchObject({ reason: "tool-only-turn" });
  });

  test("an open call keeps an answer from counting", () => {
    expect(judge([...opening, call("c1"), complete("u1", "Done.")])).toMatchObject({ kind: "unfinished" });
  });

  test("calls of every kind, answered or not", () => {
    for (const kind of ["function_call", "custom_tool_call", "local_shell_call", "tool_search_call"]) {
      const asked = item(kind, { call_id: "c1", name: "x" });
      expect(judge([...opening, asked, complete("u1", "Done.")])).toMatchObject({ reason: "tool-only-turn" });
      const answer =
        kind === "local_shell_call"
          ? "function_call"
          : kind.replace(/_call$/, kind === "custom_tool_call" ? "_call" : "_call");
      const result = item(kind === "tool_search_call" ? "tool_search_output" : `${answer}_output`, {
        call_id: "c1",
        output: "ok",
      });
      expect(judge([...opening, asked, result, complete("u1", "Done.")])).toMatchObject({ kind: "terminal" });
    }
  });

  test("what the provider does itself has no output here", () => {
    const hosted = [
      item("web_search_call", { id: "ws_1", status: "completed" }),
      item("image_generation_call", { id: "ig_1", status: "completed" }),
      item("tool_search_call", { call_id: null, execution: "server" }),
      item("local_shell_call", { id: "ls_1", call_id: null }),
    ];
    expect(judge([...opening, ...hosted, complete("u1", "Done.")])).toMatchObject({
      kind: "terminal",
      warnings: [],
    });
  });

  test("an output before its call answers it", () => {
    expect(judge([...opening, output("c1"), call("c1"), complete("u1", "Done.")])).toMatchObject({
      kind: "terminal",
    });
  });
});

describe("inputs", () => {
  test("a person may steer the turn: it goes on, and its end counts", () => {
    const steered = [
      ...opening,
      say("Working."),
      user("And the tests"),
      event("user_message", { message: "And the tests" }),
    ];
    expect(judge(steered)).toMatchObject({ kind: "unfinished", salvage: { text: "Working." } });
    expect(judge([...steered, say("Done."), complete("u1", "Done.")])).toMatchObject({ kind: "terminal" });
  });

  test("the host's context is no input, wherever it stands", () => {
    const context = [
      user("<environment_context>\n  <cwd>/</cwd>\n</environment_context>"),
      user("# AGENTS.md instructions for /\n\n<INSTRUCTIONS>\nBe brief\n</INSTRUCTIONS>"),
      user("[elided 395 characters]", {
        internal_chat_message_metadata_passthrough: {
          content_item_kinds: ["environments.environment_context"],
        },
      }),
      item("message", { role: "developer", content: [{ type: "input_text", text: "rules" }] }),
    ];
    expect(judge([...opening, complete("u1", "Done."), ...context])).toMatchObject({ kind: "terminal" });
  });

  test("a person's words behind the answer, with no turn to take them", () => {
    for (const words of [user("One thing more"), event("user_message", { message: "One thing more" })]) {
      expect(judge([...opening, complete("u1", "Done."), words])).toMatchObject({
        reason: "unanswered-input",
        salvage: { text: "Done." },
      });
    }
  });

  test("turns that were taken back took their answers with them", () => {
    expect(
      judge([...opening, complete("u1", "Done."), event("thread_rolled_back", { num_turns: 1 })]),
    ).toMatchObject({
      reason: "unanswered-input",
    });
  });

  test("a letter of another agent's in the assistant's role is no word of this one", () => {
    const letter = JSON.stringify({
      author: "/main",
      recipient: "/main/a",
      content: "go on",
      trigger_turn: false,
    });
    const verdict = judge([...opening, say(letter, { phase: "commentary" }), complete("u1", "Done.")]);
    expect(verdict).toMatchObject({ kind: "terminal", text: "Done." });
    expect(judge([...opening, say("Part"), say(letter, { phase: "commentary" })])).toMatchObject({
      kind: "unfinished",
      salvage: { text: "Part" },
    });
  });

  test("a letter outside a turn waits, unless it is to start one", () => {
    const letter = (trigger: boolean) =>
      record("inter_agent_communication", {
        author: "/main",
        recipient: "/main/a",
        content: "go on",
        trigger_turn: trigger,
      });
    expect(judge([...opening, complete("u1", "Done."), letter(false)])).toMatchObject({ kind: "terminal" });
    expect(judge([...opening, complete("u1", "Done."), letter(true)])).toMatchObject({
      reason: "unanswered-input",
    });
  });
});

describe("what is no answer", () => {
  test("commentary as the last message", () => {
    const spoken = say("Still at it.", { phase: "commentary" });
    expect(judge([...opening, spoken, complete("u1", "Still at it.")])).toMatchObject({
      reason: "commentary-only",
    });
    const echoed = event("agent_message", { message: "Still at it.", phase: "commentary" });
    expect(judge([...opening, echoed, complete("u1", "Still at it.")])).toMatchObject({
      reason: "commentary-only",
    });
    const final = say("Done.", { phase: "final_answer" });
    expect(
      judge([...opening, spoken, call("c1"), output("c1"), final, complete("u1", "Done.")]),
    ).toMatchObject({
      kind: "terminal",
    });
  });

  test("a message that says that its turn goes on", () => {
    const spoken = say("Next, the tests.", { end_turn: false });
    expect(judge([...opening, spoken])).toMatchObject({ reason: "stop-not-final" });
    expect(judge([...opening, spoken, complete("u1", "Next, the tests.")])).toMatchObject({
      reason: "commentary-only",
    });
    expect(
      judge([...opening, spoken, say("Done.", { end_turn: true }), complete("u1", "Done.")]),
    ).toMatchObject({
      kind: "terminal",
    });
  });

  test("a call in prose", () => {
    const words = '<tool_call>{"name":"shell"}</tool_call>';
    expect(judge([...opening, say(words), complete("u1", words)])).toMatchObject({
      reason: "tool-call-as-text",
    });
  });

  test("words that other formats keep silent with are words here", () => {
    expect(judge([...opening, complete("u1", "NO_REPLY")])).toMatchObject({
      kind: "terminal",
      text: "NO_REPLY",
    });
  });
});

describe("behind the end", () => {
  test("these records change nothing", () => {
    const noise = [
      tokens(),
      event("thread_settings_applied", { thread_id: "t1" }),
      event("agent_message", { message: "Done." }),
      itemCompleted({ type: "CommandExecution", process_id: "7", status: "failed" }),
      itemCompleted({ type: "AgentMessage", content: [{ type: "Text", text: "Done." }] }),
      record("turn_context", { turn_id: "u1" }),
      record("world_state", { full: true, state: {} }),
      record("token_usage_record", { turn_id: "u1" }),
      item("reasoning", { summary: [] }),
      event("hook_completed", {}),
      event("exec_command_end", { process_id: "9" }),
    ];
    expect(judge([...opening, say("Done."), complete("u1", "Done."), ...noise])).toMatchObject({
      kind: "terminal",
      text: "Done.",
      warnings: [],
    });
  });

  test("a record that nobody knows is told of", () => {
    const strange = [record("novelty", {}), event("novelty"), item("novelty", {})];
    const verdict = judge([...opening, complete("u1", "Done."), ...strange]);
    expect(verdict.kind).toBe("terminal");
    expect(verdict.warnings.map(({ code, detail }) => [code, detail])).toEqual([
      ["unknown-record", "novelty"],
      ["unknown-record", "event_msg novelty"],
      ["unknown-record", "response_item novelty"],
    ]);
  });
});

describe("the format", () => {
  test("is known by any of its records", () => {
    for (const one of [
      meta(),
      started(),
      say("x"),
      tokens(),
      record("turn_context", {}),
      record("compacted", {}),
    ]) {
      expect(codex.detect(one)).toBe(true);
    }
    for (const one of [
      { type: "session", id: "s" },
      { type: "user", message: {} },
      { type: "response_item" },
    ]) {
      expect(codex.detect(one)).toBe(false);
    }
  });

  test("a record is whole with its time, its type and its payload", () => {
    expect(codex.isWhole({ timestamp: "2026-11-01T10:00:00.000Z", type: "event_msg", payload: {} })).toBe(
      true,
    );
    expect(codex.isWhole({ type: "event_msg", payload: {} })).toBe(false);
    expect(codex.isWhole({ timestamp: "2026-11-01T10:00:00.000Z", type: "event_msg" })).toBe(false);
  });
});
