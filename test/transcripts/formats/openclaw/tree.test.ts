/** The tree of entries, the file's versions, the run's time and the session's identity. formats.md, "OpenClaw and pi". */

import { describe, expect, test } from "vitest";
import { judgeMessages } from "../../../../src/transcripts/index.ts";
import { judged, verdictOf } from "../../../support/judged.ts";
import {
  START,
  assistant,
  call,
  custom,
  entries,
  header,
  message,
  result,
  user,
} from "../../../support/openclaw-records.ts";
import type { Body } from "../../../support/openclaw-records.ts";

const label: Body = { type: "label", targetId: "e1", label: "l" };
/** Hangs an entry on another one. */
const on = (parentId: string | null, record: Body): Body => ({ ...record, parentId });

describe("branches", () => {
  const answered = [header, user("Count."), assistant("Three.")];

  test("the leaf is the last entry: an answer on another branch is abandoned", () => {
    expect(verdictOf(entries(...answered, on("e1", label)))).toBe("unfinished abandoned-branch");
    expect(verdictOf(entries(...answered, on("e1", assistant("", { calls: [call("c1")] }))))).toBe(
      "unfinished abandoned-branch",
    );
    expect(verdictOf(entries(...answered, on("e1", user("Count again."))))).toBe(
      "unfinished abandoned-branch",
    );
  });

  test("an answer on the active branch counts, whatever the other one holds", () => {
    const left = on("e1", assistant("Four?", { calls: [call("c1")] }));
    expect(verdictOf(entries(header, user("Count."), left, on("e1", assistant("Three."))))).toBe(
      "terminal final-answer: Three.",
    );
  });

  test("going back to the answer's branch makes it count again", () => {
    expect(verdictOf(entries(...answered, on("e1", label), on("e2", label)))).toBe(
      "terminal final-answer: Three.",
    );
  });

  test("a retry hangs on the same parent, and the last attempt decides", () => {
    const failed = assistant("", { stop: "error" });
    const cut = assistant("Thr", { stop: "length" });
    expect(
      verdictOf(entries(header, user("Count."), failed, on("e1", cut), on("e1", assistant("Three.")))),
    ).toBe("terminal final-answer: Three.");
    expect(verdictOf(entries(...answered, on("e1", failed)))).toBe("unfinished stopped-error");
  });

  test("an open call of a branch that was left is none of this one's", () => {
    const lines = entries(
      header,
      user("Count."),
      assistant("", { calls: [call("c1")] }),
      on("e1", assistant("", { calls: [call("c2")] })),
      result("c2"),
      assistant("Three."),
    );
    expect(verdictOf(lines)).toBe("terminal final-answer: Three.");
  });

  test("background work of a branch that was left is work of the run", () => {
    const spawn = result("c1", "", {
      toolName: "sessions_spawn",
      details: { status: "accepted", runId: "run-7" },
    });
    const lines = entries(
      header,
      user("Count."),
      assistant("", { calls: [call("c1", "sessions_spawn")] }),
      spawn,
      on("e1", assistant("Three.")),
    );
    expect(verdictOf(lines)).toBe("parked background-work");
  });

  test("an unknown parent means the record before it", () => {
    const verdict = judged(entries(header, user("Count."), on("gone", assistant("Three."))));
    expect(verdict).toMatchObject({
      kind: "terminal",
      warnings: [{ code: "dangling-parent", detail: "gone", line: 3 }],
    });
  });

  test("a second root is a branch of its own", () => {
    expect(verdictOf(entries(...answered, on(null, user("Other."))))).toBe("unfinished abandoned-branch");
    expect(verdictOf(entries(...answered, on(null, user("Other.")), assistant("Five.")))).toBe(
      "terminal final-answer: Five.",
    );
  });

  test("a side entry does not move the leaf", () => {
    const aside = on("e1", { ...label, appendMode: "side" });
    expect(verdictOf(entries(...answered, aside))).toBe("terminal final-answer: Three.");
    expect(verdictOf(entries(...answered, { ...user("psst"), appendMode: "side" }))).toBe(
      "terminal final-answer: Three.",
    );
  });

  test("an id that was used before warns", () => {
    const lines = entries(header, user("Count."), assistant("Three.", { rest: { id: "e1" } }));
    expect(judged(lines)).toMatchObject({
      kind: "terminal",
      warnings: [{ code: "duplicate-id", detail: "e1" }],
    });
  });

  test("an entry that hangs on itself changes nothing", () => {
    expect(verdictOf(entries(...answered, { ...label, id: "x", parentId: "x" }))).toBe(
      "terminal final-answer: Three.",
    );
  });
});

