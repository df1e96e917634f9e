/**
 * What drawing and fuzzing found: files of which the tail once said something else than the whole. Each is told
 * again with no more than it needs, and with what is right.
 */

import { describe, expect, test } from "vitest";
import { fromTail, whole } from "../../harness/laws/in-memory.ts";
import type { Said } from "../../harness/laws/in-memory.ts";
import type { JudgeOptions } from "../../src/transcripts/index.ts";
import * as claude from "../support/claude-code-records.ts";
import * as openclaw from "../support/openclaw-records.ts";

const NOW: JudgeOptions = { windowBytes: 300 };

/** What is said of these lines, read whole; read from the tail it must be the same. */
function judged(lines: readonly string[], options: JudgeOptions = NOW): Said {
  const bytes = Buffer.from(lines.join("\n") + "\n");
  const said = whole(bytes, options);
  expect(fromTail(bytes, options)).toEqual(said);
  return said;
}

/** The offset of the line with this index. */
function offsetOf(lines: readonly string[], index: number): number {
  return Buffer.byteLength(
    lines
      .slice(0, index)
      .map((line) => `${line}\n`)
      .join(""),
  );
}

describe("damage", () => {
  test("behind the last word begins with its first line, however long it goes on", () => {
    const note = { type: "custom", customType: "x", data: {} };
    const records = [openclaw.header, openclaw.user("Count."), ...Array.from({ length: 6 }, () => note)];
    const sound = openclaw.entries(...records);
    const lines = [...sound.slice(0, 3), "rubbish", ...sound.slice(3, 6), "rubbish", ...sound.slice(6)];
    // Of a run that began later nothing is of use, so that the tail need not look for any text.
    const said = judged(lines, { ...NOW, since: openclaw.START + 86_400_000 });
    expect(said).toMatchObject({ reason: "corrupt-tail", at: { offset: offsetOf(lines, 3) } });
  });

  test("with a record behind it on one line, of the session that the rows before it name", () => {
    const other = "5e551000-0000-4000-8000-000000000002";
    const rows = (first: string): string[] => {
      const all = claude.lines(
        ...[claude.user("Count."), claude.answer("One.")].map((row) => ({ ...row, sessionId: first })),
        ...[claude.user("More."), claude.answer("Two.")].map((row) => ({ ...row, sessionId: other })),
      );
      return [...all.slice(0, 3), `{"torn":"${all[3]}`];
    };
    expect(judged(rows(other))).toMatchObject({ kind: "terminal", text: "Two." });
    expect(judged(rows(claude.SESSION))).toMatchObject({ kind: "terminal", text: "Two." });
  });
});

describe("a subagent's rows", () => {
  const side = (row: claude.Row, agentId?: string): claude.Row => ({
    ...row,
    isSidechain: true,
    ...(agentId === undefined ? {} : { agentId }),
  });
  const begun = [side(claude.user("Review."), "a1"), side(claude.answer("Fine.", "m1"), "a1")];
  const between = [claude.user("Go on."), ...["t1", "t2", "t3"].flatMap((id) => claude.used(id))];

  test("prove nothing in a parent's file that begins with some", () => {
    const others = ["m2", "m3"].flatMap((id) => [
      side(claude.user("And?")),
      side(claude.answer("Fine.", id)),
    ]);
    expect(judged(claude.lines(...begun, ...between, ...others)).kind).toBe("unfinished");
    const named = others.map((row) => ({ ...row, agentId: "a2" }));
    expect(judged(claude.lines(...begun, ...between, ...named)).kind).toBe("unfinished");
  });

  test("are its own where they name it, whatever else they lack", () => {
    const own = between.map((row) => ({ ...row, isSidechain: undefined, agentId: "a1" }));
    const last = side(claude.answer("Done.", "m3"), "a1");
    expect(judged(claude.lines(...begun, ...own, last))).toMatchObject({ kind: "terminal", text: "Done." });
    expect(judged(claude.lines(...begun, ...own))).toMatchObject({ salvage: { text: "Fine." } });
  });
});

test("a word without an id is left behind by an entry that hangs on one before it", () => {
  const wait = {
    type: "custom_message",
    customType: "openclaw.sessions_yield",
    content: "c",
    display: false,
  };
  const nameless = { id: undefined, parentId: undefined };
  const lines = openclaw.entries(
    openclaw.header,
    openclaw.user("Count."),
    wait,
    openclaw.assistant("One.", { api: "cli", stop: null }),
    { type: "label", ...nameless },
    { ...wait, ...nameless },
    openclaw.assistant("Two.", { api: "cli", stop: null, rest: { parentId: "e2" } }),
  );
  const said = judged(lines, { ...NOW, descendantsKnown: true });
  expect(said).toMatchObject({ reason: "yield-wait", at: { entryId: "e2" } });
});
