/**
 * Files that no writer writes, put together from two runs' records, and of which a tail cannot know it: what says so
 * stands in the middle, and a refusal comes from the tail alone. Pure.
 */

import { asObject, asString, parseRecord } from "../../src/transcripts/json.ts";
import type { JsonObject } from "../../src/transcripts/json.ts";

/** True where what comes behind the first records of one run is another run's. */
export function isMixed(bytes: Buffer): boolean {
  const lines = bytes.toString("utf8").split("\n");
  const records = lines.map((line) => parseRecord(line.trim())).filter((record) => record !== undefined);
  return isMixedClaudeCode(records.filter(isConversation)) || isMixedCodex(records);
}

/** A subagent's rows, and its parent's. */
function isMixedClaudeCode(rows: readonly JsonObject[]): boolean {
  return rows[0]?.["isSidechain"] === true && rows.some((row) => row["isSidechain"] !== true);
}

function isConversation(row: JsonObject): boolean {
  return row["type"] === "user" || row["type"] === "assistant";
}

/** Another session's header in the middle: a fork's stands before its first turn. */
function isMixedCodex(records: readonly JsonObject[]): boolean {
  const headers = records.filter((record) => record["type"] === "session_meta");
  const ids = new Set(headers.map((header) => asString(asObject(header["payload"])?.["id"])));
  return ids.size > 1;
}
