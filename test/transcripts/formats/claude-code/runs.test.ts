/** Whose rows are whose: sidechains, subagents' files, sessions. formats.md, "Sidechain rows". */

import { describe, expect, test } from "vitest";
import { judged, verdictOf } from "../../../support/judged.ts";
import {
  SESSION,
  answer,
  attachment,
  calls,
  failure,
  lines,
  queue,
  result,
  system,
  used,
  user,
} from "../../../support/claude-code-records.ts";
import type { Row } from "../../../support/claude-code-records.ts";

const DONE = "terminal final-answer: Done.";
const asked = user("Count.");
const side = (row: Row, agentId?: string): Row => ({
  ...row,
  isSidechain: true,
  ...(agentId === undefined ? {} : { agentId }),
});

describe("inside a parent's file they are another run's", () => {
  const sub = [
    side({ ...user("Review."), parentUuid: null }),
    side(calls("s1")),
    side(result("s1")),
    side(answer("Reviewer says fine.", "sub")),
  ];

  test.each<[string, readonly Row[], string]>([
    ["its answer is not the parent's", [asked, calls("t1", "Task"), ...sub], "unfinished tool-only-turn"],
    ["nor its salvage", [asked, ...sub], "unfinished empty-current-run"],
    ["its open call is not the parent's", [asked, side(calls("s9")), answer("Done.")], DONE],
    ["its prompt asks nothing", [asked, answer("Done."), side(user("Review."))], DONE],
    [
      "its cut is none of the parent's",
      [asked, answer("Done."), side(user("[Request interrupted by user]"))],
      DONE,
    ],
    ["its errors", [asked, answer("Done."), side({ ...answer("API Error"), isApiErrorMessage: true })], DONE],
    ["its limits", [asked, answer("Done."), side(attachment("max_turns_reached"))], DONE],
    ["its queue", [asked, answer("Done."), side(attachment("queued_command", { prompt: "x" }))], DONE],
    ["its recap", [asked, answer("Done."), side(system("compact_boundary"))], DONE],
    ["its recap's words", [asked, answer("Done."), side(user("x", { isCompactSummary: true }))], DONE],
    [
      "its background work",
      [
        asked,
        side(calls("s1")),
        side(result("s1", "Command running in background with ID: b1")),
        answer("Done."),
      ],
      DONE,
    ],
    [
      "between the parent's blocks",
      [asked, calls("t1", "Task"), ...sub, { ...result("t1"), parentUuid: "u1" }, answer("Done.")],
      DONE,
    ],
  ])("%s", (_, rows, verdict) => {
    const judgement = judged(lines(...rows));
    expect(verdictOf(lines(...rows))).toBe(verdict);
    if (judgement.kind === "unfinished") expect(judgement.salvage).toBeUndefined();
  });
});

