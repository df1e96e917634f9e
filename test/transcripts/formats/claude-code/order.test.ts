/** Rows that stand in another order than they belong, are replayed, or hang on nothing. formats.md, "File order". */

import { describe, expect, test } from "vitest";
import { judged, verdictOf } from "../../../support/judged.ts";
import {
  CLAUDE_START,
  answer,
  attachment,
  block,
  call,
  calls,
  lines,
  queue,
  result,
  system,
  text,
  used,
  user,
} from "../../../support/claude-code-records.ts";
import type { Row } from "../../../support/claude-code-records.ts";

const DONE = "terminal final-answer: Done.";
const asked = user("Count.");

/** A row that belongs at another place: its own uuid, and the row it hangs on. */
const placed = (row: Row, uuid: string, parentUuid: string | null): Row => ({ ...row, uuid, parentUuid });
const warnings = (rows: readonly Row[]): readonly string[] =>
  judged(lines(...rows)).warnings.map(({ code, line }) => `${code}:${line}`);

describe("a row that belongs before one that was read", () => {
  const prompt = placed(asked, "P", null);
  const called = placed(calls("t1"), "C", "P");
  const answered = placed(result("t1"), "R", "C");
  const final = placed(answer("Done."), "F", "R");

  test.each<[string, readonly Row[], string]>([
    ["a result before its call", [prompt, answered, called], "unfinished tool-only-turn"],
    ["a result before its call, and the answer", [prompt, answered, called, final], DONE],
    ["an answer before its result", [prompt, called, final, answered], DONE],
    ["an answer before its result and call", [prompt, final, answered, called], DONE],
    ["an answer before its call", [prompt, answered, final, called], DONE],
    ["a prompt behind its call", [called, prompt, answered, final], DONE],
    ["a prompt behind its answer", [placed(answer("Done."), "F", "P"), prompt], DONE],
    [
      "a prompt behind its answer, in a later turn",
      [
        placed(asked, "A", null),
        placed(answer("One.", "m1"), "B", "A"),
        placed(answer("Done."), "F", "P"),
        placed(asked, "P", "B"),
      ],
      DONE,
    ],
    [
      "a call's block behind its result, in one message",
      [
        prompt,
        placed(block("m1", text("Look."), null), "T", "P"),
        answered,
        placed(block("m1", call("t1"), "tool_use"), "C", "T"),
      ],
      "unfinished trailing-tool-result",
    ],
    [
      "a row of bookkeeping between the two",
      [
        prompt,
        called,
        placed(attachment("prompt_snapshot"), "S", "R"),
        placed(answer("Done."), "F", "S"),
        answered,
      ],
      DONE,
    ],
    [
      "a result that only bookkeeping hangs on",
      [prompt, called, placed(attachment("prompt_snapshot"), "S", "R"), answered],
      "unfinished tool-only-turn",
    ],
    [
      "a late call that nobody answered",
      [prompt, placed(answer("Done."), "F", "C"), called],
      "unfinished open-tool-call",
    ],
    [
      "a late launch",
      [
        prompt,
        called,
        final,
        placed(
          result("t1", "ok", { toolUseResult: { isAsync: true, status: "async_launched", agentId: "a1" } }),
          "R",
          "C",
        ),
      ],
      "parked background-work",
    ],
  ])("%s", (_, rows, verdict) => {
    expect(verdictOf(lines(...rows))).toBe(verdict);
  });

  test("it is no warning: the row was there", () => {
    expect(warnings([prompt, called, final, answered])).toEqual([]);
    expect(warnings([prompt, answered, called, final])).toEqual([]);
  });

  test("the answer's own place is told", () => {
    expect(judged(lines(prompt, called, final, answered)).at).toMatchObject({ entryId: "F", line: 3 });
  });
});

describe("a row that hangs on nothing", () => {
  test("is read where it stands, with a warning", () => {
    const rows = [asked, placed(calls("t1"), "C", "gone"), result("t1"), answer("Done.")];
    expect(verdictOf(lines(...rows))).toBe(DONE);
    expect(warnings(rows)).toEqual(["dangling-parent:2"]);
  });

  test("the first row may, on a resume in a new file", () => {
    expect(warnings([{ ...asked, parentUuid: "elsewhere" }, answer("Done.")])).toEqual([]);
    expect(warnings([queue("enqueue", "x"), { ...asked, parentUuid: "elsewhere" }, answer("Done.")])).toEqual(
      [],
    );
  });

  test("a recap does, and is none", () => {
    const boundary = system("compact_boundary", {
      parentUuid: null,
      logicalParentUuid: "u1",
      compactMetadata: { trigger: "manual" },
    });
    expect(warnings([asked, answer("Done."), boundary])).toEqual([]);
  });

  test("one warning for each", () => {
    const rows = [asked, { ...asked, parentUuid: "gone" }, { ...answer("Done."), parentUuid: "lost" }];
    expect(warnings(rows)).toEqual(["dangling-parent:2", "dangling-parent:3"]);
  });
});

