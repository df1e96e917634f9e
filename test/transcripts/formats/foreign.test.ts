/** Names of what is no transcript that can prove an end. Shapes as the programs write them, content invented. */

import { describe, expect, test } from "vitest";
import { nameForeign } from "../../../src/transcripts/formats/foreign.ts";
import { detectFormat } from "../../../src/transcripts/formats/index.ts";
import { judgeTranscript } from "../../../src/transcripts/index.ts";
import type { JsonObject } from "../../../src/transcripts/json.ts";

const geminiHeader = {
  sessionId: "g-1",
  projectHash: "ab12",
  startTime: "2026-11-01T10:00:00.000Z",
  lastUpdated: "2026-11-01T10:00:00.000Z",
  kind: "main",
};

const records: readonly (readonly [name: string, list: readonly JsonObject[]])[] = [
  [
    "OpenClaw trajectory log",
    [
      {
        traceSchema: "openclaw-trajectory",
        schemaVersion: 1,
        traceId: "s-1",
        type: "session.started",
        ts: "2026-11-01T10:00:00.000Z",
        seq: 1,
        sessionId: "s-1",
      },
      {
        traceSchema: "openclaw-trajectory",
        type: "session.ended",
        ts: "2026-11-01T10:01:00.000Z",
        data: { status: "success" },
      },
    ],
  ],
  [
    "OpenClaw trajectory log",
    [
      {
        type: "session.ended",
        ts: "2026-11-01T10:01:00.000Z",
        sessionId: "s-1",
        data: { status: "success" },
      },
    ],
  ],
  ["OpenClaw trajectory log", [{ type: "trace.metadata", ts: "2026-11-01T10:01:00.000Z", sessionId: "s-1" }]],
  ["OpenClaw trajectory log", [{ traceSchema: "openclaw-trajectory-pointer", path: "x.trajectory.jsonl" }]],
  [
    "Gemini CLI chat",
    [
      geminiHeader,
      { id: "m1", timestamp: "2026-11-01T10:00:01.000Z", type: "user", content: [{ text: "Hello" }] },
      { id: "m2", timestamp: "2026-11-01T10:00:02.000Z", type: "gemini", content: "Hi", model: "m" },
    ],
  ],
  ["Gemini CLI chat", [{ $set: { lastUpdated: "2026-11-01T10:00:00.000Z" } }]],
  ["Gemini CLI chat", [{ id: "m1", type: "user", content: "Hello" }, { $rewindTo: "m1" }]],
  ["Gemini CLI chat", [{ type: "session_metadata", sessionId: "g-1", projectHash: "ab12" }]],
  [
    "Qwen Code chat",
    [
      {
        uuid: "a",
        parentUuid: null,
        sessionId: "q-1",
        timestamp: "2026-11-01T10:00:00.000Z",
        type: "user",
        cwd: "/",
        version: "0.22.0",
        message: { role: "user", parts: [{ text: "Hello" }] },
      },
      {
        uuid: "b",
        parentUuid: "a",
        sessionId: "q-1",
        timestamp: "2026-11-01T10:00:01.000Z",
        type: "assistant",
        message: { role: "model", parts: [{ text: "Done." }] },
      },
    ],
  ],
  [
    "Codex rollout of an early version",
    [{ id: "c-1", timestamp: "2025-06-01T10:00:00.000Z", instructions: null }, { record_type: "state" }],
  ],
  ["Codex event stream", [{ type: "thread.started", thread_id: "t-1" }, { type: "turn.started" }]],
  ["Codex prompt history", [{ session_id: "c-1", ts: 1_790_000_000, text: "run the tests" }]],
  [
    "Claude Code prompt history",
    [{ display: "run the tests", pastedContents: {}, timestamp: 1, project: "/" }],
  ],
  [
    "chat dataset",
    [
      {
        messages: [
          { role: "user", content: "2 + 2?" },
          { role: "assistant", content: "4" },
        ],
      },
    ],
  ],
  ["chat dataset", [{ conversations: [{ from: "human", value: "2 + 2?" }] }]],
  ["prompt dataset", [{ prompt: "2 + 2?", completion: "4" }]],
  ["prompt dataset", [{ prompt: "2 + 2?", chosen: "4", rejected: "5" }]],
  ["prompt dataset", [{ instruction: "Add", input: "2 2", output: "4" }]],
  [
    "list of bare chat messages",
    [
      { role: "user", content: "2 + 2?" },
      { role: "assistant", content: "4" },
    ],
  ],
];

