/** Work that a run leaves running, and how each kind of it is closed. formats.md, "Background work". */

import { describe, expect, test } from "vitest";
import { judged, verdictOf } from "../../../support/judged.ts";
import {
  CLAUDE_START,
  answer,
  attachment,
  block,
  call,
  calls,
  failure,
  lines,
  meta,
  notification,
  notified,
  result,
  text,
  used,
  user,
} from "../../../support/claude-code-records.ts";
import type { Row } from "../../../support/claude-code-records.ts";

const DONE = "terminal final-answer: Done.";
const PARKED = "parked background-work";
const asked = user("Count.");

const agent = used("t1", { isAsync: true, status: "async_launched", agentId: "a1" }, "Agent");
const shell = used("t1", { stdout: "", backgroundTaskId: "b1" });
const monitor = used("t1", { taskId: "m1", timeoutMs: 200_000, persistent: false }, "Monitor");
/** Over at 10:00:08: the ninth row's time. */
const wakeUp = used("t1", { scheduledFor: CLAUDE_START + 8_000 }, "ScheduleWakeup");

describe("launched", () => {
  test.each<[string, readonly Row[], string | undefined]>([
    ["an agent", agent, "a1"],
    ["a shell", shell, "b1"],
    ["a monitor", monitor, "m1"],
    ["a monitor without an end", used("t1", { taskId: "m1", timeoutMs: 0, persistent: true }), "m1"],
    ["a wake-up", wakeUp, undefined],
    [
      "a wake-up at a time in words",
      used("t1", { scheduledFor: new Date(CLAUDE_START + 8_000).toISOString() }),
      undefined,
    ],
    ["a workflow", used("t1", { status: "async_launched", taskId: "w1", taskType: "local_workflow" }), "w1"],
    [
      "a shell, in its text",
      [calls("t1"), result("t1", "Command running in background with ID: bash_7")],
      "bash_7",
    ],
    ...[null, "Command running in background with ID: b1", [text("x")]].map(
      (toolUseResult): [string, readonly Row[], string] => [
        `a shell, in its text beside a report that is ${JSON.stringify(toolUseResult)}`,
        [calls("t1"), result("t1", "Command running in background with ID: b1", { toolUseResult })],
        "b1",
      ],
    ),
    [
      "an agent, in the second result of a row",
      [
        block("m0", [call("t1"), call("t2")], "tool_use"),
        user(
          [
            { type: "tool_result", tool_use_id: "t1", content: "ok" },
            {
              type: "tool_result",
              tool_use_id: "t2",
              content: "Async agent launched successfully.\nagentId: a1 (internal)",
            },
          ],
          { toolUseResult: { stdout: "ok" } },
        ),
      ],
      "a1",
    ],
    [
      "a shell, in a block",
      [calls("t1"), result("t1", [text("Command running in background with ID: b1. Output is")])],
      "b1",
    ],
    [
      "a shell, behind its output",
      [calls("t1"), result("t1", "x\nCommand running in background with ID: b1. Output")],
      "b1",
    ],
    [
      "a shell that a person sent there",
      [
        calls("t1"),
        result("t1", "Command was manually backgrounded by user with ID: b1. Output is being written"),
      ],
      "b1",
    ],
    [
      "a shell that took too long",
      [
        calls("t1"),
        result(
          "t1",
          "Command did not complete within its 120s timeout and was moved to the background (ID: b1). Output",
        ),
      ],
      "b1",
    ],
    [
      "an agent, in its text",
      [
        calls("t1", "Agent"),
        result("t1", [text("Async agent launched successfully.\nagentId: a1 (internal ID)")]),
      ],
      "a1",
    ],
    [
      "a monitor, in its text",
      [calls("t1", "Monitor"), result("t1", "Monitor started (task m1, timeout 200000ms).")],
      "m1",
    ],
    [
      "a workflow, in its text",
      [calls("t1", "Workflow"), result("t1", "Workflow launched in background. Task ID: w1\nx")],
      "w1",
    ],
  ])("%s", (_, rows, id) => {
    const verdict = judged(lines(asked, ...rows, answer("I will wait.")));
    expect(verdict).toMatchObject({
      kind: "parked",
      reason: "background-work",
      salvage: { text: "I will wait." },
    });
    if (id !== undefined) expect(verdict).toMatchObject({ on: [id] });
    expect(verdictOf(lines(asked, ...rows, answer("Done.")), { descendantsKnown: true })).toBe(DONE);
  });

  test("it parks an answer whose stop was not recorded, too", () => {
    expect(verdictOf(lines(asked, ...shell, block("m1", text("Waiting."), null)))).toBe(PARKED);
  });

  test.each<[string, readonly Row[]]>([
    ["an agent in the foreground", used("t1", { status: "completed", agentId: "a1", content: [] }, "Agent")],
    ["a shell in the foreground", used("t1", { stdout: "x", stderr: "", interrupted: false })],
    ["a report in words", [calls("t1"), result("t1", "no", { toolUseResult: "Error: Exit code 1" })]],
    ["a task on a list", used("t1", { taskId: "1", task: { id: "1", subject: "x" } }, "TaskCreate")],
    ["a call that failed", [calls("t1"), failure("t1", "Command running in background with ID: b1")]],
    ["a wake-up that was not set", used("t1", { scheduledFor: 0 }, "ScheduleWakeup")],
    [
      "the words in the output of a command that the host reports on",
      [
        calls("t1"),
        result("t1", "Command running in background with ID: b1", { toolUseResult: { stdout: "x" } }),
      ],
    ],
  ])("not: %s", (_, rows) => {
    expect(verdictOf(lines(asked, ...rows, answer("Done.")))).toBe(DONE);
  });

  test("an open call stands before it, an answer that is none too", () => {
    expect(verdictOf(lines(asked, ...shell, calls("t2")))).toBe("unfinished tool-only-turn");
    expect(verdictOf(lines(asked, ...shell, block("m1", text("Cut"), "max_tokens")))).toBe(
      "unfinished stopped-length",
    );
    expect(verdictOf(lines(asked, ...shell))).toBe("unfinished tool-only-turn");
  });
});

