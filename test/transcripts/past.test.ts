/** What the part of a file that is not parsed may hide. The property in laws.test.ts holds the whole together. */

import { describe, expect, test } from "vitest";
import { openclaw } from "../../src/transcripts/formats/openclaw.ts";
import { PastSearch } from "../../src/transcripts/past.ts";
import type { PastQuestion } from "../../src/transcripts/past.ts";
import {
  assistant,
  call,
  custom,
  entries,
  header,
  result,
  user,
  yields,
} from "../support/openclaw-records.ts";
import type { Body } from "../support/openclaw-records.ts";

const nothing: PastQuestion = {
  format: openclaw,
  finals: false,
  work: false,
  calls: false,
  answered: [],
  names: [],
  entry: undefined,
  parent: undefined,
};

/** Whether the records, as one block, hold what is asked for. `e<count>` hangs on the last of them. */
function finds(records: readonly Body[], question: Partial<PastQuestion>): boolean {
  const lines = entries(...records);
  const parent = question.calls === true ? `e${records.length - 1}` : undefined;
  return new PastSearch({ ...nothing, parent, ...question }).finds(Buffer.from(lines.join("\n") + "\n"));
}

const start = [header, user("Count.")];
const pair = [assistant("Look.", { calls: [call("c1")] }), result("c1", "3")];

describe("work", () => {
  test.each<[string, readonly Body[], boolean]>([
    ["tool work alone", [...start, ...pair, custom("model-snapshot")], false],
    ["a yield", [...start, ...yields()], true],
    ["a spawned session", [...start, assistant("", { calls: [call("c1", "sessions_spawn")] })], true],
    ["the words in a text", [...start, assistant('sessions_spawn and "sessions_yield" are tools')], false],
  ])("%s: %j", (_, records, found) => {
    expect(finds(records, { work: true })).toBe(found);
  });
});

describe("finals", () => {
  test("an end of an earlier turn", () => {
    expect(finds([...start, assistant("Three.")], { finals: true })).toBe(true);
    expect(finds([...start, ...pair], { finals: true })).toBe(false);
  });
});

describe("calls", () => {
  test("with their results behind them are nothing", () => {
    expect(finds([...start, ...pair, ...pair], { calls: true })).toBe(false);
  });

  test("an open one is a finding, unless its result was seen behind the block", () => {
    const open = [...start, pair[0]!];
    expect(finds(open, { calls: true })).toBe(true);
    expect(finds(open, { calls: true, answered: ["c1"] })).toBe(false);
    expect(finds(open, { calls: true, answered: ["c2"] })).toBe(true);
  });

  test("a result answers one call alone", () => {
    expect(finds([...start, pair[0]!, ...pair], { calls: true })).toBe(true);
  });

  test("one without an id, or whose id has escapes or no end, is for the fold to read", () => {
    for (const id of [undefined, "c\n1", "x".repeat(1_000)]) {
      const calls = [{ type: "toolCall", id, name: "exec" }];
      expect(finds([...start, assistant("", { calls }), result(String(id))], { calls: true })).toBe(true);
    }
  });

  test("the word as another field's value is no call", () => {
    expect(finds([...start, user("x", { kind: "toolCall" })], { calls: true })).toBe(false);
  });

  test("across blocks, from the last to the first", () => {
    const lines = entries(...start, ...pair).map((line) => Buffer.from(line + "\n"));
    const search = new PastSearch({ ...nothing, calls: true, parent: "e3" });
    expect(lines.toReversed().map((line) => search.finds(line))).toEqual([false, false, false, false]);
  });
});

describe("the chain of entries", () => {
  test("one that hangs on an older entry is a finding", () => {
    expect(finds([...start, ...pair, { ...custom("x"), parentId: "e1" }], { calls: true })).toBe(true);
    expect(finds([...start, ...pair], { calls: true, parent: "e1" })).toBe(true);
  });
});

describe("the last entry's id", () => {
  test("is no other entry's, whether entries are followed or not", () => {
    for (const calls of [true, false]) {
      expect(finds([...start, ...pair], { calls, work: true, entry: "e2" })).toBe(true);
      expect(finds([...start, ...pair], { calls, work: true, entry: "e9" })).toBe(false);
    }
  });
});

describe("names", () => {
  test("stand as a whole string", () => {
    expect(finds([...start, ...pair], { names: ["e2"], work: true })).toBe(true);
    expect(finds([...start, ...pair], { names: ["e"], work: true })).toBe(false);
    expect(finds([...start, ...pair], { names: [""], work: true })).toBe(false);
  });
});
