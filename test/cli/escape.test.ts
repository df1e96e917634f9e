import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapeJson, escapePath, escapeText, oneLine } from "../../src/cli/escape.ts";

/** What a terminal may obey, or hide. Written apart from the code's own list. */
const DANGEROUS =
  /[\p{Cc}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\u3164\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]|\p{Cs}/u;

describe("text for a terminal", () => {
  test.each([
    ['plain text, with \\ and "', 'plain text, with \\ and "'],
    ["\u001b[31mred\u001b[0m", String.raw`\x1b[31mred\x1b[0m`],
    ["\u001b]0;title\u0007", String.raw`\x1b]0;title\x07`],
    ["\u009b31m", String.raw`\x9b31m`],
    ["a\nb\r\tc\0", String.raw`a\nb\r\tc\x00`],
    ["ab\u202edcba\u202c", String.raw`ab\u202edcba\u202c`],
    ["\u2066hidden\u2069", String.raw`\u2066hidden\u2069`],
    ["zero\u200bwidth\ufeff", String.raw`zero\u200bwidth\ufeff`],
    ["a\u2028b", String.raw`a\u2028b`],
    ["lone \ud83d here", String.raw`lone \ud83d here`],
    ["tag \u{e0041}", String.raw`tag \u{e0041}`],
    ["a\u200d\u200db", `a\u200d${String.raw`\u200d`}b`],
    ["\u200dstart", String.raw`\u200dstart`],
    [" \u200c", String.raw` \u200c`],
  ])("%j", (text, expected) => {
    expect(escapeText(text)).toBe(expected);
  });

  test("scripts and emoji that need joiners stay as they are", () => {
    for (const text of ["می‌خواهم", "क्‍ष", "👩‍👩‍👧", "❤️", "1️⃣", "👩‍❤️‍👨", "👍🏽", "日本語", "é", "🇩🇪"]) {
      expect(escapeText(text)).toBe(text);
    }
  });

  test("nothing dangerous comes through, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => !DANGEROUS.test(escapeText(text))),
      { numRuns: 1_000 },
    );
  });

  test("on one line, white space is a space", () => {
    expect(oneLine("  a\n\n b\tc\u2028d\r\n")).toBe("a b c d");
  });
});

describe("JSON for a terminal", () => {
  test("the same data, and nothing dangerous in it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const shown = escapeJson(JSON.stringify({ text }));
        expect(JSON.parse(shown)).toEqual({ text });
        expect(DANGEROUS.test(shown)).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("a path for a terminal", () => {
  test.each([
    ["runs/a b.jsonl", "runs/a b.jsonl"],
    ["日本語.jsonl", "日本語.jsonl"],
    ["", "''"],
    ["a\nb.jsonl", String.raw`$'a\nb.jsonl'`],
    ["it's\n", String.raw`$'it\'s\n'`],
    ["a\\\n", String.raw`$'a\\\n'`],
    ["\u001b[2J", String.raw`$'\x1b[2J'`],
    ["\u202e", String.raw`$'\xe2\x80\xae'`],
    [Buffer.from([0x78, 0xff, 0x79]), String.raw`$'x\xffy'`],
    [Buffer.from([0xff]), String.raw`$'\xff'`],
    [Buffer.from([0xe2, 0x82, 0xc3, 0xa9, 0xfe]), String.raw`$'\xe2\x82é\xfe'`],
  ])("%j", (path, expected) => {
    expect(escapePath(path)).toBe(expected);
  });

  test.skipIf(!existsSync("/bin/bash"))("a shell reads it back byte for byte", () => {
    // NUL and the slash do not occur in names.
    const bytes = Buffer.from(Array.from({ length: 255 }, (_, index) => index + 1));
    const name = Buffer.concat([bytes, Buffer.from([0xff, 0xe2, 0x82])]);
    const back = execFileSync("/bin/bash", ["--norc", "-c", `printf %s ${escapePath(name)}`], {
      env: { LC_ALL: "C" },
    });
    expect(back.equals(name)).toBe(true);
  });
});
