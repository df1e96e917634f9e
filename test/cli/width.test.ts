import fc from "fast-check";
import stringWidth from "string-width";
import { beforeAll, describe, expect, test } from "vitest";
import { cutEnd, cutStart, pad, padStart, prepareToMeasure, widthOf, wrap } from "../../src/cli/width.ts";
import { processorMs } from "../support/processor-ms.ts";

beforeAll(() => prepareToMeasure("…"));

describe("width", () => {
  test.each([
    ["abc", 3],
    ["日本", 4],
    ["é", 1],
    ["👩‍👩‍👧", 2],
    ["", 0],
  ])("%j takes %d columns", (text, expected) => {
    expect(widthOf(text)).toBe(expected);
  });

  test("padding counts columns, not characters", () => {
    expect(pad("日本", 6)).toBe("日本  ");
    expect(padStart("日本", 6)).toBe("  日本");
    expect(pad("longer", 3)).toBe("longer");
  });
});

describe("cutting", () => {
  test.each([
    ["abcdef", 6, "abcdef", "abcdef"],
    ["abcdef", 5, "abcd…", "…cdef"],
    ["日本語", 5, "日本…", "…本語"],
    ["日本語", 4, "日…", "…語"],
    ["abc", 1, "…", "…"],
    ["abc", 0, "", ""],
    // Some terminals show the three of them side by side: two columns each.
    ["👩‍👩‍👧👩‍👩‍👧", 7, "👩‍👩‍👧…", "…👩‍👩‍👧"],
    ["👩‍👩‍👧👩‍👩‍👧", 6, "…", "…"],
    ["👍🏽 done", 6, "👍🏽 …", "… done"],
  ])("%j to %d columns", (text, columns, end, start) => {
    expect(cutEnd(text, columns)).toBe(end);
    expect(cutStart(text, columns)).toBe(start);
  });

  test("never wider than asked for", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), fc.nat(40), (text, columns) => {
        expect(stringWidth(cutEnd(text, columns))).toBeLessThanOrEqual(columns);
        expect(stringWidth(cutStart(text, columns))).toBeLessThanOrEqual(columns);
      }),
    );
  });

  test("a text of megabytes costs no more than its line", () => {
    const text = "漢".repeat(5_000_000);
    const start = processorMs();
    expect(cutEnd(text, 10)).toBe("漢漢漢漢…");
    expect(cutStart(text, 10)).toBe("…漢漢漢漢");
    expect(processorMs() - start).toBeLessThan(10_000);
  });

  test("a pile of marks on one letter is cut off", () => {
    expect(cutEnd(`a${"\u0301".repeat(100_000)}b`, 10).length).toBeLessThan(200);
  });
});

describe("wrapping", () => {
  test("at spaces, and inside a word that is too long", () => {
    expect(wrap("one two three", 7)).toEqual(["one two", "three"]);
    expect(wrap("abcdefgh ij", 3)).toEqual(["abc", "def", "gh", "ij"]);
    expect(wrap("日本語 b", 4)).toEqual(["日本", "語 b"]);
    expect(wrap("", 10)).toEqual([]);
  });

  test("loses nothing but spaces, and keeps the width", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme-ascii", maxLength: 80 }),
        fc.integer({ min: 1, max: 30 }),
        (text, columns) => {
          const wrapped = wrap(text, columns);
          expect(wrapped.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
          for (const line of wrapped) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
        },
      ),
    );
  });
});
