/** Where a text stops being JSON: against the parser, on texts cut and broken anywhere. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { findJsonFault } from "../../../src/agents/artifact/json-fault.ts";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test("JSON that was cut ends too early, at its end", () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (json, at) => {
      const text = json.slice(0, at % (json.length + 1));
      fc.pre(!isJson(text));
      expect(findJsonFault(text)).toMatchObject({ offset: text.length, atEnd: true });
    }),
  );
});

test("a fault lies where the text before it can still become JSON, and with it no more", () => {
  const broken = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom("}", "]", ",", ":", '"', "x", "\u0001", "\\", "1", "-"))
    .map(([json, at, char]) => {
      const place = at % (json.length + 1);
      return json.slice(0, place) + char + json.slice(place);
    });
  fc.assert(
    fc.property(broken, (text) => {
      fc.pre(!isJson(text));
      const { offset, atEnd } = findJsonFault(text);
      expect(findJsonFault(text.slice(0, offset)).atEnd).toBe(true);
      // A word is wrong from its start, though its first letters alone might have become another.
      const word = /^[^\s,:{}[\]"]*/.exec(text.slice(offset))?.[0] ?? "";
      if (!atEnd) expect(findJsonFault(text.slice(0, offset + word.length + 1)).atEnd).toBe(false);
    }),
  );
});

test.each([
  ["{\n  a: 1}", 4, 2, 3],
  ['{"a":1,}', 7, 1, 8],
  ["[1 2]", 3, 1, 4],
  ['{"a":"\n"}', 6, 1, 7],
  ["{} x", 3, 1, 4],
  ["01", 1, 1, 2],
])("%j breaks at character %i", (text, offset, line, column) => {
  expect(findJsonFault(text)).toEqual({ offset, line, column, atEnd: false });
});

test("megabytes of one string, and a hundred thousand brackets, are no trouble", () => {
  const long = `"${"a".repeat(4_000_000)}`;
  expect(findJsonFault(long)).toMatchObject({ offset: long.length, atEnd: true });
  expect(findJsonFault("[".repeat(100_000))).toMatchObject({ offset: 100_000, atEnd: true });
});