describe("by its records", () => {
  test.each(records)("%s %#", async (name, list) => {
    const text = list.map((record) => JSON.stringify(record)).join("\n");
    expect(nameForeign(list, Buffer.from(text))).toBe(name);
    expect(detectFormat(list)).toBeUndefined();
    expect(await judgeTranscript(streamOf(text))).toMatchObject({
      kind: "indeterminate",
      reason: "unknown-format",
      detail: name,
    });
  });

  test("records of an unknown kind have no name", () => {
    const list = [{ event: "click", at: 1 }];
    expect(nameForeign(list, Buffer.from(JSON.stringify(list[0])))).toBeUndefined();
  });

  test("a transcript's own first records have no foreign name", () => {
    const own = [
      { type: "session", version: 3, id: "s-1", timestamp: "2026-11-01T10:00:00.000Z", cwd: "/" },
      { type: "session_meta", timestamp: "2026-11-01T10:00:00.000Z", payload: { id: "c-1" } },
      { type: "user", uuid: "a", sessionId: "s-1", message: { role: "user", content: "Hello" } },
    ];
    for (const record of own) {
      expect(nameForeign([record], Buffer.from(JSON.stringify(record)))).toBeUndefined();
    }
  });
});

const sqlite = (rest: string): Buffer =>
  Buffer.concat([Buffer.from("SQLite format 3\0"), Buffer.alloc(84), Buffer.from(rest, "latin1")]);

const contents: readonly (readonly [name: string | undefined, bytes: Uint8Array])[] = [
  ["empty file", Buffer.alloc(0)],
  ["SQLite database", sqlite("")],
  [
    "OpenClaw database (SQLite)",
    sqlite("tabletranscript_events CREATE TABLE transcript_events (session_id TEXT"),
  ],
  ["opencode database (SQLite)", sqlite("CREATE TABLE `part` (`id` text PRIMARY KEY)")],
  ["gzip file", Buffer.from([0x1f, 0x8b, 8, 0, 0])],
  ["zstd file", Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 4])],
  ["xz file", Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0])],
  ["bzip2 file", Buffer.from("BZh91AY")],
  ["zip file", Buffer.from("PK\u0003\u0004")],
  ["UTF-16 text", Buffer.from("\ufeff{}", "utf16le")],
  ["file of NUL bytes", Buffer.alloc(600)],
  ["file of white space", Buffer.from("\n\n  \n")],
  ["plain text", Buffer.from("2026-11-01 10:00:00 INFO started\n2026-11-01 10:00:01 INFO done\n")],
  ["plain text", Buffer.from("\u001b[32mok\u001b[0m colours\n")],
  ["HTML or XML document", Buffer.from("<!DOCTYPE html>\n<html></html>")],
  ["JSON document", Buffer.from('[\n  {"role": "user"}\n]')],
  ["JSON document", Buffer.from('{\n  "version": 1,\n  "sessions": []\n}')],
  ["Gemini CLI chat", Buffer.from(JSON.stringify({ ...geminiHeader, messages: [] }, null, 2))],
  ["binary file", Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0])],
  ["binary file", Buffer.from([0x66, 0xff, 0x66])],
  // A torn first record may have been anything.
  [undefined, Buffer.from('{"type":"sess')],
];

describe("by its bytes", () => {
  test.each(contents)("%s %#", (name, bytes) => {
    expect(nameForeign([], bytes)).toBe(name);
  });

  test("a character cut where the beginning ends makes no binary file", () => {
    const text = Buffer.from("é漢😀".repeat(50));
    for (let cut = 1; cut <= 4; cut += 1) expect(nameForeign([], text.subarray(0, -cut))).toBe("plain text");
  });

  test("never throws, whatever the bytes", () => {
    for (let first = 0; first < 256; first += 1) {
      expect(() => nameForeign([], Buffer.from([first, 255 - first]))).not.toThrow();
    }
  });
});

async function* streamOf(text: string): AsyncGenerator<Buffer> {
  await Promise.resolve();
  yield Buffer.from(text);
}