describe("reported done", () => {
  test.each(["completed", "failed", "killed", "blocked"])("%s", (status) => {
    for (const [work, id] of [
      [agent, "a1"],
      [shell, "b1"],
      [monitor, "m1"],
    ] as const) {
      const waiting = [asked, ...work, answer("I will wait.", "m1")];
      expect(verdictOf(lines(...waiting, notified(id, status)))).toBe("unfinished unanswered-input");
      expect(verdictOf(lines(...waiting, notified(id, status), answer("Done.")))).toBe(DONE);
    }
  });

  const waiting = [asked, ...agent, answer("I will wait.", "m1")];

  test.each<[string, Row]>([
    ["in blocks", user([text(notification("a1", "completed"))])],
    ["two at once", user(`${notification("a0", "completed")}\n${notification("a1", "completed")}`)],
    [
      "with a word before it",
      user(`A task ended:\n${notification("a1", "completed")}`, { origin: { kind: "task-notification" } }),
    ],
    [
      "behind the host's preface, and no origin said",
      user(`[SYSTEM NOTIFICATION - NOT USER INPUT]\nAn event.\n\n${notification("a1", "completed")}`),
    ],
    [
      "as a queued command",
      attachment("queued_command", {
        prompt: notification("a1", "completed"),
        commandMode: "task-notification",
      }),
    ],
    [
      "as a queued command without a mode",
      attachment("queued_command", { prompt: notification("a1", "completed") }),
    ],
    [
      "as a queued command in blocks",
      attachment("queued_command", { prompt: [text(notification("a1", "failed"))] }),
    ],
    [
      "its status behind its summary",
      user(
        "<task-notification><task-id>a1</task-id><summary>x</summary><status>completed</status></task-notification>",
      ),
    ],
  ])("%s", (_, row) => {
    expect(verdictOf(lines(...waiting, row, answer("Done.")))).toBe(DONE);
  });

  test.each<[string, Row]>([
    ["another task", notified("a2", "completed")],
    ["a longer name", notified("a11", "completed")],
    ["still running", notified("a1", "running")],
    ["an event, and no end", notified("a1")],
    [
      "an event that speaks of an end",
      user(
        "<task-notification>\n<task-id>a1</task-id>\n<event><status>completed</status></event>\n</task-notification>",
      ),
    ],
    [
      "another's result that quotes its end",
      user(
        `<task-notification>\n<task-id>a2</task-id>\n<status>completed</status>\n<result>I saw ${notification("a1", "completed")} there.</result>\n</task-notification>`,
      ),
    ],
    ["an event before another's end", user(`${notification("a1")}\n${notification("a2", "completed")}`)],
    ["a person who quotes one", user(`What is ${notification("a1", "completed")}?`)],
    ["words alone", user("The agent a1 is completed.")],
  ])("not by: %s", (_, row) => {
    expect(verdictOf(lines(...waiting, row, answer("Done.")))).toBe(PARKED);
  });

  test("a tool's output is no notification", () => {
    const rows = [calls("t2"), result("t2", notification("a1", "completed"))];
    expect(verdictOf(lines(asked, ...agent, ...rows, answer("Done.")))).toBe(PARKED);
  });

  test("one in the queue was not delivered", () => {
    const queued = {
      type: "queue-operation",
      operation: "enqueue",
      content: notification("a1", "completed"),
    };
    expect(verdictOf(lines(...waiting, queued))).toBe(PARKED);
  });

  test("each of several must be", () => {
    const two = [
      ...agent,
      ...used("t2", { isAsync: true, status: "async_launched", agentId: "a2" }, "Agent"),
    ];
    const rows = [
      asked,
      ...two,
      answer("I will wait.", "m1"),
      notified("a2", "completed"),
      answer("One left.", "m2"),
    ];
    expect(judged(lines(...rows))).toMatchObject({ kind: "parked", on: ["a1"] });
    expect(verdictOf(lines(...rows, notified("a1", "failed"), answer("Done.")))).toBe(DONE);
  });

  test("the answer must come after it", () => {
    expect(verdictOf(lines(asked, ...agent, notified("a1", "completed")))).toBe(
      "unfinished empty-current-run",
    );
  });
});