describe("versions", () => {
  test.each([1, 2, 3, 4, undefined])("version %j", (version) => {
    expect(verdictOf(entries({ ...header, version }, user("Count."), assistant("Three.")))).toBe(
      "terminal final-answer: Three.",
    );
  });

  test("version 1 has no ids: the order of the records is the branch", () => {
    const plain = (record: Body, seconds: number): string =>
      JSON.stringify({ ...record, timestamp: new Date(START + seconds * 1_000).toISOString() });
    const start = [plain({ type: "session", id: "s-1", cwd: "/" }, 0), plain(user("Count."), 1)];
    expect(verdictOf([...start, plain(assistant("", { calls: [call("c1")] }), 2)])).toBe(
      "unfinished tool-only-turn",
    );
    const done = [
      ...start,
      plain(assistant("", { calls: [call("c1")] }), 2),
      plain(result("c1"), 3),
      plain(assistant("Three."), 4),
    ];
    expect(verdictOf(done)).toBe("terminal final-answer: Three.");
    expect(verdictOf([...done, plain(user("Again."), 5)])).toBe("unfinished unanswered-input");
    expect(judged(done).warnings).toEqual([]);
  });

  test("version 4 names the run in the message", () => {
    const lines = entries(
      { ...header, version: 4 },
      user("Count."),
      assistant("Three.", { body: { __openclaw: { runId: "run-1" } } }),
    );
    expect(verdictOf(lines)).toBe("terminal final-answer: Three.");
  });

  test("a file without its header", () => {
    expect(verdictOf(entries(user("Count."), assistant("Three.")))).toBe("terminal final-answer: Three.");
  });

  test("a header alone", () => {
    expect(judged(entries(header))).toMatchObject({ reason: "empty-history", format: "openclaw" });
    expect(judged(entries(header, { type: "model_change" }))).toMatchObject({ reason: "empty-history" });
  });
});

describe("the run's time", () => {
  // Record n comes n seconds after the header.
  const answered = entries(header, user("Count."), assistant("Three."));
  const at = (seconds: number): number => START + seconds * 1_000;

  test("answer and input at or after the start", () => {
    expect(verdictOf(answered, { since: at(1), skewMs: 0 })).toBe("terminal final-answer: Three.");
    expect(verdictOf(answered, { since: new Date(at(1)), skewMs: 0 })).toBe("terminal final-answer: Three.");
  });

  test("the input before the start: the answer is another run's", () => {
    expect(verdictOf(answered, { since: at(1) + 1, skewMs: 0 })).toBe("unfinished before-run-start");
  });

  test("the skew is five seconds unless said otherwise", () => {
    expect(verdictOf(answered, { since: at(6) })).toBe("terminal final-answer: Three.");
    expect(verdictOf(answered, { since: at(6) + 1 })).toBe("unfinished before-run-start");
    expect(verdictOf(answered, { since: at(181), skewMs: 180_000 })).toBe("terminal final-answer: Three.");
  });

  test("the earlier of the record's and the message's time counts", () => {
    const late = entries(
      header,
      user("Count.", { timestamp: new Date(at(100)).toISOString() }),
      assistant("Three.", {
        body: { timestamp: at(3) },
        rest: { timestamp: new Date(at(101)).toISOString() },
      }),
    );
    expect(verdictOf(late, { since: at(100), skewMs: 0 })).toBe("unfinished before-run-start");
    expect(verdictOf(late, { since: at(3), skewMs: 0 })).toBe("terminal final-answer: Three.");
  });

  test("an answer without a time is refused where the start is given", () => {
    const timeless = entries(header, user("Count."), assistant("Three.", { rest: { timestamp: undefined } }));
    expect(verdictOf(timeless)).toBe("terminal final-answer: Three.");
    expect(verdictOf(timeless, { since: at(0) })).toBe("unfinished before-run-start");
  });

  test("a message's own time stands in for the record's, as a number or as a date", () => {
    for (const timestamp of [at(1), new Date(at(1)).toISOString()]) {
      const asked = message({ role: "user", content: "Count.", timestamp }, { timestamp: undefined });
      const lines = entries(header, asked, assistant("Three."));
      expect(verdictOf(lines, { since: at(1), skewMs: 0 })).toBe("terminal final-answer: Three.");
      expect(verdictOf(lines, { since: at(2), skewMs: 0 })).toBe("unfinished before-run-start");
    }
  });

  test("a last turn wholly before the start is another run's", () => {
    const open = entries(header, user("Count."), assistant("Look.", { calls: [call("c1")] }));
    expect(verdictOf(open, { since: at(60) })).toBe("unfinished empty-current-run");
    expect(judged(open, { since: at(60) })).not.toHaveProperty("salvage");
    const failed = entries(header, user("Count."), assistant("Three"), custom("openclaw:prompt-error"));
    expect(verdictOf(failed, { since: at(60) })).toBe("unfinished empty-current-run");
    expect(verdictOf(entries(header, custom("openclaw:prompt-error")), { since: at(60) })).toBe(
      "unfinished empty-current-run",
    );
  });

  test("old history and an input of this run that nobody answered", () => {
    const lines = entries(
      header,
      user("Count."),
      assistant("Three."),
      user("Again.", { timestamp: new Date(at(60)).toISOString() }),
    );
    expect(verdictOf(lines, { since: at(60) })).toBe("unfinished empty-current-run");
    expect(judged(lines, { since: at(60) })).not.toHaveProperty("salvage");
  });

  test("a note with a wrong clock hides no text of the run", () => {
    const epoch = { timestamp: 0 };
    const rows = [user("Count."), assistant("Three."), { ...custom("note"), ...epoch }, custom("n")];
    const lines = entries(header, ...rows, user("Again."));
    expect(judged(lines, { since: at(0), windowBytes: 1 })).toMatchObject({ salvage: { text: "Three." } });
    const before = entries(
      { ...header, timestamp: at(-600) },
      user("Hi.", epoch),
      assistant("Hi.", { rest: epoch }),
      ...rows,
      user("Again."),
    );
    expect(judged(before, { since: at(1), windowBytes: 1 })).toMatchObject({ salvage: { text: "Three." } });
  });

  test("a word with a wrong clock does not, where the file begins in the run", () => {
    const late = user("Again.", { timestamp: 0 });
    const lines = entries(header, user("Count."), assistant("Three."), late, custom("n"), user("Well?"));
    expect(judged(lines, { since: at(0), windowBytes: 1 })).toMatchObject({ salvage: { text: "Three." } });
  });

  test("a first input without a time is of no run, also out of view", () => {
    const timeless = user("Count.", { timestamp: undefined });
    const work = Array.from({ length: 4 }, (_, index) => [
      assistant("", { calls: [call(`c${index}`)] }),
      result(`c${index}`),
    ]).flat();
    const flat = { id: undefined, parentId: undefined };
    const note = JSON.stringify({ note: "x", timestamp: new Date(START).toISOString() });
    const rest = entries(...[...work, assistant("Three.")].map((record) => ({ ...record, ...flat })));
    const lines = [JSON.stringify(timeless), note, ...rest];
    expect(verdictOf(lines, { since: at(0) })).toBe("unfinished before-run-start");
  });

  test("an earlier answer of this run makes it an unanswered input", () => {
    const lines = entries(
      header,
      user("Count."),
      assistant("Three."),
      user("Again."),
      assistant("", { calls: [call("c1")] }),
    );
    expect(verdictOf(lines, { since: at(0) })).toBe("unfinished unanswered-input");
    expect(judged(lines, { since: at(0) })).toMatchObject({ salvage: { text: "Three." } });
    // Of another run it makes nothing.
    expect(verdictOf(lines, { since: at(3), skewMs: 0 })).toBe("unfinished tool-only-turn");
  });

  test("a start that is none is a mistake of the caller's", () => {
    expect(() => judged(answered, { since: Number.NaN })).toThrow(RangeError);
    expect(() => judged(answered, { since: new Date("x") })).toThrow(RangeError);
    expect(() => judged(answered, { skewMs: -1 })).toThrow(RangeError);
  });
});

