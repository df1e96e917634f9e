/** What the reader remembers: enough, and not more. */

import { describe, expect, test } from "vitest";
import type { Event } from "../../../../src/transcripts/event.ts";
import { claudeCode } from "../../../../src/transcripts/formats/claude-code.ts";
import { RecentRows } from "../../../../src/transcripts/formats/claude-code/recent.ts";
import { SeenRows, fingerprintOf } from "../../../../src/transcripts/formats/claude-code/seen.ts";
import { answer, lines, queue, user } from "../../../support/claude-code-records.ts";
import type { Row } from "../../../support/claude-code-records.ts";

const word = (id: string): Event => ({ kind: "tool-result", at: { offset: 0 }, callId: id });

describe("rows seen", () => {
  test("the newest are known, the oldest forgotten, and it says so", () => {
    const seen = new SeenRows();
    for (let count = 0; count < 70_000; count += 1) seen.set(`u${count}`, count);
    expect(seen.forgets).toBe(true);
    expect(seen.has("u0")).toBe(false);
    expect(seen.get("u69999")).toBe(69_999);
    expect(seen.get("u40000")).toBe(40_000);
  });

  test("two rows that say the same have one fingerprint, however they are spelled", () => {
    const said = { role: "user", content: [{ type: "text", text: "x" }], n: null };
    const turned = { n: null, content: [{ text: "x", type: "text" }], role: "user" };
    expect(fingerprintOf(turned)).toBe(fingerprintOf(said));
    for (const other of [
      { ...said, role: "assistant" },
      { ...said, content: [] },
      { ...said, n: 0 },
      "x",
      undefined,
    ]) {
      expect(fingerprintOf(other)).not.toBe(fingerprintOf(said));
    }
    expect(fingerprintOf(["a", "b"])).not.toBe(fingerprintOf(["b", "a"]));
  });
});

describe("recent rows", () => {
  const recent = (): RecentRows => {
    const rows = new RecentRows();
    rows.add("F", "R", [word("f")]);
    rows.add("x", "y", [word("x")]);
    rows.add("R", "C", [word("r")]);
    return rows;
  };

  test("say again what hangs on a row, each behind the one it hangs on", () => {
    expect(recent().hangingOn("C", "P")).toEqual([word("r"), word("f")]);
    expect(recent().hangingOn("R", "C")).toEqual([word("f")]);
    expect(recent().hangingOn("z", "P")).toEqual([]);
  });

  test("say nothing where rows hang on each other", () => {
    expect(recent().hangingOn("C", "F")).toEqual([]);
  });

  test("forget what is long past", () => {
    const rows = recent();
    for (let count = 0; count < 1_000; count += 1) rows.add(`u${count}`, `u${count - 1}`, []);
    expect(rows.hangingOn("C", "P")).toEqual([]);
  });

  test("launch work once", () => {
    const rows = new RecentRows();
    const launched: Event = {
      kind: "launched",
      at: { offset: 0 },
      ids: ["a1"],
      scope: "run",
      until: "reported",
    };
    rows.add("R", "C", [word("r"), launched]);
    expect(rows.hangingOn("C", "P")).toEqual([
      word("r"),
      { kind: "finished", at: { offset: 0 }, id: "a1" },
      launched,
    ]);
  });
});

describe("the reader", () => {
  const read = (rows: readonly Row[]): number => {
    const reader = claudeCode.reader({ head: [] });
    for (const [index, raw] of lines(...rows).entries()) {
      reader.read({ value: JSON.parse(raw) as Row, raw, at: { offset: index, line: index + 1 } });
    }
    return reader.warnings?.length ?? 0;
  };

  test("warns of no more rows than it remembers, whatever they hang on", () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => ({ ...user("x"), parentUuid: `gone${index}` }));
    expect(read(rows)).toBeLessThanOrEqual(1_000);
    expect(read([user("x"), answer("y")])).toBe(0);
  });

  test("takes a queue of any length", () => {
    const waiting = Array.from({ length: 5_000 }, (_, index) => queue("enqueue", `x${index}`));
    expect(read([...waiting, queue("remove", "x4999"), queue("popAll")])).toBe(0);
  });
});