describe("closed by a tool", () => {
  test.each<[string, readonly Row[], unknown]>([
    ["TaskStop", agent, { message: "Successfully stopped task: a1 (x)", task_id: "a1" }],
    [
      "TaskStop of a monitor",
      monitor,
      { message: "Successfully stopped task: m1", task_id: "m1", task_type: "x" },
    ],
    ["TaskStop of a shell", shell, { message: "Successfully stopped task: b1", task_id: "b1" }],
    ["KillShell", shell, { message: "Successfully killed shell: b1 (x)", shell_id: "b1" }],
    [
      "TaskOutput that waited for it",
      shell,
      {
        retrieval_status: "success",
        task: { task_id: "b1", task_type: "local_bash", status: "completed", exitCode: 0 },
      },
    ],
    ["BashOutput of a shell that ended", shell, { shellId: "b1", status: "failed", exitCode: 1 }],
  ])("%s", (_, work, report) => {
    expect(verdictOf(lines(asked, ...work, ...used("t2", report), answer("Done.")))).toBe(DONE);
  });

  test.each<[string, string, unknown]>([
    ["TaskStop", "TaskStop", { message: "Successfully stopped task: b1 (sleep 9)", task_id: "b1" }],
    ["KillShell", "KillShell", { message: "Successfully killed shell: b1 (sleep 9)", shell_id: "b1" }],
  ])("%s, in its result's words, where the host reports nothing", (_, name, report) => {
    const told = JSON.stringify(report);
    for (const content of [told, [text(told)]]) {
      const rows = [asked, ...shell, calls("t2", name), result("t2", content), answer("Done.")];
      expect(verdictOf(lines(...rows))).toBe(DONE);
    }
    const printed = [asked, ...shell, calls("t2"), result("t2", told), answer("Done.")];
    expect(verdictOf(lines(...printed))).toBe(PARKED);
    const failed = [asked, ...shell, calls("t2", name), failure("t2", told), answer("Done.")];
    expect(verdictOf(lines(...failed))).toBe(PARKED);
  });

  test.each<[string, unknown]>([
    ["a stop that failed", { message: "No task found with ID: b1", task_id: "b1" }],
    ["another's", { message: "Successfully stopped task: b2", task_id: "b2" }],
    ["a look at one that runs", { retrieval_status: "timeout", task: { task_id: "b1", status: "running" } }],
    ["a look at a shell that runs", { shellId: "b1", status: "running" }],
  ])("not by %s", (_, report) => {
    expect(verdictOf(lines(asked, ...shell, ...used("t2", report), answer("Done.")))).toBe(PARKED);
  });
});