describe("a reading from the tail, where rows out of view matter", () => {
  const note = (uuid: string, parent: string | null): Row => placed(system("turn_duration"), uuid, parent);
  const cut = placed(block(undefined, text("And"), "pause_turn"), "C", "K");
  const early = placed(answer("Done."), "X", "C");

  test("one that hangs on a row in view", () => {
    const between = ["K", "L", "M"].map((uuid, index, all) => note(uuid, all[index - 1] ?? "u0"));
    expect(verdictOf(lines(asked, early, ...between, { ...cut, parentUuid: "M" }))).toBe(DONE);
  });

  test("one that hangs on a row that hangs on nothing", () => {
    expect(verdictOf(lines(early, note("K", null), { ...cut, parentUuid: null }))).toBe(DONE);
    expect(verdictOf(lines(early, cut, note("K", null), note("L", "K")))).toBe(DONE);
  });

  test("the row that is replayed behind one that hangs on nothing", () => {
    const first = placed(answer("Done."), "F", "K");
    const rows = lines(first, note("J", "F"), user("Go on."), note("K", null), first);
    expect(verdictOf(rows)).toBe("unfinished unanswered-input");
    expect(judged(`${rows.join("\n")}\n{`)).toMatchObject({
      reason: "torn-tail",
      salvage: { at: { line: 1 } },
    });
  });
});

describe("replays", () => {
  const first = placed(asked, "P", null);
  const second = placed(answer("Done."), "F", "P");

  test("the same row again says nothing new", () => {
    expect(verdictOf(lines(first, second, first))).toBe(DONE);
    expect(warnings([first, second, first])).toEqual(["duplicate-uuid:3"]);
    expect(verdictOf(lines(first, second, first, second))).toBe(DONE);
    expect(verdictOf(lines(first, second, placed(user("And now?"), "Q", "F"), second))).toBe(
      "unfinished unanswered-input",
    );
  });

  test("whatever else of the row has changed", () => {
    const again = { ...first, sessionId: "5e551000-0000-4000-8000-000000000002", cwd: "/elsewhere" };
    expect(verdictOf(lines(first, second, again))).toBe(DONE);
  });

  test("the same uuid with another message is a row of its own", () => {
    const other = placed(user("And now?"), "P", "F");
    expect(verdictOf(lines(first, second, other))).toBe("unfinished unanswered-input");
    expect(warnings([first, second, other])).toEqual(["duplicate-uuid:3"]);
    const called = placed(block("final", call("t1"), "tool_use"), "F", "P");
    expect(verdictOf(lines(first, second, called))).not.toContain("terminal");
  });

  test("bookkeeping that is replayed", () => {
    const note = placed(attachment("date", { date: "2026-11-01" }), "N", "F");
    expect(verdictOf(lines(first, second, note, note))).toBe(DONE);
  });

  test("a call's replay does not open it again, a result's is no last word", () => {
    const work = [
      first,
      placed(calls("t1"), "C", "P"),
      placed(result("t1"), "R", "C"),
      placed(answer("Done."), "F", "R"),
    ];
    expect(verdictOf(lines(...work, ...work.slice(1, 2)))).toBe(DONE);
    expect(verdictOf(lines(...work, ...work.slice(2, 3)))).toBe(DONE);
    expect(verdictOf(lines(...work, ...work))).toBe(DONE);
  });
});

describe("time and size", () => {
  test("an answer from before the run does not count", () => {
    const rows = lines(asked, answer("Done."), user("And now?"));
    expect(verdictOf(rows.slice(0, 2), { since: CLAUDE_START + 60_000 })).toBe("unfinished before-run-start");
    expect(verdictOf(rows, { since: CLAUDE_START + 2_000, skewMs: 0 })).toBe("unfinished empty-current-run");
  });

  test("a long file says the same from its tail", () => {
    const work = Array.from({ length: 400 }, (_, index) =>
      used(`t${index}`, { stdout: "x".repeat(300) }),
    ).flat();
    expect(verdictOf(lines(asked, ...work, answer("Done.")))).toBe(DONE);
    expect(verdictOf(lines(asked, ...work, calls("last")))).toBe("unfinished tool-only-turn");
    expect(
      verdictOf(lines(asked, ...work, placed(answer("Done."), "F", "R"), placed(result("t399"), "R", "u1"))),
    ).toBe(DONE);
    expect(verdictOf(lines(asked, ...work, answer("Done."), ...work.slice(0, 2)))).toContain("unfinished");
  });
});
