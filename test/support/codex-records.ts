/** Records of Codex rollouts, for tests that tell a story. Times pass by a second a record. */

import type { Judgement, JudgeOptions } from "../../src/transcripts/index.ts";
import { judged } from "./judged.ts";

export type CodexRecord = Readonly<Record<string, unknown>>;

export const CODEX_START = Date.UTC(2026, 10, 1, 10);

type Fields = Readonly<Record<string, unknown>>;

const record = (type: string, payload: Fields): CodexRecord => ({ type, payload });
const event = (type: string, fields: Fields = {}): CodexRecord => record("event_msg", { type, ...fields });
const item = (type: string, fields: Fields): CodexRecord => record("response_item", { type, ...fields });
const text = (type: string, words: string): readonly Fields[] => [{ type, text: words }];

export const codexRecords = {
  record,
  event,
  item,
  meta: (id = "t1", fields: Fields = {}) => record("session_meta", { id, cli_version: "0.171.0", ...fields }),
  started: (turn = "u1", fields: Fields = {}) => event("task_started", { turn_id: turn, ...fields }),
  complete: (turn: string | undefined = "u1", words: string | null = null, fields: Fields = {}) =>
    event("task_complete", {
      ...(turn === undefined ? {} : { turn_id: turn }),
      last_agent_message: words,
      ...fields,
    }),
  aborted: (turn?: string) =>
    event("turn_aborted", { ...(turn === undefined ? {} : { turn_id: turn }), reason: "interrupted" }),
  user: (words: string, fields: Fields = {}) =>
    item("message", { role: "user", content: text("input_text", words), ...fields }),
  say: (words: string, fields: Fields = {}) =>
    item("message", {
      role: "assistant",
      status: "completed",
      content: text("output_text", words),
      ...fields,
    }),
  call: (id: string, name = "shell", input: Fields = {}) =>
    item("function_call", { name, arguments: JSON.stringify(input), call_id: id }),
  output: (id: string, output: unknown = "ok") => item("function_call_output", { call_id: id, output }),
  itemCompleted: (fields: Fields) => event("item_completed", { item: fields }),
  tokens: () => event("token_count", { info: null }),
} as const;

/** The records as they stand in a file, each with its time. */
export function codexLinesOf(records: readonly CodexRecord[]): string[] {
  return records.map((one, index) =>
    JSON.stringify({ timestamp: new Date(CODEX_START + index * 1000).toISOString(), ordinal: index, ...one }),
  );
}

/** The verdict on these records, read whole and from the tail. */
export function judgeCodex(records: readonly CodexRecord[], options: JudgeOptions = {}): Judgement {
  return judged(codexLinesOf(records), options);
}
