/** Codex rollouts, rule by rule: recaps, and work that goes on behind a turn. */

import { describe, expect, test } from "vitest";
import { CODEX_START, codexRecords, judgeCodex as judge } from "../../support/codex-records.ts";

const { aborted, call, complete, event, item, itemCompleted, meta, output, record, say, started, user } =
  codexRecords;

/** A finished turn before the one that a test is about. */
const firstTurn = [
  meta(),
  started("u0"),
  user("First"),
  say("First answer."),
  complete("u0", "First answer."),
];
const opening = [meta(), started(), user("Do it")];

describe("recaps", () => {
  const recap = [
    say("<summary>So far</summary>"),
    record("compacted", { message: "So far", replacement_history: [] }),
  ];

  test("the summary is no word of the child", () => {
    expect(judge([...opening, say("Part"), call("c1"), output("c1"), ...recap])).toMatchObject({
      reason: "trailing-tool-result",
      salvage: { text: "Part" },
    });
    expect(judge([...opening, ...recap])).toMatchObject({ kind: "unfinished" });
    expect(judge([...opening, ...recap])).not.toHaveProperty("salvage");
  });

  test("it is no answer either where the turn's end has it for its last words", () => {
    const words = "<summary>So far</summary>";
    const ended = (last: string) => judge([...opening, say("Part"), ...recap, complete("u1", last)]);
    expect(ended(words)).toMatchObject({ reason: "no-visible-text", salvage: { text: "Part" } });
    expect(ended("Done.")).toMatchObject({ kind: "terminal", text: "Done." });
    const again = [...opening, ...recap, say(words), complete("u1", words)];
    expect(judge(again)).toMatchObject({ kind: "terminal" });
    const answered = [...opening, say("Done."), record("compacted", { message: "Another's recap" })];
    expect(judge([...answered, complete("u1", "Done.")])).toMatchObject({ kind: "terminal", text: "Done." });
  });

  test("it is taken back out of a message that has words of the child's, too", () => {
    expect(judge([...opening, say("Part"), ...recap])).toMatchObject({
      reason: "stop-not-final",
      salvage: { text: "Part" },
    });
  });

  test("a recap made elsewhere takes nothing back", () => {
    expect(
      judge([...opening, say("Part"), record("compacted", { message: "", replacement_history: [] })]),
    ).toMatchObject({
      reason: "stop-not-final",
      salvage: { text: "Part" },
    });
  });

  test("in the middle of a turn that goes on", () => {
    expect(
      judge([...opening, call("c1"), output("c1"), ...recap, say("Done."), complete("u1", "Done.")]),
    ).toMatchObject({
      kind: "terminal",
      text: "Done.",
    });
  });

  test("a turn that only made one has no answer, and takes the place of the turn before it", () => {
    const byHand = [started("u1"), ...recap, itemCompleted({ type: "ContextCompaction", id: "k" })];
    expect(judge([...firstTurn, ...byHand, complete("u1", null)])).toMatchObject({
      reason: "no-visible-text",
      salvage: { text: "First answer." },
    });
    expect(judge([...firstTurn, ...byHand])).toMatchObject({ reason: "unanswered-input" });
    expect(judge([...firstTurn, ...byHand, aborted("u1")])).toMatchObject({ reason: "stopped-aborted" });
    expect(
      judge([...firstTurn, ...byHand, complete("u1", null), started("u2"), complete("u2", "Second.")]),
    ).toMatchObject({
      kind: "terminal",
      text: "Second.",
    });
  });

  test("without turn records it changes nothing behind an answer", () => {
    expect(
      judge([...firstTurn, record("compacted", { message: "So far", replacement_history: [] })]),
    ).toMatchObject({
      kind: "terminal",
      text: "First answer.",
    });
  });
});

