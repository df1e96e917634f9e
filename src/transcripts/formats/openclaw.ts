/**
 * OpenClaw's and pi's transcripts: one format, with a `session` header, a tree of entries, versions 1 to 4.
 * Source: formats.md, "OpenClaw and pi". Pure.
 */

import type { Event, Position } from "../event.ts";
import type { Entry, Format, Reader, Reading } from "../format.ts";
import { asObject, asString, asTime } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { positionOf } from "../position.ts";
import { readAssistant } from "./openclaw/assistant.ts";
import { YIELD_TOOL, isHostContext, isYieldMarker, readToolResult } from "./openclaw/tools.ts";

/** Names of tool calls remembered for results that do not name their tool. */
const CALL_NAMES_MAX = 1_024;

/** Entries that never matter, wherever they stand. */
const BOOKKEEPING_TYPES: ReadonlySet<string> = new Set([
  "model_change",
  "thinking_level_change",
  "compaction",
  "branch_summary",
  "custom",
  "label",
  "session_info",
  "context_edit",
]);
/** Messages that are no turn: a shell of the operator's, a system prompt. */
const QUIET_ROLES: ReadonlySet<string> = new Set(["bashExecution", "system"]);
const PROMPT_ERROR = "openclaw:prompt-error";

/** The format, as the list of formats knows it. */
export const openclaw: Format = {
  name: "openclaw",
  detect: isOpenclaw,
  isWhole(record) {
    const type = asString(record["type"]);
    if (type === undefined) return false;
    if (type === "session") return asString(record["id"]) !== undefined;
    return asString(record["id"]) !== undefined && asTime(record["timestamp"]) !== undefined;
  },
  isBookkeeping(head) {
    const type = asString(head["type"]);
    if (type === undefined) return false;
    if (type === "custom") {
      const custom = asString(head["customType"]);
      return custom !== undefined && custom !== PROMPT_ERROR;
    }
    if (type === "custom_message") return isHostContext(asString(head["customType"]) ?? "");
    return BOOKKEEPING_TYPES.has(type);
  },
  reader: () => new OpenclawReader(),
  sessionIn: (records) => asString(records.find((record) => record["type"] === "session")?.["id"]),
  tail: {
    finals: ["stop", "end_turn"],
    work: [YIELD_TOOL, "sessions_spawn", "openclaw.sessions_yield", "openclaw.sessions_yield_interrupt"],
    calls: ["toolCall", "tool_use", "toolUse", "functionCall", "function_call"],
    callIdKeys: ["id"],
    parentKey: "parentId",
    resultIdKeys: ["toolCallId", "tool_call_id"],
  },
};

function isOpenclaw(record: JsonObject): boolean {
  const type = asString(record["type"]);
  if (type === "session") {
    return (
      asString(record["id"]) !== undefined &&
      record["traceSchema"] === undefined &&
      record["sessionId"] === undefined
    );
  }
  const entry = "parentId" in record && asString(record["id"]) !== undefined;
  if (type === "message") {
    const role = asString(asObject(record["message"])?.["role"]);
    return (
      role !== undefined &&
      (entry || asTime(record["timestamp"]) !== undefined) &&
      record["sessionId"] === undefined
    );
  }
  return (
    entry &&
    type !== undefined &&
    (BOOKKEEPING_TYPES.has(type) || type === "custom_message" || type === "reset")
  );
}

class OpenclawReader implements Reader {
  readonly #callNames = new Map<string, string>();

  read(entry: Entry): Reading {
    const { value } = entry;
    const type = asString(value["type"]);
    if (type === "session") return { events: this.#header(entry) };
    const id = asString(value["id"]);
    const parent = value["parentId"];
    return {
      events: this.#events(entry, type),
      ...(id === undefined ? {} : { id }),
      ...(parent === null ? { parentId: "" } : typeof parent === "string" ? { parentId: parent } : {}),
      ...(value["appendMode"] === "side" ? { aside: true } : {}),
    };
  }

  #header(entry: Entry): readonly Event[] {
    const id = asString(entry.value["id"]);
    return id === undefined ? [] : [{ kind: "session", at: entry.at, id }];
  }

  #events(entry: Entry, type: string | undefined): readonly Event[] {
    const at = placeOf(entry);
    switch (type) {
      case "message":
        return this.#message(entry, at);
      case "custom_message":
        return customMessage(entry, at);
      case "reset":
        return [{ kind: "input", at, opens: "turn", mentions: "" }];
      case "custom":
        return entry.value["customType"] === PROMPT_ERROR
          ? [{ kind: "turn-end", at, how: "failed" }]
          : [{ kind: "bookkeeping", at }];
      case undefined:
        return [{ kind: "unknown", at, type: "" }];
      default:
        return BOOKKEEPING_TYPES.has(type) ? [{ kind: "bookkeeping", at }] : [{ kind: "unknown", at, type }];
    }
  }

  #message(entry: Entry, at: Position): readonly Event[] {
    const message = asObject(entry.value["message"]) ?? {};
    const role = asString(message["role"]);
    if (asObject(message["provenance"])?.["kind"] === "inter_session" || role === "user") {
      return [input(entry, at)];
    }
    if (role === "assistant") {
      const event = readAssistant(message, at);
      for (const call of event.calls) this.#remember(call.id, call.name);
      return [event];
    }
    if (role === "toolResult" || role === "tool") {
      const callId = asString(message["toolCallId"]) ?? asString(message["tool_call_id"]);
      const toolName =
        asString(message["toolName"]) ?? (callId === undefined ? undefined : this.#callNames.get(callId));
      return readToolResult(message, { at, callId, toolName });
    }
    if (role !== undefined && QUIET_ROLES.has(role)) return [{ kind: "bookkeeping", at }];
    // A message of a role that nobody knows may be an input in other clothes: it never leaves an answer standing.
    return [input(entry, at)];
  }

  #remember(id: string | undefined, name: string): void {
    if (id === undefined) return;
    this.#callNames.set(id, name);
    if (this.#callNames.size <= CALL_NAMES_MAX) return;
    for (const oldest of this.#callNames.keys()) {
      this.#callNames.delete(oldest);
      return;
    }
  }
}

function customMessage(entry: Entry, at: Position): readonly Event[] {
  const custom = asString(entry.value["customType"]) ?? "";
  if (isYieldMarker(custom)) return [{ kind: "yield", at }];
  return isHostContext(custom) ? [{ kind: "bookkeeping", at }] : [input(entry, at)];
}

function input(entry: Entry, at: Position): Event {
  return { kind: "input", at, opens: "turn", mentions: entry.raw };
}

/** The place of an entry's event. A record's time is when it was written; a message's own only stands in for it. */
function placeOf({ value, at }: Entry): Position {
  const time = asTime(value["timestamp"]) ?? asTime(asObject(value["message"])?.["timestamp"]);
  return positionOf(at, asString(value["id"]), time);
}
