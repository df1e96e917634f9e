/** Every reason has a few words of its own, short enough for a column of the table. */

import { expect, test } from "vitest";
import { phraseOf } from "../../src/cli/phrases.ts";
import { reasons } from "../../src/index.ts";

const PHRASE_COLUMNS_MAX = 20;

test.each(reasons.map((reason) => [reason]))("%s: at most 20 columns, and ASCII", (reason) => {
  const phrase = phraseOf(reason);
  expect(phrase).toMatch(/^[a-z][ -~]*$/);
  expect(phrase.length).toBeLessThanOrEqual(PHRASE_COLUMNS_MAX);
});

test("no two reasons have the same words", () => {
  expect(new Set(reasons.map((reason) => phraseOf(reason))).size).toBe(reasons.length);
});
