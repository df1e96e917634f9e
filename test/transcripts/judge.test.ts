/** Files, streams and damage to a verdict, end to end. The formats have their own tests. */

import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { judgeTranscript, judgeTranscriptSync } from "../../src/transcripts/index.ts";
import type { Judgement } from "../../src/transcripts/index.ts";
import { fileOf, judged, verdictOf } from "../support/judged.ts";
import {
  START,
  assistant,
  call,
  custom,
  entries,
  header,
  result,
  user,
} from "../support/openclaw-records.ts";
import { processorMs } from "../support/processor-ms.ts";

const answered = entries(header, user("Count."), assistant("Three."));
const DONE = "terminal final-answer: Three.";
const codes = (judgement: Judgement): string[] =>
  judgement.warnings.map(({ code, line }) => `${code}:${line}`);

describe("a whole verdict", () => {
  test("names its place, its size and what was read", () => {
    const text = answered.join("\n") + "\n";
    const offset = text.indexOf('{"id":"e2"');
    expect(judgeTranscriptSync(fileOf(text))).toEqual({
      kind: "terminal",
      reason: "final-answer",
      text: "Three.",
      at: { offset, line: 3, entryId: "e2", timestamp: START + 2_000 },
      warnings: [],
      format: "openclaw",
      sessionId: "s-1",
      bytes: text.length,
      bytesRead: text.length,
    });
  });

  test("is the same for the asynchronous twin, and for a stream", async () => {
    const path = fileOf(answered.join("\n"));
    const wanted = judgeTranscriptSync(path);
    expect(await judgeTranscript(path)).toEqual(wanted);
    expect(await judgeTranscript(Readable.from([answered.join("\n")]))).toEqual(wanted);
  });

  test("from the tail of a large file it reads little", () => {
    const fill = Array.from({ length: 2_000 }, (_, index) => [
      assistant("", { calls: [call(`c${index}`)] }),
      result(`c${index}`, "x".repeat(500)),
    ]).flat();
    const refusal = judgeTranscriptSync(fileOf(entries(header, user("Count."), ...fill).join("\n")));
    expect(refusal).toMatchObject({ kind: "unfinished", reason: "tool-only-turn" });
    const lines = entries(header, user("Count."), ...fill, assistant("Look.", { calls: [call("open")] }));
    expect(judgeTranscriptSync(fileOf(lines.join("\n"))).bytesRead).toBeLessThan(96 * 1024);
    const known = entries(header, user("Count."), ...fill, assistant("Three."));
    expect(judgeTranscriptSync(fileOf(known.join("\n")), { descendantsKnown: true }).bytesRead).toBeLessThan(
      96 * 1024,
    );
  });
});

describe("damage", () => {
  const torn = assistant("Four!").message as object;
  const cut = JSON.stringify({
    type: "message",
    id: "e3",
    parentId: "e2",
    timestamp: "2026-11-01T10:00:03Z",
    message: torn,
  }).slice(0, -20);

  test.each<[string, string | readonly string[], string, string[]]>([
    ["a byte order mark", "\uFEFF" + answered.join("\n"), DONE, ["bom:1"]],
    ["CRLF", answered.join("\r\n") + "\r\n", DONE, []],
    ["empty lines", answered.join("\n\n\r\n") + "\n\n", DONE, []],
    ["no final LF", answered.join("\n"), DONE, []],
    ["a torn last line", answered.join("\n") + "\n" + cut, "indeterminate torn-tail", ["torn-tail:4"]],
    ["a torn last line with LF", [...answered, cut], "indeterminate corrupt-tail", ["malformed-line:4"]],
    [
      "bookkeeping behind a torn line",
      [...answered, cut, ...entries(custom("x"))],
      "indeterminate corrupt-tail",
      ["malformed-line:4"],
    ],
    [
      "torn bookkeeping",
      answered.join("\n") + '\n{"type":"custom","customType":"model-snapshot","da',
      DONE,
      ["torn-tail:4"],
    ],
    [
      "torn bookkeeping of no known kind",
      answered.join("\n") + '\n{"type":"custom","customType":"model-sn',
      "indeterminate torn-tail",
      ["torn-tail:4"],
    ],
    [
      "a torn sign of failure",
      answered.join("\n") + '\n{"type":"custom","customType":"openclaw:prompt-error","da',
      "indeterminate torn-tail",
      ["torn-tail:4"],
    ],
    [
      "a tail of NUL",
      answered.join("\n") + "\n" + "\0".repeat(512),
      "indeterminate corrupt-tail",
      ["nul-tail:4"],
    ],
    [
      "NUL right behind the answer",
      answered.join("\n") + "\0".repeat(512),
      "indeterminate corrupt-tail",
      ["nul-tail:3"],
    ],
    [
      "a block of NUL before the answer",
      [...answered.slice(0, 2), "\0".repeat(512) + answered[2]!],
      DONE,
      ["nul-block:3"],
    ],
    ["a lost newline", [answered[0]!, answered[1]! + answered[2]!], DONE, ["joined-records:2"]],
    [
      "a torn record with the answer behind it",
      [...answered.slice(0, 2), cut.slice(0, 60) + answered[2]!],
      DONE,
      ["spliced-line:3"],
    ],
    [
      "rubbish before the answer",
      [...answered.slice(0, 2), "rubbish", answered[2]!],
      DONE,
      ["malformed-line:3"],
    ],
    ["rubbish behind it", [...answered, "rubbish"], "indeterminate corrupt-tail", ["malformed-line:4"]],
  ])("%s", (_, transcript, verdict, warnings) => {
    expect(verdictOf(transcript)).toBe(verdict);
    expect(codes(judged(transcript))).toEqual(warnings);
  });

  test("a record of another session in a spliced line is none", () => {
    const other = JSON.stringify({ ...JSON.parse(answered[2]!), sessionId: "s-2" });
    expect(verdictOf([...answered.slice(0, 2), cut.slice(0, 60) + other])).toBe("indeterminate corrupt-tail");
  });
});

