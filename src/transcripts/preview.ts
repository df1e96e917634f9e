/** What a record is, and what it says, in a few words, for a person who looks at a list of them. Pure. */

import { asArray, asObject, asString } from "./json.ts";
import type { JsonObject } from "./json.ts";

/** So much of a record's text is kept, characters. */
const PREVIEW_LENGTH_MAX = 2_000;
/** So deep a text may lie: message, content, tool result, content, block. */
const DEPTH_MAX = 6;
/** Where writers put a record's text, first found first taken. */
const TEXT_KEYS = [
  "text",
  "content",
  "summary",
  "message",
  "last_agent_message",
  "output",
  "payload",
  "attachment",
  "prompt",
];

/** A record's own names for what it is: its type, and the type inside it. `message/assistant`, `event_msg/task_complete`. */
export function labelOf(record: JsonObject): string {
  const inner =
    asString(asObject(record["message"])?.["role"]) ??
    asString(asObject(record["payload"])?.["type"]) ??
    asString(record["customType"]) ??
    asString(record["subtype"]) ??
    asString(asObject(record["attachment"])?.["type"]);
  const type = asString(record["type"]) ?? "";
  return inner === undefined || inner === type ? type : `${type}/${inner}`;
}

/** The beginning of the text that a record holds, whoever wrote it; empty where it holds none. */
export function previewOf(record: JsonObject): string {
  for (const key of TEXT_KEYS) {
    const text = textIn(record[key], DEPTH_MAX);
    if (text !== "") return text.slice(0, PREVIEW_LENGTH_MAX);
  }
  return "";
}

function textIn(value: unknown, depth: number): string {
  const text = asString(value);
  if (text !== undefined) return text.trim();
  if (depth === 0) return "";
  if (Array.isArray(value)) {
    let joined = "";
    for (const block of asArray(value)) {
      const part = textIn(block, depth - 1);
      if (part !== "") joined += joined === "" ? part : `\n${part}`;
      if (joined.length >= PREVIEW_LENGTH_MAX) break;
    }
    return joined;
  }
  const object = asObject(value);
  for (const key of object === undefined ? [] : TEXT_KEYS) {
    const inner = textIn(object?.[key], depth - 1);
    if (inner !== "") return inner;
  }
  return "";
}
