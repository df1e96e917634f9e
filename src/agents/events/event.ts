/** One event of a session, as a hook reported it. Narrowed from JSON that nobody vouches for. Pure. */

import { asArray, asNumber, asObject, asString } from "../../transcripts/index.ts";
import type { JsonObject } from "../../transcripts/index.ts";

/** An event. What it does not say is not there. */
export interface HookEvent {
  /** SessionStart, Stop, StopFailure, SessionEnd and so on: the host's own word. */
  readonly name: string;
  /** Unix ms. */
  readonly at?: number;
  readonly sessionId?: string;
  readonly taskId?: string;
  readonly transcriptPath?: string;
  /** Why: a StopFailure's error, a SessionEnd's reason. */
  readonly why?: string;
  /** How many background tasks and scheduled prompts a Stop left open. */
  readonly openWork?: number;
  /** What a Stop says that the agent said last; of a long text the beginning. Untrusted. */
  readonly lastMessage?: string;
  /** Set for an event of a subagent inside the session. */
  readonly agentId?: string;
}

/** An event that could not be read: its file's name, or its line in a log. */
export interface MalformedEvent {
  readonly where: string;
  readonly detail: string;
  /** From a file's name, where it says so. */
  readonly name?: string;
  readonly taskId?: string;
  readonly at?: number;
}

/** All that a reading of the channel found. */
export interface EventReading {
  readonly events: readonly HookEvent[];
  readonly malformed: readonly MalformedEvent[];
  /** What of the channel could not be read at all, or not to its end. */
  readonly troubles: readonly string[];
}

/** Of the last message so much is kept, characters: it is no result, and goes with the evidence. */
const MESSAGE_CHARS_MAX = 16_384;

const NS_PER_MS = 1_000_000;
const MS_PER_S = 1_000;
/** A number up to here is seconds or milliseconds: nanoseconds of our days have 19 digits. */
const NS_FROM = 1e16;
const MS_FROM = 1e11;

/**
 * The event that an object is: a hook's payload (`hook_event_name`), or bmad-loop's (`event`). Undefined where it
 * names no event. Source: formats.md, "Claude Code's hooks" and "bmad-loop's files".
 */
export function eventFrom(record: JsonObject): HookEvent | undefined {
  const name = asString(record["event"]) ?? asString(record["hook_event_name"]);
  if (name === undefined || name === "") return undefined;
  const at = timeOf(record["ts"] ?? record["timestamp"]);
  return {
    name,
    ...(at === undefined ? {} : { at }),
    ...textField("sessionId", record["session_id"]),
    ...textField("taskId", record["task_id"]),
    ...textField("transcriptPath", record["transcript_path"]),
    ...textField("why", record["error"] ?? record["reason"]),
    ...textField("agentId", record["agent_id"]),
    ...(name === "Stop" ? openWorkIn(record) : {}),
    ...(name === "Stop" || name === "SubagentStop" ? lastMessageIn(record) : {}),
  };
}

/** A time in seconds, milliseconds or nanoseconds (told by its size), or as ISO 8601. Unix ms. */
export function timeOf(value: unknown): number | undefined {
  const number = asNumber(value);
  if (number !== undefined && number > 0) {
    if (number >= NS_FROM) return number / NS_PER_MS;
    return number >= MS_FROM ? number : number * MS_PER_S;
  }
  const time = Date.parse(asString(value) ?? "");
  return Number.isNaN(time) ? undefined : time;
}

function openWorkIn(record: JsonObject): Pick<HookEvent, "openWork"> {
  const open = [...asArray(record["background_tasks"]), ...asArray(record["session_crons"])];
  const running = open.filter((task) => !ENDED.has(asString(asObject(task)?.["status"]) ?? ""));
  return running.length === 0 ? {} : { openWork: running.length };
}
const ENDED: ReadonlySet<string> = new Set(["completed", "failed", "killed", "stopped"]);

function lastMessageIn(record: JsonObject): Pick<HookEvent, "lastMessage"> {
  const text = asString(record["last_assistant_message"])?.trim() ?? "";
  return text === "" ? {} : { lastMessage: text.slice(0, MESSAGE_CHARS_MAX) };
}

function textField<K extends "sessionId" | "taskId" | "transcriptPath" | "why" | "agentId">(
  key: K,
  value: unknown,
): Partial<Record<K, string>> {
  const text = asString(value);
  // An empty id is none: an old relay writes "" where it knew nothing.
  if (text === undefined || text === "") return {};
  const field: Partial<Record<K, string>> = {};
  field[key] = text;
  return field;
}
