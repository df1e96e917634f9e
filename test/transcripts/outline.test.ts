import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { judgeTranscriptSync, outlineTranscriptSync } from "../../src/transcripts/index.ts";
import type { Outline, OutlineOptions } from "../../src/transcripts/index.ts";
import { TranscriptOpenError } from "../../src/transcripts/bytes.ts";
import { labelOf, previewOf } from "../../src/transcripts/preview.ts";
import { ANSWERED, Folder, lines } from "../support/folder.ts";
import { assistant, entries, header, user } from "../support/openclaw-records.ts";

function outlineOf(content: string, options: Partial<OutlineOptions> = {}): Outline {
  const path = new Folder().write("a.jsonl", content);
  return outlineTranscriptSync(path, { format: "openclaw", ...options });
}

/** Each line as its labels. */
function labels({ lines }: Outline): string[] {
  return lines.map(({ records, damage }) => [...records.map(({ label }) => label), ...damage].join("+"));
}

describe("outline", () => {
  test("a small file: the last lines, with their numbers, ids, times and events", () => {
    const outline = outlineOf(ANSWERED, { count: 2 });
    expect(outline.complete).toBe(false);
    expect(outline.lines).toMatchObject([
      { at: { line: 2, entryId: "e1" }, records: [{ label: "message/user", text: "Count." }] },
      {
        at: { line: 3, entryId: "e2" },
        records: [{ events: [{ kind: "assistant", stop: "final" }], text: "Three." }],
      },
    ]);
    expect(outlineOf(ANSWERED, { count: 3 }).complete).toBe(true);
  });

  test("the same from the end of a file that is not read whole, without the numbers", () => {
    const small = outlineOf(ANSWERED);
    const large = outlineOf(ANSWERED, { wholeBytesMax: 1 });
    expect(large.complete).toBe(true);
    expect(large.lines.map(({ at }) => at.line)).toEqual([undefined, undefined, undefined]);
    const withoutNumbers = JSON.stringify(small).replaceAll(/,"line":\d+|"line":\d+,/g, "");
    expect(JSON.parse(JSON.stringify(large))).toEqual(JSON.parse(withoutNumbers));
  });

  test.each([{}, { wholeBytesMax: 1 }])("the included line, wherever it stands (%o)", (limits) => {
    const text = lines(entries(header, user("first"), ...Array.from({ length: 50 }, () => user("more"))));
    const include = text.indexOf("\n") + 1;
    const { lines: listed, complete } = outlineOf(text, { ...limits, count: 2, include });
    expect(listed.find(({ at }) => at.offset === include)?.records[0]?.text).toBe("first");
    expect(listed.at(-1)?.records[0]?.text).toBe("more");
    expect(complete).toBe(false);
    // The header stands before it.
    expect(listed).toHaveLength(4);
  });

  test.skipIf(!existsSync("/usr/bin/zstd"))("a compressed file is listed as what it holds", () => {
    const path = new Folder().write("a.jsonl", ANSWERED);
    const plain = outlineTranscriptSync(path, { format: "openclaw" });
    execFileSync("/usr/bin/zstd", ["-q", path]);
    const packed = `${path}.zst`;
    expect(outlineTranscriptSync(packed, { format: "openclaw" })).toEqual(plain);
    expect(outlineTranscriptSync(packed, { format: "openclaw", wholeBytesMax: 8 })).toEqual(plain);
    expect(outlineTranscriptSync(packed, { format: "openclaw", count: 1 }).lines).toEqual(
      plain.lines.slice(-1),
    );
  });

  test("damage, joined records, empty lines", () => {
    const [head = "", first = "", second = ""] = entries(header, user("a"), assistant("b"));
    const outline = outlineOf(`${head}\n${first}${second}\n\nnonsense\n${first.slice(0, 30)}`);
    expect(labels(outline)).toEqual(["session", "message/user+message/assistant", "", "corrupt", "torn"]);
    expect(labels(outlineOf(""))).toEqual([]);
    expect(outlineOf("").complete).toBe(true);
  });

  test.each([{}, { wholeBytesMax: 1 }])(
    "a line over the limit is named, and its head alone is read (%o)",
    (limits) => {
      const text = `${ANSWERED}${"x".repeat(5_000)}\n`;
      const include = ANSWERED.length;
      const outline = outlineOf(text, { ...limits, lineBytesMax: 2_000, include });
      expect(labels(outline).at(-1)).toBe("oversized");
    },
  );

  test("an unknown format: what the records call themselves, and no events", () => {
    const [line] = outlineOf('{"type":"event","kind":"x"}\n', { format: "unknown" }).lines;
    expect(line?.records).toEqual([{ label: "event", events: [], text: "" }]);
  });

  test("a file that cannot be opened is an error", () => {
    expect(() => outlineTranscriptSync("/nowhere/at/all", { format: "unknown" })).toThrow(
      TranscriptOpenError,
    );
    const folder = new Folder();
    const path = folder.write("a.jsonl");
    expect(() => outlineTranscriptSync(path, { format: "openclaw", root: "/usr" })).toThrow(
      TranscriptOpenError,
    );
    expect(() => outlineTranscriptSync(path, { format: "openclaw", lineBytesMax: 0 })).toThrow(RangeError);
  });

  test("its offsets are those of the verdict", () => {
    const path = new Folder().write("a.jsonl");
    const { at, format } = judgeTranscriptSync(path);
    const outline = outlineTranscriptSync(path, { format, include: at?.offset });
    expect(outline.lines.at(-1)?.at).toEqual(at);
  });
});

describe("what a record is, and says", () => {
  test.each([
    [{ type: "message", message: { role: "user", content: "hello" } }, "message/user", "hello"],
    [
      {
        type: "user",
        message: {
          role: "user",
          content: [
            { type: "text", text: "a" },
            { type: "text", text: "b" },
          ],
        },
      },
      "user",
      "a\nb",
    ],
    [
      {
        type: "user",
        message: {
          role: "user",
          content: [{ type: "tool_result", content: [{ type: "text", text: "deep" }] }],
        },
      },
      "user",
      "deep",
    ],
    [
      { type: "event_msg", payload: { type: "task_complete", last_agent_message: "Done." } },
      "event_msg/task_complete",
      "Done.",
    ],
    [{ type: "system", subtype: "turn_duration" }, "system/turn_duration", ""],
    [
      { type: "attachment", attachment: { type: "queued_command", prompt: "next" } },
      "attachment/queued_command",
      "next",
    ],
    [{ type: "summary", summary: "so far" }, "summary", "so far"],
    [{}, "", ""],
    [
      {
        type: 3,
        message: [],
        content: JSON.parse('{"text":'.repeat(20) + '"too deep"' + "}".repeat(20)) as unknown,
      },
      "",
      "",
    ],
  ])("%j", (record, label, text) => {
    expect([labelOf(record), previewOf(record)]).toEqual([label, text]);
  });

  test("a long text is cut", () => {
    expect(previewOf({ content: "x".repeat(1e6) })).toHaveLength(2_000);
    expect(previewOf({ content: Array.from({ length: 1e5 }, () => ({ text: "words" })) })).toHaveLength(
      2_000,
    );
  });
});