describe("an oversized line", () => {
  const long = (records: readonly string[]): string => verdictOf(records, { lineBytesMax: 2_000 });

  test("before the answer is skipped and named", () => {
    const lines = entries(
      header,
      user("Count."),
      assistant("", { calls: [call("c1")] }),
      result("c1", "x".repeat(5_000)),
      assistant("Three."),
    );
    expect(verdictOf(lines)).toBe(DONE);
    // Its result was not read, so its call is open.
    expect(long(lines)).toBe("unfinished open-tool-call");
    expect(codes(judged(lines, { lineBytesMax: 2_000 }))).toEqual(["oversized-line:4", "dangling-parent:5"]);
  });

  test("behind the answer it refuses, unless its head shows bookkeeping", () => {
    expect(long([...answered, ...entries(user("x".repeat(5_000)))])).toBe("indeterminate line-too-long");
    const note = { ...custom("model-snapshot"), data: "x".repeat(5_000) };
    expect(long([...answered, JSON.stringify(note)])).toBe(DONE);
  });

  test("may be the answer itself", () => {
    expect(long(entries(header, user("Count."), assistant("x".repeat(5_000))))).toBe(
      "indeterminate line-too-long",
    );
  });
});

describe("what format it is", () => {
  test("is told from the content, not from the name", () => {
    const path = fileOf(answered.join("\n"), "notes.txt");
    expect(judgeTranscriptSync(path)).toMatchObject({ format: "openclaw", kind: "terminal" });
  });

  test("may be said", () => {
    expect(judgeTranscriptSync(fileOf("{}\n"), { format: "openclaw" })).toMatchObject({
      format: "openclaw",
      kind: "unfinished",
    });
    expect(() => judged(answered, { format: "novelty" as "openclaw" })).toThrow(RangeError);
  });

  test("is told by a first line of any length under the limit, in file and stream alike", async () => {
    // A first prompt may hold an image: here the fields that tell the format stand behind it.
    const message = { role: "user", content: "x".repeat(300_000) };
    const first = JSON.stringify({
      message,
      type: "message",
      id: "e1",
      parentId: null,
      timestamp: new Date(START).toISOString(),
    });
    const lines = [first, ...entries(assistant("Three.", { rest: { id: "e2", parentId: "e1" } }))];
    expect(verdictOf(lines)).toBe(DONE);
    expect(await judgeTranscript(Readable.from([Buffer.from(lines.join("\n"))]))).toMatchObject({
      kind: "terminal",
    });
  });

  test.each(["plain words\n", "\0\0\0", "[1]\n", '{"a":1}\n', "\n\n\n"])("%j is of no known one", (text) => {
    expect(judgeTranscriptSync(fileOf(text))).toMatchObject({
      kind: "indeterminate",
      reason: "unknown-format",
      format: "unknown",
    });
  });
});

describe("a stream", () => {
  test("that fails is unreadable, and says why", async () => {
    async function* failing(): AsyncGenerator<Buffer> {
      yield Buffer.from(answered.join("\n"));
      throw new Error("the pipe broke");
    }
    expect(await judgeTranscript(failing())).toMatchObject({
      kind: "indeterminate",
      reason: "unreadable",
      detail: "the stream broke off: the pipe broke",
    });
  });

  test("of nothing, and of empty lines without end, is of no known format", async () => {
    const start = processorMs();
    expect(await judgeTranscript(Readable.from([]))).toMatchObject({ reason: "unknown-format", bytes: 0 });
    expect(await judgeTranscript(Readable.from([Buffer.alloc(1_000_000, "\n")]))).toMatchObject({
      reason: "unknown-format",
      bytes: 1_000_000,
    });
    expect(processorMs() - start).toBeLessThan(10_000);
  });

  test("a byte at a time", async () => {
    const bytes = Buffer.from(answered.join("\n"));
    async function* bytewise(): AsyncGenerator<Uint8Array> {
      for (const byte of bytes) yield Uint8Array.of(byte);
    }
    expect(await judgeTranscript(bytewise())).toMatchObject({ kind: "terminal", bytes: bytes.byteLength });
  });
});

describe("options", () => {
  test.each([{ lineBytesMax: 0 }, { windowBytes: -1 }, { tailBytesMax: Number.NaN }])(
    "%j is no limit",
    async (options) => {
      expect(() => judgeTranscriptSync("x", options)).toThrow(RangeError);
      await expect(judgeTranscript("x", options)).rejects.toThrow(RangeError);
    },
  );
});
