/** How a file is known to be Claude Code's, and what a torn row was. formats.md, "Formats that cannot prove an end". */

import { describe, expect, test } from "vitest";
import { claudeCode } from "../../../../src/transcripts/formats/claude-code.ts";
import { detectFormat } from "../../../../src/transcripts/formats/index.ts";
import { judged } from "../../../support/judged.ts";
import { SESSION, answer, attachment, lines, queue, user } from "../../../support/claude-code-records.ts";
import type { Row } from "../../../support/claude-code-records.ts";

const records = (...rows: readonly Row[]): Row[] => lines(...rows).map((line) => JSON.parse(line) as Row);

describe("known by any of its first rows", () => {
  test.each<[string, Row]>([
    ["a prompt", records(user("Count."))[0]!],
    ["an answer", records(answer("Done."))[0]!],
    ["an attachment", records(attachment("date"))[0]!],
    ["a queued prompt", records(queue("enqueue", "x"))[0]!],
    ["a summary", { type: "summary", summary: "x", leafUuid: "u1" }],
    ["a snapshot", { type: "file-history-snapshot", messageId: "u1", snapshot: {}, isSnapshotUpdate: false }],
    ["a prompt kept for later", { type: "last-prompt", lastPrompt: "x", sessionId: SESSION }],
    ["a mode", { type: "mode", mode: "normal", sessionId: SESSION }],
    ["a permission mode", { type: "permission-mode", permissionMode: "default", sessionId: SESSION }],
    ["a title", { type: "ai-title", aiTitle: "x", sessionId: SESSION }],
    ["a name", { type: "agent-name", agentName: "x", sessionId: SESSION }],
    ["a latch", { type: "atis-latch", atis: "", sessionId: SESSION }],
    ["a bridge", { type: "bridge-session", sessionId: SESSION, bridgeSessionId: "x" }],
    ["a request", { type: "api-request", sessionId: SESSION, id: "r" }],
    [
      "a system row",
      {
        type: "system",
        subtype: "compact_boundary",
        uuid: "u",
        parentUuid: null,
        isSidechain: false,
        sessionId: SESSION,
      },
    ],
  ])("%s", (_, record) => {
    expect(detectFormat([record])?.name).toBe("claude-code");
  });

  test.each<[string, Row]>([
    [
      "Qwen Code",
      {
        uuid: "u",
        parentUuid: null,
        sessionId: SESSION,
        type: "user",
        message: { role: "user", parts: [{ text: "x" }] },
      },
    ],
    [
      "Qwen Code's answer",
      {
        uuid: "u",
        parentUuid: null,
        sessionId: SESSION,
        type: "assistant",
        message: { role: "model", parts: [] },
      },
    ],
    [
      "Qwen Code's own rows",
      {
        uuid: "u",
        parentUuid: null,
        sessionId: SESSION,
        type: "system",
        subtype: "ui_telemetry",
        systemPayload: {},
      },
    ],
    [
      "the output of a program run",
      {
        type: "assistant",
        message: { role: "assistant", content: [] },
        session_id: SESSION,
        uuid: "u",
        parent_tool_use_id: null,
      },
    ],
    ["its beginning", { type: "system", subtype: "init", session_id: SESSION, uuid: "u", tools: [] }],
    ["a bare message", { role: "user", content: "x" }],
    ["a pi session", { type: "session", version: 3, id: "s", cwd: "/x" }],
    ["a rollout", { timestamp: "2026-11-01T10:00:00.000Z", type: "event_msg", payload: { type: "x" } }],
    ["no type", { sessionId: SESSION, uuid: "u" }],
    ["a type nobody knows", { type: "novelty", sessionId: SESSION, uuid: "u" }],
    ["a summary of something", { type: "summary", summary: "x" }],
  ])("not %s", (_, record) => {
    expect(claudeCode.detect(record)).toBe(false);
  });

  test("a Qwen Code file is told by name", () => {
    const rows = [
      {
        uuid: "u",
        parentUuid: null,
        sessionId: SESSION,
        type: "system",
        subtype: "ui_telemetry",
        systemPayload: {},
      },
      {
        uuid: "v",
        parentUuid: "u",
        sessionId: SESSION,
        type: "user",
        message: { role: "user", parts: [{ text: "x" }] },
      },
    ];
    expect(judged(rows.map((row) => JSON.stringify(row)))).toMatchObject({
      reason: "unknown-format",
      detail: "Qwen Code chat",
    });
  });

  test("a file of a summary alone is empty", () => {
    expect(judged(lines({ type: "summary", summary: "x", leafUuid: "u1" }))).toMatchObject({
      format: "claude-code",
      kind: "unfinished",
      reason: "empty-history",
    });
  });
});

