/** Texts as they are stored, and as much of them as is kept. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { DELIVERY_ERROR_BYTES_MAX } from "../../../src/agents/stores/limits.ts";
import { shortened } from "../../../src/agents/stores/shortened.ts";
import { isStorableText } from "../../../src/agents/stores/sql/statement.ts";
import { storedText, textFrom } from "../../../src/agents/stores/sql/text.ts";
import { anyText } from "../../support/registry-runs.ts";

test("any text can be stored, comes back, and is told from any other", () => {
  fc.assert(
    fc.property(anyText, anyText, (one, other) => {
      expect(isStorableText(storedText(one))).toBe(true);
      expect(textFrom(storedText(one))).toBe(one);
      expect(storedText(one) === storedText(other)).toBe(one === other);
    }),
  );
});

test("plain text is stored as it is", () => {
  for (const text of ["", "a task", "🙂", '"json:"']) expect(storedText(text)).toBe(text);
  expect(storedText("a\0b")).toBe(String.raw`json:"a\u0000b"`);
  // By somebody else's hand.
  expect(textFrom("json:{")).toBe("json:{");
  expect(textFrom("json:5")).toBe("json:5");
});

test("a long error is cut between characters, and a short one is not", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 40 }),
      fc.integer({ min: 1, max: 500 }),
      (text, times) => {
        const long = text.repeat(times);
        const short = shortened(long);
        expect(Buffer.byteLength(short)).toBeLessThanOrEqual(DELIVERY_ERROR_BYTES_MAX);
        expect(long.startsWith(short)).toBe(true);
        if (Buffer.byteLength(long) <= DELIVERY_ERROR_BYTES_MAX) expect(short).toBe(long);
        else expect(Buffer.byteLength(short)).toBeGreaterThan(DELIVERY_ERROR_BYTES_MAX - 4);
      },
    ),
  );
});
