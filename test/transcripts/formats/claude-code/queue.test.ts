/** Inputs that wait in the host's queue. formats.md, "A queue-operation enqueue behind the answer". */

import { describe, expect, test } from "vitest";
import { verdictOf } from "../../../support/judged.ts";
import {
  answer,
  attachment,
  lines,
  queue,
  result,
  calls,
  user,
} from "../../../support/claude-code-records.ts";
import type { Row } from "../../../support/claude-code-records.ts";

const DONE = "terminal final-answer: Done.";
const WAITING = "unfinished unanswered-input";
const answered = [user("Count."), answer("Done.")];

describe("behind the answer", () => {
  test.each<[string, readonly Row[], string]>([
    ["a prompt waits", [queue("enqueue", "And now?")], WAITING],
    ["a prompt without its text", [queue("enqueue")], WAITING],
    ["a prompt in blocks", [queue("enqueue", [{ type: "text", text: "/cost" }])], WAITING],
    ["a notification waits", [queue("enqueue", "<task-notification>x</task-notification>")], WAITING],
    ["a path is no command", [queue("enqueue", "/srv/app is broken")], WAITING],
    ["a slash command", [queue("enqueue", "/compact")], DONE],
    ["a slash command with words", [queue("enqueue", "/review the diff")], DONE],
    ["a plugin's command", [queue("enqueue", "/plugin:do-it now")], DONE],
    ["taken", [queue("enqueue", "And now?"), queue("dequeue")], DONE],
    ["removed", [queue("enqueue", "And now?"), queue("remove")], DONE],
    ["taken back to be edited", [queue("enqueue", "And now?"), queue("popAll", "And now?")], DONE],
    ["two, and one taken", [queue("enqueue", "One?"), queue("enqueue", "Two?"), queue("dequeue")], WAITING],
    [
      "two, and both taken",
      [queue("enqueue", "One?"), queue("enqueue", "Two?"), queue("dequeue"), queue("dequeue")],
      DONE,
    ],
    ["two, taken back at once", [queue("enqueue", "One?"), queue("enqueue", "Two?"), queue("popAll")], DONE],
    [
      "a command and a prompt, the first taken",
      [queue("enqueue", "/cost"), queue("enqueue", "Two?"), queue("dequeue")],
      WAITING,
    ],
    [
      "a prompt and a command, the first taken",
      [queue("enqueue", "One?"), queue("enqueue", "/cost"), queue("dequeue")],
      DONE,
    ],
    [
      "the one that is named is removed",
      [queue("enqueue", "One?"), queue("enqueue", "/cost"), queue("remove", "/cost")],
      WAITING,
    ],
    ["an operation of the future", [queue("enqueue", "One?"), queue("novelty")], WAITING],
    ["taken before it came", [queue("dequeue"), queue("enqueue", "One?")], WAITING],
    ["a word of its own follows", [queue("enqueue", "One?"), user("One?"), answer("Done.", "m2")], DONE],
    [
      "it came in the middle of the turn",
      [queue("enqueue", "One?"), attachment("queued_command", { prompt: "One?" }), answer("Done.", "m2")],
      DONE,
    ],
  ])("%s", (_, rows, verdict) => {
    expect(verdictOf(lines(...answered, ...rows))).toBe(verdict);
  });
});

test("before the answer it is not behind it", () => {
  expect(verdictOf(lines(user("Count."), queue("enqueue", "And now?"), answer("Done.")))).toBe(DONE);
  expect(
    verdictOf(lines(user("Count."), calls("t1"), queue("enqueue", "x"), result("t1"), answer("Done."))),
  ).toBe(DONE);
});

test("what is taken behind the answer is the first that waits, whenever it came", () => {
  const rows = [user("Count."), queue("enqueue", "One?"), answer("Done.")];
  expect(verdictOf(lines(...rows, queue("dequeue")))).toBe(DONE);
  expect(verdictOf(lines(...rows, queue("enqueue", "Two?"), queue("dequeue")))).toBe(WAITING);
});

test("nothing but a queue is no conversation", () => {
  expect(verdictOf(lines(queue("enqueue", "Count."), queue("dequeue")))).toBe("unfinished empty-history");
});

test("the queue's rows may stand behind the rows that they brought, as in 2.1.50", () => {
  const earlier = { timestamp: "2026-11-01T09:59:59.000Z" };
  const rows = [user("Count."), answer("Done."), { ...queue("enqueue", "Count."), ...earlier }];
  expect(verdictOf(lines(...rows, { ...queue("dequeue"), ...earlier }))).toBe(DONE);
});
