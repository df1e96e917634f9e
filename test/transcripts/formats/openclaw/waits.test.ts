/** Yields in all their forms, and spawned sessions: a child that waits. formats.md, "Yield". */

import { describe, expect, test } from "vitest";
import { judged, verdictOf } from "../../../support/judged.ts";
import {
  assistant,
  call,
  custom,
  entries,
  header,
  marker,
  message,
  result,
  user,
  yields,
} from "../../../support/openclaw-records.ts";
import type { Body } from "../../../support/openclaw-records.ts";

const PARKED = "parked yield-wait";
const opening = [header, user("Count.")];
const yielded = [...opening, ...yields("I will wait for the others.")];

describe("a yield parks the child", () => {
  test.each<[string, readonly Body[]]>([
    ["call, result and marker", yielded],
    ["without text", [...opening, ...yields()]],
    ["on CLI backends with stop", [...opening, ...yields("Waiting.", "y1", "stop")]],
    ["an older marker", [...yielded.slice(0, -1), marker("openclaw.sessions_yield_interrupt")]],
    ["the result alone, in details", yielded.slice(0, -1)],
    [
      "the result alone, as text",
      [...yielded.slice(0, -2), result("y1", '{"status":"yielded"}', { toolName: "sessions_yield" })],
    ],
    [
      "a result that does not name its tool",
      [...yielded.slice(0, -2), result("y1", '{"status":"yielded"}', { toolName: undefined })],
    ],
    ["the marker alone", [...opening, assistant("Waiting."), marker()]],
    ["bookkeeping behind it", [...yielded, custom("model-snapshot"), { type: "label", label: "l" }]],
    ["the host's context behind it", [...yielded, marker("openclaw.runtime-context")]],
  ])("%s", (_, records) => {
    expect(verdictOf(entries(...records))).toBe(PARKED);
  });

  test("at its last record, with the text as salvage", () => {
    const verdict = judged(entries(...yielded));
    expect(verdict).toMatchObject({
      at: { entryId: "e4" },
      on: [],
      salvage: { text: "I will wait for the others." },
    });
  });
});

describe("what is no yield", () => {
  test.each<[string, readonly Body[], string]>([
    ["a call without a result", yielded.slice(0, -2), "unfinished tool-use-turn"],
    [
      "a result with an error",
      [...yielded.slice(0, -2), result("y1", "no", { toolName: "sessions_yield", isError: true })],
      "unfinished trailing-tool-result",
    ],
    [
      "a result with another status",
      [...yielded.slice(0, -2), result("y1", '{"status":"refused"}', { toolName: "sessions_yield" })],
      "unfinished trailing-tool-result",
    ],
    [
      "the same words of another tool",
      [
        ...opening,
        assistant("", { calls: [call("c1")] }),
        result("c1", '{"status":"yielded"}'),
        assistant("Done."),
      ],
      "terminal final-answer: Done.",
    ],
    [
      "an imitation in plain text",
      [...opening, assistant("sessions_yield: I will wait for the others.")],
      "terminal final-answer: sessions_yield: I will wait for the others.",
    ],
    [
      "an imitation as JSON in text",
      [...opening, assistant('{"status":"yielded"}')],
      'terminal final-answer: {"status":"yielded"}',
    ],
    [
      "an imitation by a user",
      [...opening, assistant("Done."), user("openclaw.sessions_yield")],
      "unfinished unanswered-input",
    ],
  ])("%s", (_, records, verdict) => {
    expect(verdictOf(entries(...records))).toBe(verdict);
  });
});

