/** Bytes to lines, forward: from a file's blocks (LineCutter) and from a stream (split2). The two must agree. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LINE_HEAD_BYTES } from "../../src/transcripts/limits.ts";
import { LineCutter } from "../../src/transcripts/lines.ts";
import type { Line } from "../../src/transcripts/lines.ts";
import { StreamFailedError, streamLines } from "../../src/transcripts/stream.ts";
import { processorMs } from "../support/processor-ms.ts";

const LIMIT = 1_000;

/** Cuts a text into pieces of these sizes, over and over. */
function piecesOf(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.byteLength; at += pieces.at(-1)!.byteLength) {
    pieces.push(bytes.subarray(at, at + (sizes[pieces.length % sizes.length] ?? 1)));
  }
  return pieces;
}

/** The lines, copied: a cutter's lines are views of the chunk. */
function cut(pieces: readonly Buffer[], lineBytesMax = LIMIT): Line[] {
  const cutter = new LineCutter(lineBytesMax);
  const lines: Line[] = [];
  const keep = (line: Line): number => lines.push({ ...line, bytes: Buffer.from(line.bytes) });
  for (const piece of pieces) {
    const reused = Buffer.from(piece);
    for (const line of cutter.push(reused)) keep(line);
    reused.fill(0x58);
  }
  const last = cutter.end();
  if (last !== undefined) keep(last);
  return lines;
}

async function stream(pieces: Iterable<Buffer | string>, lineBytesMax = LIMIT): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of streamLines(chunks(pieces), lineBytesMax)) lines.push(line);
  return lines;
}

async function* chunks(pieces: Iterable<Buffer | string>): AsyncGenerator<Buffer | string> {
  yield* pieces;
}

const short = (lines: readonly Line[]): unknown[] =>
  lines.map(({ bytes, offset, number, ended }) => [bytes.toString("latin1"), offset, number, ended]);

describe.each([
  ["from a file's blocks", async (pieces: Buffer[], max?: number) => cut(pieces, max)],
  ["from a stream", async (pieces: Buffer[], max?: number) => stream(pieces, max)],
])("%s", (_, read) => {
  test.each<[string, string, unknown[]]>([
    ["nothing", "", []],
    ["one line", "a\n", [["a", 0, 1, true]]],
    [
      "no LF at the end",
      "a\nb",
      [
        ["a", 0, 1, true],
        ["b", 2, 2, false],
      ],
    ],
    [
      "empty lines",
      "\n\na\n\n",
      [
        ["", 0, 1, true],
        ["", 1, 2, true],
        ["a", 2, 3, true],
        ["", 4, 4, true],
      ],
    ],
    [
      "CR stays: it is no end of a line",
      "a\r\nb\rc\r\n",
      [
        ["a\r", 0, 1, true],
        ["b\rc\r", 3, 2, true],
      ],
    ],
    ["NEL, U+2028 and form feed are no ends", "\u0085\u2028\f\n", [["\xc2\x85\xe2\x80\xa8\f", 0, 1, true]]],
    [
      "NUL bytes",
      "\0\0\n\0",
      [
        ["\0\0", 0, 1, true],
        ["\0", 3, 2, false],
      ],
    ],
  ])("%s", async (__, text, lines) => {
    const bytes = Buffer.from(text);
    for (const size of [1, 2, 3, 100]) expect(short(await read(piecesOf(bytes, [size])))).toEqual(lines);
  });

  test("bytes that are no UTF-8 come through as they are", async () => {
    const bytes = Buffer.from([0xff, 0xc3, 0x0a, 0x80, 0xed, 0xa0, 0x80]);
    const lines = await read([bytes]);
    expect(lines.map((line) => [...line.bytes])).toEqual([
      [0xff, 0xc3],
      [0x80, 0xed, 0xa0, 0x80],
    ]);
  });

  test("a line at the limit is whole, one byte more leaves its head", async () => {
    for (const size of [1, 7, 999, 1_000, 1_001, 5_000]) {
      const text = `${"a".repeat(LIMIT)}\n${"b".repeat(LIMIT + 1)}\nc\n${"d".repeat(LIMIT + 1)}`;
      const lines = await read(piecesOf(Buffer.from(text), [size]));
      expect(lines.map((line) => [line.bytes.toString(), line.byteLength, line.offset, line.ended])).toEqual([
        ["a".repeat(LIMIT), LIMIT, 0, true],
        ["b".repeat(LIMIT), LIMIT + 1, 1_001, true],
        ["c", 1, 2_003, true],
        ["d".repeat(LIMIT), LIMIT + 1, 2_005, false],
      ]);
    }
  });

  test("of a line over a large limit its first 64 KiB are kept", async () => {
    const max = 3 * LINE_HEAD_BYTES;
    const [line, next] = await read([Buffer.from("x".repeat(max + 5) + "\ny")], max);
    expect([line?.bytes.byteLength, line?.byteLength, next?.offset]).toEqual([
      LINE_HEAD_BYTES,
      max + 5,
      max + 6,
    ]);
  });
});

test("blocks and streams agree, whatever the bytes, the chunks and the limit", async () => {
  const bytes = fc.array(fc.constantFrom("a", "é", "\n", "\r\n", "\0", "x".repeat(40), "\n\n"), {
    maxLength: 40,
  });
  const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(bytes, sizes, fc.integer({ min: 1, max: 90 }), async (parts, cuts, max) => {
      const all = Buffer.from(parts.join(""));
      const lines = await stream(piecesOf(all, cuts), max);
      expect(lines).toEqual(cut(piecesOf(all, cuts), max));
      expect(lines).toEqual(cut([all], max));
      expect(lines.reduce((length, line) => length + line.byteLength + (line.ended ? 1 : 0), 0)).toBe(
        all.byteLength,
      );
    }),
    { numRuns: 300 },
  );
});

test("text chunks are their UTF-8 bytes", async () => {
  expect((await stream(["é\n", "漢"])).map((line) => line.bytes.toString("utf8"))).toEqual(["é", "漢"]);
});

test("a stream that fails says so, and the lines before it were given", async () => {
  async function* failing(): AsyncGenerator<Buffer> {
    yield Buffer.from("a\nb");
    throw new Error("the pipe broke");
  }
  const lines: string[] = [];
  const reading = (async () => {
    for await (const line of streamLines(failing(), LIMIT)) lines.push(line.bytes.toString());
  })();
  await expect(reading).rejects.toThrow(StreamFailedError);
  await expect(reading).rejects.toThrow("the pipe broke");
});

test("a reader that stops early lets the source go", async () => {
  let closed = false;
  async function* endless(): AsyncGenerator<Buffer> {
    try {
      for (;;) yield Buffer.from("a\n");
    } finally {
      closed = true;
    }
  }
  for await (const line of streamLines(endless(), LIMIT)) if (line.number === 3) break;
  await new Promise((resolve) => {
    setTimeout(resolve, 20);
  });
  expect(closed).toBe(true);
});

test("a line of 8 MB in pieces of a hundred bytes takes no more than a moment", async () => {
  const start = processorMs();
  function* pieces(): Generator<Buffer> {
    for (let count = 0; count < 80_000; count += 1) yield Buffer.alloc(100, 0x61);
  }
  const [line] = await stream(pieces(), 16 * 1024 * 1024);
  expect(line?.byteLength).toBe(8_000_000);
  expect(processorMs() - start).toBeLessThan(10_000);
});
