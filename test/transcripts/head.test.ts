/** The beginning of a transcript, and what is looked at to tell its format. */

import { describe, expect, test } from "vitest";
import { HeadRecords, findHead, headOf } from "../../src/transcripts/head.ts";
import type { Head } from "../../src/transcripts/head.ts";
import { answered } from "../../harness/laws/asking.ts";
import type { Answered } from "../../harness/laws/asking.ts";

const line = (id: number, size = 10): string => JSON.stringify({ id, pad: "x".repeat(size) }) + "\n";
const ids = (head: Head): unknown[] => head.records.map((record) => record["id"]);

describe("headOf", () => {
  const whole = (text: string, isWhole = true): unknown[] => [
    ...headOf(Buffer.from(text), isWhole, 1_000_000).records,
  ];

  test.each<[string, string, unknown[]]>([
    ["records", '{"a":1}\n{"b":2}', [{ a: 1 }, { b: 2 }]],
    ["a byte order mark", '\uFEFF{"a":1}\n', [{ a: 1 }]],
    ["CRLF and empty lines", '\r\n{"a":1}\r\n\n{"b":2}\r\n', [{ a: 1 }, { b: 2 }]],
    ["lines that are no records", 'x\n[1]\n{"a":1}\n{"b":\n', [{ a: 1 }]],
    ["a torn first line: what is whole of it", '{"a":1,"b":"to\n{"c":3}\n', [{ a: 1 }, { c: 3 }]],
    ["NUL bytes before the first record", '\0\0{"a":1}\n', [{ a: 1 }]],
    ["empty objects tell nothing", '{}\n{"a":1}\n', [{ a: 1 }]],
    ["nothing", "", []],
  ])("%s", (_, text, records) => {
    expect(whole(text)).toEqual(records);
  });

  test("a last line that is cut counts only if it is the first", () => {
    expect(whole('{"a":1,"b":2}', false)).toEqual([{ a: 1, b: 2 }]);
    expect(whole('{"a":1,"b":"to', false)).toEqual([{ a: 1 }]);
    expect(whole('{"a":1}\n{"b":2}', false)).toEqual([{ a: 1 }]);
  });

  test("64 records are looked at", () => {
    const text = Array.from({ length: 100 }, (_, id) => line(id)).join("");
    expect(ids(headOf(Buffer.from(text), true, 1_000_000))).toHaveLength(64);
  });

  test("of a line over the limit its first part", () => {
    expect(
      headOf(Buffer.from('{"a":1,"b":"' + "x".repeat(500) + '","c":2}\n{"d":3}\n'), true, 100).records,
    ).toEqual([{ a: 1 }, { d: 3 }]);
  });

  test("it stops where two records are enough", () => {
    const text = line(0) + line(1) + line(2);
    expect(ids(headOf(Buffer.from(text), true, 1_000, () => true))).toEqual([0, 1]);
  });
});

test("a head with a damaged line among its records is not sound", () => {
  const isSound = (text: string | Buffer, isWhole = true): boolean =>
    headOf(Buffer.from(text as string), isWhole, 100).sound;
  for (const text of ['{"a":1}\n', '{"a":1}\r\n\n{"b":2}', '\uFEFF{"a":1}\n', ""]) {
    expect(isSound(text)).toBe(true);
  }
  expect(isSound('{"a":1}\n{"b":"to', false)).toBe(true);
  for (const text of [
    '{"a":1}{"b":2}\n',
    '{"a":1,"b"\n{"c":1}\n',
    'x\n{"a":1}\n',
    '{"a":1}\n\0\n',
    '{"a":"\xff"}\n',
  ]) {
    expect(isSound(Buffer.from(text, "latin1"))).toBe(false);
  }
  expect(isSound(`{"a":1,"b":"${"x".repeat(200)}"}\n`)).toBe(false);
  expect(isSound('{"a":1,"b":"to', false)).toBe(false);
});

describe("HeadRecords", () => {
  test("takes 64 lines wherever they end, and then what begins in the first 64 KiB", () => {
    const head = new HeadRecords();
    for (let count = 0; count < 64; count += 1) {
      expect(head.takes(count * 1_000_000)).toBe(true);
      head.add(Buffer.from("no record"), true);
    }
    expect(head.takes(64 * 1024 - 1)).toBe(true);
    expect(head.takes(64 * 1024)).toBe(false);
  });
});

describe("findHead", () => {
  const find = (text: string, wanted: number, tells = wanted, lineBytesMax = 16_000_000): Answered<Head> => {
    const bytes = Buffer.from(text);
    const has = (count: number) => (records: readonly unknown[]) => records.length >= count;
    return answered(
      findHead(bytes.byteLength, { suffices: has(wanted), tells: has(tells), lineBytesMax }),
      bytes,
    );
  };

  test("a little, where that suffices", () => {
    const { value, asks } = find(line(0).repeat(10_000), 2);
    expect(value.records).toHaveLength(2);
    expect(asks).toEqual([{ offset: 0, length: 4_096 }]);
  });

  test("64 KiB, where more is needed", () => {
    const { value, asks } = find(line(0, 2_000).repeat(1_000), 5);
    expect(value.records.length).toBeGreaterThanOrEqual(5);
    expect(asks.map((ask) => ask.length)).toEqual([4_096, 65_536]);
  });

  test("a first line of megabytes is read to its end", () => {
    const text = line(7, 3_000_000) + line(8);
    const { value, asks } = find(text, 2);
    expect(ids(value)).toEqual([7, 8]);
    expect(asks.map((ask) => ask.length)).toEqual([4_096, 65_536, 524_288, text.length]);
  });

  test("not further than the format needs, nor than the limit on a line", () => {
    expect(find(line(7, 3_000_000) + line(8), 2, 1).asks).toHaveLength(2);
    expect(find(line(7, 3_000_000) + line(8), 3, 3, 300_000).asks.map((ask) => ask.length)).toEqual([
      4_096, 65_536, 300_000,
    ]);
  });

  test("not on and on through lines that tell nothing: to the end of the one that is cut", () => {
    expect(find("no record\n".repeat(100_000), 1).asks.map((ask) => ask.length)).toEqual([
      4_096, 65_536, 524_288,
    ]);
  });

  test("a file as small as the first look is read once", () => {
    expect(find(line(0), 5).asks).toEqual([{ offset: 0, length: line(0).length }]);
  });
});