describe("what ends a wait", () => {
  const inter = message({ role: "user", content: "Three.", provenance: { kind: "inter_session" } });

  test.each<[string, readonly Body[], string]>([
    ["a user", [user("Go on."), assistant("Done.")], "terminal final-answer: Done."],
    ["another session", [inter, assistant("Done.")], "terminal final-answer: Done."],
    ["an input of the host's", [marker("other"), assistant("Done.")], "terminal final-answer: Done."],
    ["an input that nobody answered", [user("Go on.")], "unfinished empty-current-run"],
    [
      "other text that a model wrote",
      [assistant("Done after all.")],
      "terminal final-answer: Done after all.",
    ],
    ["a new call", [assistant("", { calls: [call("c1")] })], "unfinished tool-only-turn"],
    [
      "a new call with a copy of the text",
      [assistant("I will wait for the others.", { calls: [call("c1")] })],
      "unfinished tool-use-turn",
    ],
    [
      "a new call of a CLI backend",
      [assistant("x", { calls: [call("c1")], api: "cli" })],
      "unfinished tool-use-turn",
    ],
  ])("%s", (_, records, verdict) => {
    expect(verdictOf(entries(...yielded, ...records))).toBe(verdict);
  });
});

describe("what leaves the child parked", () => {
  test.each<[string, Body]>([
    [
      "the host's copy of the text before, by way of cli",
      assistant("I will wait for the others.", { api: "cli" }),
    ],
    ["any text by way of cli", assistant("Waiting now.", { api: "cli" })],
    ["a copy by another way", assistant("I will wait for the others.")],
    ["a copy in tags", assistant("<final>I will wait for the others.</final>")],
    ["a record without text", assistant("")],
    ["a mirror", assistant("Done.", { body: { provider: "openclaw", model: "delivery-mirror" } })],
    [
      "what the gateway says",
      assistant("Done.", { body: { provider: "openclaw", model: "gateway-injected" } }),
    ],
  ])("%s", (_, record) => {
    expect(verdictOf(entries(...yielded, record))).toBe(PARKED);
    expect(verdictOf(entries(...yielded, record, custom("model-snapshot")))).toBe(PARKED);
    expect(verdictOf(entries(...yielded, record, record))).toBe(PARKED);
  });

  test("text that repeats an older message of the turn", () => {
    const lines = entries(
      ...opening,
      assistant("First things first.", { calls: [call("c1")] }),
      result("c1"),
      ...yields("I will wait."),
      assistant("First things first."),
    );
    expect(verdictOf(lines)).toBe(PARKED);
  });

  test("text that repeats an earlier turn is new in this one", () => {
    const lines = entries(
      ...opening,
      assistant("Done."),
      user("Again."),
      ...yields("I will wait."),
      assistant("Done."),
    );
    expect(verdictOf(lines)).toBe("terminal final-answer: Done.");
  });

  test("a copy behind much tool output", () => {
    const lines = entries(
      ...opening,
      assistant("I will wait.", { calls: [call("c1")] }),
      result("c1", "x".repeat(100_000)),
      ...yields(),
      assistant("I will wait."),
    );
    expect(verdictOf(lines)).toBe(PARKED);
  });

  test("after the copy, new text ends the wait", () => {
    const copy = assistant("I will wait for the others.", { api: "cli" });
    expect(verdictOf(entries(...yielded, copy, assistant("Done.")))).toBe("terminal final-answer: Done.");
  });
});

