/** An answer as it is delivered: cut between characters, never inside one. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { resultFrom } from "../../src/agents/result.ts";

test("whole where it fits", () => {
  expect(resultFrom("Three.", "child.jsonl", 6)).toEqual({
    text: "Three.",
    bytes: 6,
    truncated: false,
    path: "child.jsonl",
  });
});

test.each([
  ["é", 1, ""],
  ["aé", 2, "a"],
  ["a€b", 3, "a"],
  ["a€b", 4, "a€"],
  ["😀", 3, ""],
  ["😀😀", 7, "😀"],
  ["Three.", 0, ""],
])("%s cut at %i bytes is %s", (text, bytesMax, kept) => {
  expect(resultFrom(text, undefined, bytesMax)).toEqual({
    text: kept,
    bytes: Buffer.byteLength(text),
    truncated: true,
  });
});

test("no text at all is no text, not an empty one", () => {
  expect(resultFrom(undefined, undefined, 10)).toEqual({ bytes: 0, truncated: false });
});

test("whatever the text and the limit: a beginning of it, as long as it may be, and whole characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.nat({ max: 40 }), (text, bytesMax) => {
      const { text: kept = "", bytes, truncated } = resultFrom(text, undefined, bytesMax);
      const length = Buffer.byteLength(kept);
      expect(bytes).toBe(Buffer.byteLength(text));
      expect(truncated).toBe(bytes > bytesMax);
      expect(text.startsWith(kept)).toBe(true);
      expect(length).toBeLessThanOrEqual(bytesMax);
      if (truncated) {
        const next = String.fromCodePoint(text.codePointAt(kept.length) ?? 0);
        expect(length + Buffer.byteLength(next)).toBeGreaterThan(bytesMax);
      }
    }),
    { numRuns: 1_000 },
  );
});