describe("whole rows", () => {
  const [whole = {}] = records(user("Count."));

  test("have their top-level fields", () => {
    expect(claudeCode.isWhole(whole)).toBe(true);
    for (const field of ["type", "uuid", "timestamp", "sessionId"]) {
      expect(claudeCode.isWhole({ ...whole, [field]: undefined })).toBe(false);
    }
    const [queued = {}] = records(attachment("queued_command"));
    expect(claudeCode.isWhole(queued)).toBe(true);
    expect(claudeCode.isWhole({ type: "queued_command", prompt: "x" })).toBe(false);
    expect(claudeCode.isWhole({ ...queued, uuid: undefined })).toBe(false);
  });

  test("behind a torn one on its line, of the file's session alone", () => {
    const rows = lines(user("Count."), answer("Cut", "m1"), answer("Done."));
    const spliced = (last: string): string => `${rows[0]}\n${rows[1]!.slice(0, 60)}${last}\n`;
    expect(judged(spliced(rows[2]!))).toMatchObject({ kind: "terminal", text: "Done." });
    expect(judged(spliced(rows[2]!.replace(SESSION, "another")))).toMatchObject({ reason: "corrupt-tail" });
    const { sessionId: _, ...nameless } = JSON.parse(rows[2]!) as Row;
    expect(judged(spliced(JSON.stringify(nameless)))).toMatchObject({ reason: "corrupt-tail" });
  });
});

describe("torn rows", () => {
  const rows = lines(user("Count."), answer("Done."));
  const torn = (remains: string): unknown => judged(`${rows.join("\n")}\n${remains}`);

  test.each([
    '{"type":"queue-operation","operation":"dequeue","timest',
    '{"type":"last-prompt","lastPrompt":"Cou',
    '{"type":"cost-state","sess',
    '{"type":"api-request-blob","message":{"role":"us',
    '{"type":"progress","data":{"message":{"type":"us',
    '{"type":"summary","su',
    '{"parentUuid":"u1","isSidechain":false,"type":"system","subtype":"turn_duration","du',
    '{"parentUuid":"u1","type":"attachment","attachment":{"type":"date","da',
    '{"parentUuid":"u1","attachment":{"type":"date","date":"x"},"type":"attachment","uu',
  ])("quiet: %s", (remains) => {
    expect(torn(remains)).toMatchObject({ kind: "terminal", text: "Done." });
  });

  test.each([
    '{"type":"queue-operation","operation":"enqueue","cont',
    '{"type":"queue-operation","oper',
    '{"type":"novelty","x',
    '{"parentUuid":"u1","isSidechain":false,"type":"user","mess',
    '{"parentUuid":"u1","isSidechain":false,"type":"assistant","mess',
    '{"parentUuid":"u1","isSidechain":false,"type":"system","subt',
    '{"parentUuid":"u1","isSidechain":false,"type":"system","subtype":"compact_boundary","co',
    '{"parentUuid":"u1","type":"attachment","attachment":{"ty',
    '{"parentUuid":"u1","type":"attachment","attachment":{"type":"queued_command","pro',
    '{"parentUuid":"u1","type":"attachment","attachment":{"type":"max_turns_reached","ma',
    '{"parentUuid":"u1","type":"attachment","attachment":{"type":"structured_output","da',
    '{"parentUuid":"u1","attachment":{"type":"date","da',
    '{"parentUu',
  ])("perhaps a word: %s", (remains) => {
    expect(torn(remains)).toMatchObject({ kind: "indeterminate", reason: "torn-tail" });
  });

  test("a row of a type nobody knows behind the answer is a warning", () => {
    const verdict = judged(lines(user("Count."), answer("Done."), { type: "novelty" }));
    expect(verdict.warnings).toMatchObject([{ code: "unknown-record", line: 3, detail: "novelty" }]);
  });
});