describe("a spawned session is background work", () => {
  const report = { status: "accepted", childSessionKey: "agent:main:subagent:7", runId: "run-7" };
  const spawned = (body: Body = { details: report }): Body[] => [
    ...opening,
    assistant("", { calls: [call("c1", "sessions_spawn")] }),
    result("c1", "accepted", { toolName: "sessions_spawn", ...body }),
    assistant("Done."),
  ];

  test("until it is reported, an answer is parked, and names the work", () => {
    const verdict = judged(entries(...spawned()));
    expect(verdict).toMatchObject({
      reason: "background-work",
      on: ["agent:main:subagent:7"],
      at: { entryId: "e3" },
      salvage: { text: "Done." },
    });
  });

  test("a caller who knows the descendants takes the answer", () => {
    expect(verdictOf(entries(...spawned()), { descendantsKnown: true })).toBe("terminal final-answer: Done.");
  });

  test("the report may be JSON in the text", () => {
    const text = [{ type: "text", text: JSON.stringify(report) }];
    expect(verdictOf(entries(...spawned({ content: text })))).toBe("parked background-work");
  });

  test.each([
    `${JSON.stringify(report)}\nDo not poll for it.`,
    `Spawned: ${JSON.stringify(report)}`,
    `${JSON.stringify(report).slice(0, -9)} [truncated]`,
  ])("nor must it be whole, nor alone: %s", (text) => {
    const rows = entries(...spawned({ content: [{ type: "text", text }] }));
    expect(judged(rows)).toMatchObject({ kind: "parked", on: ["agent:main:subagent:7"] });
    const refused = text.replace("accepted", "forbidden");
    expect(verdictOf(entries(...spawned({ content: refused })))).toBe("terminal final-answer: Done.");
  });

  test("where it cannot be read, a child may run", () => {
    expect(verdictOf(entries(...spawned({})))).toBe("parked background-work");
    expect(verdictOf(entries(...spawned({ content: "" })))).toBe("parked background-work");
  });

  test("a yield is one, too, whatever stands around its report", () => {
    const content = 'ok: {"status":"yielded","message":"x"} [1 KB]';
    const [called = {}, , marked = {}] = yields("Waiting.");
    const copy = assistant("On it.", { api: "cli" });
    const rows = [...opening, called, result("y1", "", { toolName: "sessions_yield", content }), copy];
    expect(verdictOf(entries(...rows))).toBe("parked yield-wait");
    expect(verdictOf(entries(...rows, marked))).toBe("parked yield-wait");
  });

  test("a spawn that was not accepted, or failed, is none", () => {
    expect(verdictOf(entries(...spawned({ details: { status: "forbidden" } })))).toBe(
      "terminal final-answer: Done.",
    );
    expect(verdictOf(entries(...spawned({ details: report, isError: true })))).toBe(
      "terminal final-answer: Done.",
    );
  });

  test.each(["agent:main:subagent:7", "run-7"])("an input that names %s closes it", (id) => {
    const note = message({
      role: "user",
      content: `Finished: ${id}.\n`,
      provenance: { kind: "inter_session" },
    });
    expect(verdictOf(entries(...spawned(), note, assistant("All done.")))).toBe(
      "terminal final-answer: All done.",
    );
  });

  test("an input that names it in its provenance closes it", () => {
    const provenance = { kind: "inter_session", sourceSessionKey: report.childSessionKey };
    const note = message({ role: "user", content: "Finished.", provenance });
    expect(verdictOf(entries(...spawned(), note, assistant("All done.")))).toBe(
      "terminal final-answer: All done.",
    );
  });

  test("an input that names another one does not, though its name begins alike", () => {
    for (const id of [
      "agent:main:subagent:71",
      "agent:main:subagent:7-b",
      "agent:main:subagent:7:subagent:1",
      "run-77",
      "xrun-7",
      "run-7.2",
    ]) {
      expect(verdictOf(entries(...spawned(), user(`Finished: ${id}`), assistant("Done.")))).toBe(
        "parked background-work",
      );
    }
  });

  test("a name is known between line breaks, quotes and marks", () => {
    for (const text of [
      "a\nrun-7\nb",
      "a\trun-7:",
      'the "run-7"',
      "run-7.",
      "(run-7)",
      "run-7, run-8",
      "runId:run-7",
    ]) {
      expect(verdictOf(entries(...spawned(), user(text), assistant("Done.")))).toBe(
        "terminal final-answer: Done.",
      );
    }
  });

  test("it counts over the whole run, not over another run's", () => {
    const lines = entries(...spawned(), user("Again."), assistant("Done again."));
    expect(verdictOf(lines)).toBe("parked background-work");
    expect(verdictOf(lines, { since: Date.UTC(2026, 10, 1, 10, 0, 10), skewMs: 5_001 })).toBe(
      "terminal final-answer: Done again.",
    );
  });

  test("a spawn whose result was lost to damage is not known to be over", () => {
    const lines = entries(...spawned(), user("Again."), assistant("Done again."));
    lines[3] = "\0".repeat(100);
    expect(verdictOf(lines)).toBe("parked background-work");
  });

  test("with a stop that was not recorded it is parked all the same", () => {
    const records = spawned().slice(0, -1);
    expect(verdictOf(entries(...records, assistant("Done.", { stop: null })))).toBe("parked background-work");
  });
});