describe("commands that go on running", () => {
  const running = (id: string) =>
    `Chunk ID: 1\nWall time: 0.5 seconds\nProcess running with session ID ${id}\nOutput:\n`;
  const exited = "Chunk ID: 2\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\nok\n";
  const launch = [call("c1", "exec_command", { cmd: "sleep 9" }), output("c1", running("7"))];
  const poll = [call("c2", "write_stdin", { session_id: 7, chars: "" })];
  const end = complete("u1", "Done.");

  test("one that is open at the end parks the child", () => {
    expect(judge([...opening, ...launch, end])).toMatchObject({
      kind: "parked",
      reason: "background-work",
      on: ["7"],
    });
    expect(judge([...opening, ...launch, ...poll, output("c2", running("7")), end])).toMatchObject({
      on: ["7"],
    });
  });

  test("it ends by a poll, by its item, or by its event", () => {
    expect(judge([...opening, ...launch, ...poll, output("c2", exited), end])).toMatchObject({
      kind: "terminal",
    });
    const done = itemCompleted({ type: "CommandExecution", process_id: "7", status: "completed" });
    expect(judge([...opening, ...launch, done, end])).toMatchObject({ kind: "terminal" });
    expect(judge([...opening, ...launch, event("exec_command_end", { process_id: "7" }), end])).toMatchObject(
      {
        kind: "terminal",
      },
    );
  });

  test("another command's end is another's", () => {
    const other = itemCompleted({ type: "CommandExecution", process_id: "8", status: "completed" });
    expect(judge([...opening, ...launch, other, end])).toMatchObject({ kind: "parked" });
    const otherPoll = [call("c2", "write_stdin", { session_id: 8 }), output("c2", exited)];
    expect(judge([...opening, ...launch, ...otherPoll, end])).toMatchObject({ kind: "parked" });
  });

  test("an end behind the turn's end came too late for this answer, and in time for the next", () => {
    const late = itemCompleted({ type: "CommandExecution", process_id: "7", status: "failed" });
    expect(judge([...opening, ...launch, end, late])).toMatchObject({ kind: "parked", on: ["7"] });
    expect(judge([...opening, ...launch, end, late, started("u2")])).toMatchObject({ kind: "unfinished" });
    expect(
      judge([...opening, ...launch, end, late, started("u2"), complete("u2", "It ended.")]),
    ).toMatchObject({
      kind: "terminal",
      text: "It ended.",
    });
  });

  test("it counts over the whole rollout, but for runs before this one", () => {
    const records = [...opening, ...launch, end, started("u2"), complete("u2", "More.")];
    expect(judge(records)).toMatchObject({ kind: "parked", on: ["7"] });
    expect(judge(records, { since: CODEX_START + 6000, skewMs: 0 })).toMatchObject({ kind: "terminal" });
    expect(judge(records, { descendantsKnown: true })).toMatchObject({ kind: "terminal" });
  });

  test("what a command printed is not what it is", () => {
    const printed = [
      call("c1", "exec_command"),
      output("c1", `${exited}Process running with session ID 7\n`),
    ];
    expect(judge([...opening, ...printed, end])).toMatchObject({ kind: "terminal" });
    const quoted = [call("c1"), output("c1", '{"output":"\\nProcess running with session ID 7"}')];
    expect(judge([...opening, ...quoted, end])).toMatchObject({ kind: "terminal" });
  });

  test("an output may be a list of blocks, or an object around the text", () => {
    for (const shape of [
      [{ type: "input_text", text: running("7") }],
      { content: running("7"), success: true },
    ]) {
      expect(judge([...opening, call("c1", "exec_command"), output("c1", shape), end])).toMatchObject({
        kind: "parked",
      });
    }
  });

  test("a script that yielded is open until a wait says that it is over", () => {
    const cell = [
      item("custom_tool_call", { name: "exec", input: "await x()", call_id: "c1" }),
      item("custom_tool_call_output", {
        call_id: "c1",
        output: "Script running with cell ID 4\nWall time 9 seconds\nOutput:\n",
      }),
    ];
    const waited = [
      call("c2", "wait", { cell_id: "4" }),
      output("c2", "Script completed\nWall time 1 seconds\nOutput:\n"),
    ];
    expect(judge([...opening, ...cell, end])).toMatchObject({ kind: "parked", on: ["cell 4"] });
    expect(judge([...opening, ...cell, ...waited, end])).toMatchObject({ kind: "terminal" });
  });

  test("an unfinished turn stays unfinished, whatever runs", () => {
    expect(judge([...opening, ...launch])).toMatchObject({ kind: "unfinished" });
    expect(judge([...opening, ...launch, say("Part")])).toMatchObject({ reason: "stop-not-final" });
  });
});

