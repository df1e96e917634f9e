/** A transcript kept as rows is judged as the file of lines that it would be, and no more of it is fetched. */

import { describe, expect, test } from "vitest";
import { ROWS_MAX, judgeRows, judgeTranscriptSync } from "../../src/transcripts/index.ts";
import type { JudgeOptions, TranscriptRow, TranscriptRows } from "../../src/transcripts/index.ts";
import { openRows } from "../../src/transcripts/rows.ts";
import { fileOf, said } from "../support/judged.ts";
import { assistant, call, entries, header, result, user, yields } from "../support/openclaw-records.ts";
import { zstdFrame } from "../support/zstd-frame.ts";

/** Rows over these, with the indexes that were fetched. */
function rowsOf(
  records: readonly TranscriptRow[],
  byteLengths: readonly number[],
): TranscriptRows & { readonly fetched: number[] } {
  const fetched: number[] = [];
  const row = (index: number): TranscriptRow | undefined => {
    fetched.push(index);
    return records[index];
  };
  return { byteLengths, row, fetched };
}

const asText = (lines: readonly string[]) =>
  rowsOf(
    lines.map((json) => ({ json })),
    lines.map((line) => Buffer.byteLength(line)),
  );
const asZstd = (lines: readonly string[]) =>
  rowsOf(
    lines.map((line) => ({ zstd: zstdFrame(line) })),
    lines.map((line) => Buffer.byteLength(line)),
  );

const TRANSCRIPTS: readonly (readonly [string, readonly string[]])[] = [
  ["an answer", entries(header, user("Count."), assistant("Drei äöü \u{1f600}."))],
  ["a yield", entries(header, user("Count."), ...yields("I wait."))],
  ["a tool", entries(header, user("Count."), assistant("See.", { calls: [call("c1")] }), result("c1"))],
  ["nothing", []],
  ["a long row", entries(header, user("x".repeat(300_000)), assistant("Three."))],
];

describe.each(TRANSCRIPTS)("%s", (_, lines) => {
  const path = fileOfLines(lines);
  test.each([
    ["text", asText],
    ["zstd", asZstd],
  ])("as rows of %s says what the file says", (_kind, rows) => {
    for (const options of [{}, { wholeBytesMax: 1 }] satisfies JudgeOptions[]) {
      expect(said(judgeRows(rows(lines), options))).toEqual(said(judgeTranscriptSync(path(), options)));
    }
  });
});

function fileOfLines(lines: readonly string[]): () => string {
  return () => fileOf(lines.map((line) => `${line}\n`).join(""));
}

test("from any offset, for any length, the bytes are the file's", () => {
  const lines = ["{}", "", '{"a":"ä"}', "x"];
  const whole = Buffer.from(lines.map((line) => `${line}\n`).join(""));
  const file = openRows(asText(lines));
  expect(file.size).toBe(whole.byteLength);
  for (let offset = 0; offset <= whole.byteLength; offset += 1) {
    for (let length = 0; length <= whole.byteLength + 1; length += 1) {
      const into = Buffer.alloc(length, 0x7e);
      const count = file.read(into, length, offset);
      expect(into.subarray(0, count)).toEqual(whole.subarray(offset, offset + length));
    }
  }
});

test("of a long transcript only the ends are fetched", () => {
  const many = Array.from({ length: 500 }, (_, index) => [
    user(`Turn ${index}.`),
    assistant(`It is ${index}.`),
  ]);
  const rows = asText(entries(header, ...many.flat()));
  expect(judgeRows(rows, { descendantsKnown: true })).toMatchObject({ kind: "terminal", text: "It is 499." });
  expect(new Set(rows.fetched).size).toBeLessThan(400);
});

describe("a row that is not what was said is damage behind the last word", () => {
  const lines = entries(header, user("Count."), assistant("Three."), user("Go on."), assistant("Four."));
  const lengths = lines.map((line) => Buffer.byteLength(line));
  const last = lines.length - 1;
  const json = lines[last]!;
  test.each([
    ["shorter", { json: json.slice(1) }, lengths],
    ["longer", { json: `${json} ` }, lengths],
    ["gone", undefined, lengths],
    ["empty", {}, lengths],
    ["no frame", { zstd: Buffer.from("no frame at all") }, lengths],
    ["a frame cut off", { zstd: zstdFrame(json).subarray(0, -20) }, lengths],
    ["a frame of more", { zstd: zstdFrame(`${json} `) }, lengths],
    ["too long to be fetched", { json }, lengths.with(last, 65 * 1024 * 1024)],
  ])("%s", (_, row, byteLengths) => {
    const rows = rowsOf(
      lines.map((one, index) => (index === last ? row! : { json: one })),
      byteLengths,
    );
    expect(judgeRows(rows).kind).toBe("indeterminate");
  });
});

test("what the reader of rows throws with a code is unreadable", () => {
  const broken: TranscriptRows = {
    byteLengths: [10],
    row: () => {
      throw Object.assign(new Error("disk I/O error"), { code: "ERR_SQLITE_ERROR" });
    },
  };
  expect(judgeRows(broken)).toMatchObject({ kind: "indeterminate", reason: "unreadable" });
});

test("more rows than the limit, and lengths that are none, are refused", () => {
  const row = () => undefined;
  expect(() => judgeRows({ byteLengths: Array.from({ length: ROWS_MAX + 1 }, () => 1), row })).toThrow(
    RangeError,
  );
  for (const length of [-1, 0.5, Number.NaN]) {
    expect(() => judgeRows({ byteLengths: [length], row })).toThrow(RangeError);
  }
});