describe("in a subagent's own file they are its own", () => {
  const own = [
    side(asked, "a1"),
    side(calls("t1"), "a1"),
    side(result("t1"), "a1"),
    side(answer("Done."), "a1"),
  ];

  test("its answer", () => {
    expect(verdictOf(lines(...own))).toBe(DONE);
    expect(verdictOf(lines(...own.slice(0, 3)))).toBe("unfinished tool-only-turn");
    expect(verdictOf(lines(side(attachment("date"), "a1"), ...own))).toBe(DONE);
  });

  test("a row that is no sidechain's shows that it is a parent's file after all", () => {
    expect(verdictOf(lines(...own, user("The parent's prompt")))).not.toBe(DONE);
    expect(verdictOf(lines(...own, user("The parent's prompt"), answer("Mine.", "p1")))).toBe(
      "terminal final-answer: Mine.",
    );
    expect(
      verdictOf(lines(...own, user("The parent's prompt"), calls("t9", "Task"), side(answer("Sub.", "s9")))),
    ).toContain("unfinished");
  });

  test("what another run said before that row is nobody's answer here, and no salvage", () => {
    const prompt = user("The parent's prompt", { parentUuid: null });
    for (const warmup of [own, own.map((row) => ({ ...row, agentId: undefined }))]) {
      const judgement = judged(lines(...warmup, prompt));
      expect(judgement).toMatchObject({ kind: "unfinished", reason: "empty-current-run" });
      expect(judgement).not.toHaveProperty("salvage");
      expect(judgement).not.toHaveProperty("agentId");
      expect(verdictOf(lines(...warmup, prompt, calls("t9", "Task")))).toBe("unfinished tool-only-turn");
      expect(verdictOf(lines(side(calls("t0"), "a1"), ...warmup, prompt, answer("Mine.", "p1")))).toBe(
        "terminal final-answer: Mine.",
      );
    }
  });

  test("its work is not the parent's", () => {
    const work = [side(asked, "a1"), side(result("t2", "Command running in background with ID: b1"), "a1")];
    const agent = { toolUseResult: { isAsync: true, status: "async_launched", agentId: "a2" } };
    const rows = [...work, side(result("t3", "ok", agent), "a1"), user("Mine?"), answer("Mine.", "p1")];
    expect(verdictOf(lines(...rows))).toBe("terminal final-answer: Mine.");
  });

  test("the rows at the end may be another subagent's than those at the beginning", () => {
    const another = Array.from({ length: 9 }, (_, index) => [
      side(calls(`s${index}`), "a2"),
      side(result(`s${index}`), "a2"),
    ]).flat();
    const rows = [...own, user("Mine?"), calls("t9", "Task"), ...another, side(answer("Sub.", "s"), "a2")];
    expect(verdictOf(lines(...rows))).toBe("unfinished tool-only-turn");
  });

  test("its work, its errors, its limits", () => {
    const shell = [
      side(calls("t2"), "a1"),
      side(result("t2", "Command running in background with ID: b1"), "a1"),
    ];
    expect(verdictOf(lines(side(asked, "a1"), ...shell, side(answer("Done."), "a1")))).toBe(
      "parked background-work",
    );
    expect(verdictOf(lines(...own, side(attachment("max_turns_reached"), "a1")))).toBe(
      "unfinished stopped-error",
    );
    expect(verdictOf(lines(...own, side(failure("t9"), "a1")))).toContain("unfinished");
  });
});

describe("sessions", () => {
  const other = "5e551000-0000-4000-8000-000000000002";

  test("a transcript of another session is foreign", () => {
    const rows = lines(asked, answer("Done."));
    expect(verdictOf(rows, { sessionId: SESSION })).toBe(DONE);
    expect(verdictOf(rows, { sessionId: other })).toBe("indeterminate foreign-transcript");
  });

  test("of two in one file the last one counts, and the books stay open across them", () => {
    const rows = [asked, answer("Old."), user("Go on.", { sessionId: other })];
    expect(verdictOf(lines(...rows), { sessionId: other })).toBe("unfinished unanswered-input");
    expect(verdictOf(lines(...rows, answer("Done.", "m2", { sessionId: other })), { sessionId: other })).toBe(
      DONE,
    );
    expect(verdictOf(lines(...rows), { sessionId: SESSION })).toBe("indeterminate foreign-transcript");
  });

  test("a file without a conversation names its session, too", () => {
    const rows = lines(queue("enqueue", "Count."), queue("dequeue"));
    expect(verdictOf(rows, { sessionId: SESSION })).toBe("unfinished empty-history");
    expect(verdictOf(rows, { sessionId: other })).toBe("indeterminate foreign-transcript");
  });

  test("a bridge's session is not the transcript's", () => {
    const bridge = { type: "bridge-session", sessionId: other, bridgeSessionId: "x" };
    expect(verdictOf(lines(asked, answer("Done."), bridge), { sessionId: SESSION })).toBe(DONE);
  });

  test("a resumed session begins with what it was killed in", () => {
    const killed = [asked, ...used("t1"), calls("t2")];
    expect(verdictOf(lines(...killed, user("Go on."), answer("Done.")))).toBe(DONE);
    expect(verdictOf(lines(...killed, user("Go on."), calls("t3")))).toBe("unfinished tool-only-turn");
    expect(verdictOf(lines(...killed, user("Go on."), ...used("t3"), answer("Done.")))).toBe(DONE);
  });
});