describe("how far it counts", () => {
  test("a shell in its turn alone; agents, monitors and wake-ups over the run", () => {
    const next = [answer("Started.", "m1"), user("And now?"), answer("Done.")];
    expect(verdictOf(lines(asked, ...shell, ...next))).toBe(DONE);
    expect(verdictOf(lines(asked, ...agent, ...next))).toBe(PARKED);
    expect(verdictOf(lines(asked, ...monitor, ...next))).toBe(PARKED);
    expect(verdictOf(lines(asked, ...wakeUp, ...next))).toBe(PARKED);
  });

  test("a shell through notifications and feedback", () => {
    const rows = [asked, ...shell, answer("Started.", "m1"), notified("b9", "completed"), answer("Done.")];
    expect(verdictOf(lines(...rows))).toBe(PARKED);
    expect(verdictOf(lines(...rows, meta("Stop hook feedback:\nmore"), answer("Done.", "m2")))).toBe(PARKED);
    const ofSubagent = user([text("SubagentStop hook feedback:\n- [check]: more")]);
    expect(verdictOf(lines(...rows, ofSubagent, answer("Done.", "m2")))).toBe(PARKED);
    const preface = user("[SYSTEM NOTIFICATION - NOT USER INPUT] A background event");
    expect(verdictOf(lines(...rows, preface, answer("Done.", "m2")))).toBe(PARKED);
    expect(verdictOf(lines(...rows, user("Is hook feedback on?"), answer("Done.", "m2")))).toBe(DONE);
  });

  test("work of an earlier run is not this run's", () => {
    const rows = lines(asked, ...agent, answer("I will wait.", "m1"), user("And now?"), answer("Done."));
    expect(verdictOf(rows, { since: CLAUDE_START + 4_000, skewMs: 0 })).toBe(DONE);
    expect(verdictOf(rows, { since: CLAUDE_START, skewMs: 0 })).toBe(PARKED);
  });
});

describe("wake-ups", () => {
  const waiting = [asked, ...wakeUp, answer("Later.", "m1")];
  const later = (row: Row, second: number): Row => ({
    ...row,
    timestamp: new Date(CLAUDE_START + second * 1_000).toISOString(),
  });

  test.each<[string, Row, string]>([
    ["an input at its time", later(meta("Wake up."), 8), DONE],
    ["an input after it", later(user("And now?"), 20), DONE],
    ["a notification after it", later(notified("x", "completed"), 9), DONE],
    ["an input before it", later(user("And now?"), 7), PARKED],
  ])("%s", (_, row, verdict) => {
    expect(verdictOf(lines(...waiting, row, later(answer("Done."), 21)))).toBe(verdict);
  });

  test("its time alone ends nothing", () => {
    expect(verdictOf(lines(...waiting, { ...later(answer("Done."), 30) }))).toBe(PARKED);
  });
});
