/** Bytes to lines, backward: the same lines as forward, in blocks, within a limit. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineCutter } from "../../src/transcripts/lines.ts";
import type { Line } from "../../src/transcripts/lines.ts";
import { FileTail } from "../../src/transcripts/tail.ts";
import { answered } from "../../harness/laws/asking.ts";

const limits = { lineBytesMax: 1_000_000, tailBytesMax: 8_000_000 };

function forward(bytes: Buffer, lineBytesMax = limits.lineBytesMax): Line[] {
  const cutter = new LineCutter(lineBytesMax);
  const lines = [...cutter.push(bytes)];
  const last = cutter.end();
  return last === undefined ? lines : [...lines, last];
}

/** What forward and backward must agree on; a line's number is known forward alone. */
const told = (lines: readonly Line[]): unknown[] =>
  lines.map(({ bytes, offset, byteLength, ended }) => [bytes.toString("latin1"), offset, byteLength, ended]);

/** Files with lines from nothing to more than a block. */
const files = fc
  .tuple(
    fc.array(fc.constantFrom(0, 0, 1, 5, 80, 700, 9_000, 16_384, 20_000), { maxLength: 12 }),
    fc.boolean(),
    fc.constantFrom("a", "é", "\r"),
  )
  .map(([lengths, newline, fill]) =>
    Buffer.from(lengths.map((length) => fill.repeat(length)).join("\n") + (newline ? "\n" : "")),
  );

test("all lines backward are all lines forward", () => {
  fc.assert(
    fc.property(files, fc.array(fc.integer({ min: 1, max: 5 })), (bytes, counts) => {
      fc.pre(bytes.byteLength > 0);
      const lines = forward(bytes);
      const tail = new FileTail(bytes.byteLength, limits);
      for (const count of [...counts, lines.length]) {
        const wanted = Math.min(Math.max(tail.lines.length, count), lines.length);
        expect(answered(tail.take(count), bytes).value).toBe(true);
        expect(told(tail.lines.toReversed())).toEqual(told(lines.slice(lines.length - wanted)));
        expect(tail.start).toBe(lines[lines.length - wanted]?.offset);
      }
      expect(tail.complete).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test("between and takeFrom begin with the first line at or behind an offset", () => {
  fc.assert(
    fc.property(files, fc.nat(), fc.integer({ min: 1, max: 3 }), (bytes, at, count) => {
      fc.pre(bytes.byteLength > 0);
      const offset = at % bytes.byteLength;
      const lines = forward(bytes);
      const tail = new FileTail(bytes.byteLength, limits);
      answered(tail.take(count), bytes);
      const { start } = tail;
      const first = lines.find((line) => line.offset >= offset)?.offset ?? bytes.byteLength;
      const region = answered(tail.between(offset), bytes).value;
      expect(region?.toString("latin1")).toBe(bytes.toString("latin1", Math.min(first, start), start));
      expect(answered(tail.takeFrom(offset), bytes).value).toBe(true);
      expect(told(tail.lines.toReversed())).toEqual(
        told(lines.filter((line) => line.offset >= Math.min(first, start))),
      );
    }),
    { numRuns: 300 },
  );
});

describe("limits", () => {
  test("the last lines of a large file cost one small block", () => {
    const bytes = Buffer.alloc(1_000_000, "0123456789\n");
    const tail = new FileTail(bytes.byteLength, limits);
    const { asks } = answered(tail.take(5), bytes);
    expect(asks).toHaveLength(1);
    expect(asks[0]?.length).toBeLessThanOrEqual(20 * 1024);
  });

  test("blocks grow, and nothing is asked for twice", () => {
    const bytes = Buffer.alloc(4_000_000, 0x61);
    const { value, asks } = answered(
      new FileTail(bytes.byteLength, { ...limits, lineBytesMax: 10 }).take(1),
      bytes,
    );
    expect(value).toBe(true);
    expect(asks.length).toBeLessThan(12);
    expect(asks.reduce((sum, { length }) => sum + length, 0)).toBe(bytes.byteLength);
  });

  test("no more than the limit is read: then it says no", () => {
    const bytes = Buffer.alloc(100_000, 0x61);
    const tail = new FileTail(bytes.byteLength, { ...limits, tailBytesMax: 50_000 });
    const { value, asks } = answered(tail.take(1), bytes);
    expect(value).toBe(false);
    expect(asks.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(50_000);
    expect(
      answered(new FileTail(bytes.byteLength, { ...limits, tailBytesMax: 50_000 }).between(10), bytes).value,
    ).toBeUndefined();
    expect(
      answered(new FileTail(bytes.byteLength, { ...limits, tailBytesMax: 50_000 }).takeFrom(10), bytes).value,
    ).toBe(false);
  });

  test("of a line over the limit the head is kept", () => {
    const bytes = Buffer.from(`a\n${"b".repeat(50)}\nc`);
    const tail = new FileTail(bytes.byteLength, { ...limits, lineBytesMax: 20 });
    answered(tail.take(3), bytes);
    expect(told(tail.lines.toReversed())).toEqual(told(forward(bytes, 20)));
  });

  test("lines without end, of nothing, are given up before they fill the memory", () => {
    const bytes = Buffer.alloc(8_000_000, "\n");
    const tail = new FileTail(bytes.byteLength, { ...limits, tailBytesMax: 8_000_000 });
    expect(answered(tail.take(8_000_000), bytes).value).toBe(false);
    expect(tail.lines.length).toBeLessThan(200_000);
  });
});
