/** The last records of a file, and messages in memory, as a host would show them. */

import { describe, expect, test } from "vitest";
import { eventsOf, judgeMessages, judgeTranscriptSync, recentRecords } from "../../src/transcripts/index.ts";
import { FileShrankError } from "../../src/transcripts/ask.ts";
import { TranscriptOpenError } from "../../src/transcripts/bytes.ts";
import { failed } from "../../src/transcripts/outcome.ts";
import { fileOf } from "../support/judged.ts";
import { assistant, call, entries, header, result, user } from "../support/openclaw-records.ts";

const LINES = entries(
  header,
  user("Count"),
  assistant("Running.", { calls: [call("c1")] }),
  result("c1"),
  assistant("Three."),
);

describe("recentRecords", () => {
  test("gives all of a short file, and says so", async () => {
    const path = fileOf(LINES.join("\n") + "\n");
    const { records, format, complete } = await recentRecords(path);
    expect(records.map((record) => record["type"])).toEqual([
      "session",
      "message",
      "message",
      "message",
      "message",
    ]);
    expect({ format, complete }).toEqual({ format: "openclaw", complete: true });
  });

  test("gives the last ones of a longer file", async () => {
    const path = fileOf(LINES.join("\n") + "\n");
    const { records, format, complete } = await recentRecords(path, { count: 2 });
    expect(records.map((record) => record["id"])).toEqual(["e3", "e4"]);
    expect({ format, complete }).toEqual({ format: "openclaw", complete: false });
  });

  test("stays within its bytes, and leaves out what is damaged", async () => {
    const big = entries(header, user("x".repeat(100_000)), assistant("Three."));
    const path = fileOf([...big, '{"type":"mess'].join("\n"));
    const { records, complete } = await recentRecords(path, { bytesMax: 50_000 });
    expect(records.map((record) => record["id"])).toEqual(["e2"]);
    expect(complete).toBe(false);
  });

  test("of an empty file: nothing, and that is all", async () => {
    expect(await recentRecords(fileOf(""))).toEqual({ records: [], format: "unknown", complete: true });
  });

  test("a path that cannot be opened is the caller's to catch", async () => {
    await expect(recentRecords(fileOf("") + ".none")).rejects.toThrow(TranscriptOpenError);
  });
});

describe("eventsOf", () => {
  test("says what bare messages say, and what records say", () => {
    const bare = [
      { role: "user", content: "Count" },
      { role: "assistant", content: [{ type: "text", text: "Three." }], stopReason: "stop" },
    ];
    expect(eventsOf([...bare, 7, null]).map((event) => event.kind)).toEqual(["input", "assistant"]);
    const records = LINES.map((line): unknown => JSON.parse(line));
    expect(eventsOf(records).at(-1)).toMatchObject({ kind: "assistant", text: "Three.", at: { offset: 4 } });
    expect(judgeMessages(records)).toMatchObject({ kind: "terminal", text: "Three." });
  });
});

describe("what may succeed a moment later is marked", () => {
  test.each(["EMFILE", "EIO", "ESTALE"])("%s", (code) => {
    expect(failed(Object.assign(new Error("read"), { code }))).toMatchObject({
      reason: "unreadable",
      transient: true,
    });
  });

  test.each(["EACCES", "EISDIR"])("not %s", (code) => {
    expect(failed(Object.assign(new Error("read"), { code }))).not.toHaveProperty("transient");
  });

  test("a file that shrank, but not a folder, nor what is not there", () => {
    expect(failed(new FileShrankError("shorter"))).toMatchObject({ transient: true });
    expect(judgeTranscriptSync("/")).not.toHaveProperty("transient");
    expect(judgeTranscriptSync("/none.jsonl")).not.toHaveProperty("transient");
  });
});