describe("identity", () => {
  const answered = entries(header, user("Count."), assistant("Three."));

  test("the header's id is the session", () => {
    expect(verdictOf(answered, { sessionId: "s-1" })).toBe("terminal final-answer: Three.");
    expect(verdictOf(answered, { sessionId: "s-2" })).toBe("indeterminate foreign-transcript");
  });

  test("another session's text is no salvage", () => {
    expect(judged(answered, { sessionId: "s-2" })).not.toHaveProperty("salvage");
  });

  test("a file that names no session cannot prove that it is the one asked for", () => {
    expect(verdictOf(answered.slice(1), { sessionId: "s-1" })).toBe("indeterminate foreign-transcript");
  });

  test("foreign goes before damage", () => {
    expect(verdictOf(answered.join("\n") + "\n{", { sessionId: "s-2" })).toBe(
      "indeterminate foreign-transcript",
    );
  });
});

describe("messages in memory", () => {
  const messages = [
    { role: "user", content: "Count" },
    { role: "assistant", content: "Three.", stopReason: "stop" },
  ];

  test("bare messages, and records", () => {
    expect(judgeMessages(messages)).toMatchObject({ kind: "terminal", text: "Three.", at: { offset: 1 } });
    expect(judgeMessages(messages.map((one) => message(one)))).toMatchObject({
      kind: "terminal",
      text: "Three.",
    });
  });

  test("what is no object is passed over", () => {
    expect(judgeMessages([null, "x", 3, [], ...messages])).toMatchObject({
      kind: "terminal",
      at: { offset: 5 },
    });
  });

  test("a message that cannot be written as JSON is read all the same", () => {
    const circular: Body = { role: "user", content: "Count" };
    circular["self"] = circular;
    expect(judgeMessages([circular, { ...messages[1], cost: 1n }])).toMatchObject({
      kind: "terminal",
      text: "Three.",
    });
  });

  test("nothing is an empty history", () => {
    expect(judgeMessages([])).toEqual({ kind: "unfinished", reason: "empty-history", warnings: [] });
  });
});
