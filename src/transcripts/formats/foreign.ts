/**
 * What a file is that is no transcript of a format that can prove an end: a name for people, told from its first
 * records or its first bytes. Pure. It decides nothing: such a file is `unknown-format` with or without a name.
 * Source: formats.md, "Formats that cannot prove an end"; the shapes were read in public files of these programs.
 */

import { asArray, asObject, asString } from "../json.ts";
import type { JsonObject } from "../json.ts";

/** How many of the first records are looked at. */
const RECORDS_MAX = 64;
/** How much of the beginning is looked at as text, bytes. */
const TEXT_BYTES_MAX = 64 * 1024;

interface Kind {
  readonly name: string;
  /** True if a file with this record among its first can only be of this kind. */
  readonly knows: (record: JsonObject) => boolean;
}

/** The more telling kinds come first: some of the later ones are told by little. */
const KINDS: readonly Kind[] = [
  // It lies beside the transcript, and its `session.ended` may say success where the run failed.
  { name: "OpenClaw trajectory log", knows: isTrajectory },
  { name: "Gemini CLI chat", knows: isGemini },
  { name: "Qwen Code chat", knows: (record) => Array.isArray(asObject(record["message"])?.["parts"]) },
  {
    name: "Codex rollout of an early version",
    knows: (record) => asString(record["record_type"]) !== undefined,
  },
  { name: "Codex event stream", knows: (record) => /^(?:thread|turn|item)\.[a-z_]+$/.test(typeOf(record)) },
  {
    name: "Codex prompt history",
    knows: (record) => hasStrings(record, ["session_id", "text"]) && "ts" in record,
  },
  { name: "Claude Code prompt history", knows: (record) => hasStrings(record, ["display", "project"]) },
  { name: "chat dataset", knows: (record) => isChat(record["messages"]) || isChat(record["conversations"]) },
  { name: "prompt dataset", knows: isPromptRow },
  { name: "list of bare chat messages", knows: (record) => typeOf(record) === "" && isChat([record]) },
];

/** The first bytes by which a file without text is known. */
const SIGNATURES: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ["gzip file", [0x1f, 0x8b]],
  ["zstd file", [0x28, 0xb5, 0x2f, 0xfd]],
  ["xz file", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ["bzip2 file", [0x42, 0x5a, 0x68]],
  ["zip file", [0x50, 0x4b, 0x03, 0x04]],
  ["UTF-16 text", [0xff, 0xfe]],
  ["UTF-16 text", [0xfe, 0xff]],
];
const SQLITE = "SQLite format 3\0";
/** Tables of programs that keep their sessions in SQLite, as the first pages of the file name them. */
const TABLES: readonly (readonly [name: string, table: RegExp])[] = [
  ["OpenClaw database (SQLite)", /\btranscript_events\b/],
  ["opencode database (SQLite)", /\bCREATE TABLE [`"]?part[`"]?[\s(]/i],
];

/**
 * Names what a file is, if it is something known.
 *
 * @param firstRecords the first records, as far as the file has any
 * @param firstBytes the first bytes, from the file's beginning; all of them where the file is short
 * @returns a short name such as "Gemini CLI chat", or undefined
 */
export function nameForeign(firstRecords: readonly JsonObject[], firstBytes: Uint8Array): string | undefined {
  if (firstBytes.byteLength === 0) return "empty file";
  const records = firstRecords.slice(0, RECORDS_MAX);
  const kind = KINDS.find(({ knows }) => records.some(knows));
  return kind?.name ?? nameBytes(firstBytes.subarray(0, TEXT_BYTES_MAX), records.length > 0);
}

function nameBytes(bytes: Uint8Array, hasRecords: boolean): string | undefined {
  const latin = Buffer.from(bytes).toString("latin1");
  if (latin.startsWith(SQLITE)) return nameDatabase(latin);
  const signature = SIGNATURES.find(([, start]) => start.every((byte, index) => bytes[index] === byte));
  if (signature !== undefined) return signature[0];
  if (/^\0+$/.test(latin)) return "file of NUL bytes";
  const text = textOf(bytes);
  if (text === undefined) return hasRecords ? undefined : "binary file";
  if (text === "") return "file of white space";
  if (/^[[{]/.test(text)) return nameDocument(text, hasRecords);
  if (/^<(?:!doctype|html|\?xml)\b/i.test(text)) return "HTML or XML document";
  return hasRecords ? undefined : "plain text";
}

function nameDatabase(latin: string): string {
  return TABLES.find(([, table]) => table.test(latin))?.[0] ?? "SQLite database";
}

/** The bytes as text, trimmed at the start; undefined where they are none. The last character may be cut. */
function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.some((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x1b))) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true }).trimStart();
  } catch {
    return undefined;
  }
}

/** JSON over several lines, or of another shape than a list of records. A torn first record is none of it. */
function nameDocument(text: string, hasRecords: boolean): string | undefined {
  if (!hasRecords && /"projectHash"\s*:/.test(text) && /"sessionId"\s*:/.test(text)) return "Gemini CLI chat";
  if (text.startsWith("[") || /^\{\s*\n/.test(text)) return "JSON document";
  return undefined;
}

function isTrajectory(record: JsonObject): boolean {
  if (asString(record["traceSchema"])?.startsWith("openclaw-trajectory") === true) return true;
  return /^(?:session\.(?:started|ended)|trace\.[a-z_]+)$/.test(typeOf(record)) && "ts" in record;
}

/** A replay log: a header, messages by id, and patches of both. */
function isGemini(record: JsonObject): boolean {
  if ("$set" in record || "$rewindTo" in record || typeOf(record) === "gemini") return true;
  return hasStrings(record, ["sessionId", "projectHash"]);
}

/** A list of turns: `role` and `content`, or `from` and `value`. */
function isChat(list: unknown): boolean {
  const first = asObject(asArray(list)[0]);
  if (first === undefined) return false;
  return (
    (asString(first["role"]) !== undefined && "content" in first) || hasStrings(first, ["from", "value"])
  );
}

function isPromptRow(record: JsonObject): boolean {
  const asked = "prompt" in record || asString(record["instruction"]) !== undefined;
  return (
    typeOf(record) === "" &&
    asked &&
    ["completion", "response", "output", "chosen"].some((key) => key in record)
  );
}

function typeOf(record: JsonObject): string {
  return asString(record["type"]) ?? "";
}

function hasStrings(record: JsonObject, keys: readonly string[]): boolean {
  return keys.every((key) => asString(record[key]) !== undefined);
}