describe("agents that the child spawned", () => {
  const spawn = [
    call("c1", "spawn_agent", { message: "x" }),
    output("c1", '{"agent_id":"a-1","nickname":"Ada"}'),
  ];
  const notified = (status: unknown, name = "agent_path") =>
    user(`<subagent_notification>\n${JSON.stringify({ [name]: "a-1", status })}\n</subagent_notification>`);
  const waited = (status: unknown) => [
    call("c2", "wait_agent", { targets: ["a-1"] }),
    output("c2", JSON.stringify({ status: { "a-1": status }, timed_out: false })),
  ];
  const end = complete("u1", "Done.");

  test("one that is open parks the child", () => {
    expect(judge([...opening, ...spawn, end])).toMatchObject({ kind: "parked", on: ["a-1"] });
    const timedOut = [call("c2", "wait_agent"), output("c2", '{"status":{},"timed_out":true}')];
    expect(judge([...opening, ...spawn, ...timedOut, end])).toMatchObject({ kind: "parked" });
  });

  test("it is done when a notification or a wait says so", () => {
    for (const status of [
      { completed: "x" },
      { completed: null },
      { errored: "x" },
      "shutdown",
      "not_found",
    ]) {
      expect(judge([...opening, ...spawn, notified(status), end])).toMatchObject({ kind: "terminal" });
      expect(judge([...opening, ...spawn, notified(status, "agent_id"), end])).toMatchObject({
        kind: "terminal",
      });
      expect(judge([...opening, ...spawn, ...waited(status), end])).toMatchObject({ kind: "terminal" });
    }
  });

  test("these states are no end", () => {
    for (const status of ["pending_init", "running", "interrupted", "a word of the future", null]) {
      expect(judge([...opening, ...spawn, notified(status), ...waited(status), end])).toMatchObject({
        kind: "parked",
      });
    }
  });

  test("its last words may hold the closing tag themselves", () => {
    const words = notified({ completed: "I wrote </subagent_notification>" });
    expect(judge([...opening, ...spawn, words, end])).toMatchObject({ kind: "terminal" });
  });

  test("the host's own table of agents counts as well", () => {
    const table = itemCompleted({
      type: "CollabAgentToolCall",
      tool: "wait",
      agents_states: { "a-1": { completed: "x" } },
    });
    expect(judge([...opening, ...spawn, table, end])).toMatchObject({ kind: "terminal" });
  });

  test("a notification behind the answer came too late for it", () => {
    expect(judge([...opening, ...spawn, end, notified({ completed: "x" })])).toMatchObject({
      kind: "parked",
    });
    const next = [started("u2"), complete("u2", "It says x.")];
    expect(judge([...opening, ...spawn, end, notified({ completed: "x" }), ...next])).toMatchObject({
      kind: "terminal",
    });
  });

  test("one of two is not both", () => {
    const second = [call("c3", "spawn_agent"), output("c3", '{"agent_id":"a-2"}')];
    expect(judge([...opening, ...spawn, ...second, ...waited({ completed: "x" }), end])).toMatchObject({
      on: ["a-2"],
    });
  });

  test("a new task sets it to work again; closing it ends it", () => {
    const again = [call("c3", "send_input", { target: "a-1" }), output("c3", '{"submission_id":"s"}')];
    expect(judge([...opening, ...spawn, ...waited({ completed: "x" }), ...again, end])).toMatchObject({
      kind: "parked",
    });
    const refused = [
      call("c3", "send_input", { target: "a-1" }),
      output("c3", "agent with id a-1 not found"),
    ];
    expect(judge([...opening, ...spawn, ...waited({ completed: "x" }), ...refused, end])).toMatchObject({
      kind: "terminal",
    });
    const closed = [
      call("c4", "close_agent", { target: "a-1" }),
      output("c4", '{"previous_status":"running"}'),
    ];
    expect(judge([...opening, ...spawn, ...closed, end])).toMatchObject({ kind: "terminal" });
  });

  test("agents named by a path report by letter", () => {
    const named = [call("c1", "spawn_agent", { task_name: "a" }), output("c1", '{"task_name":"/main/a"}')];
    const letter = (words: string) =>
      item("agent_message", {
        author: "/main/a",
        recipient: "/main",
        content: [{ type: "input_text", text: words }],
      });
    const final = letter("Message Type: FINAL_ANSWER\nTask name: /main\nSender: /main/a\nPayload:\nx");
    expect(judge([...opening, ...named, end])).toMatchObject({ kind: "parked", on: ["/main/a"] });
    expect(judge([...opening, ...named, letter("Message Type: MESSAGE\nhalf way"), end])).toMatchObject({
      kind: "parked",
    });
    expect(judge([...opening, ...named, final, end])).toMatchObject({ kind: "terminal" });
  });

  test("an agent by a name that nobody knows is open all the same", () => {
    const strange = [call("c1", "spawn_agent"), output("c1", '{"handle":7}')];
    expect(judge([...opening, ...strange, end])).toMatchObject({ kind: "parked", on: ["agent"] });
    const refused = [call("c1", "spawn_agent"), output("c1", '{"error":"too many"}')];
    expect(judge([...opening, ...refused, end])).toMatchObject({ kind: "terminal" });
  });

  test("a spawn that failed launched nothing, nor did a server's tool of the same name", () => {
    const failed = [
      call("c1", "spawn_agent"),
      output("c1", "Agent depth limit reached. Solve the task yourself."),
    ];
    expect(judge([...opening, ...failed, end])).toMatchObject({ kind: "terminal" });
    const foreign = item("function_call", {
      name: "spawn_agent",
      namespace: "mcp__farm__",
      arguments: "{}",
      call_id: "c1",
    });
    expect(judge([...opening, foreign, output("c1", '{"agent_id":"a-1"}'), end])).toMatchObject({
      kind: "terminal",
    });
  });
});
