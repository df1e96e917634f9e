/**
 * One record of a Codex rollout, taken apart: its type, its payload, its place. Pure; knows shapes, no meaning.
 * Source: formats.md, "Codex CLI": `{timestamp, ordinal?, type, payload}`.
 */

import type { Position } from "../../event.ts";
import type { Entry } from "../../format.ts";
import { asArray, asNumber, asObject, asString, asTime } from "../../json.ts";
import type { JsonObject } from "../../json.ts";

/** A record with what every record has. */
export interface RolloutRecord {
  readonly type: string;
  readonly payload: JsonObject;
  /** The payload's own type; empty where the record's type says it all. */
  readonly kind: string;
  readonly at: Position;
  readonly ordinal: number | undefined;
}

/** Takes an entry apart. What is missing is empty. */
export function readRollout({ value, at }: Entry): RolloutRecord {
  const payload = asObject(value["payload"]) ?? {};
  const ordinal = asNumber(value["ordinal"]);
  const time = asTime(value["timestamp"]);
  return {
    type: asString(value["type"]) ?? "",
    payload,
    kind: asString(payload["type"]) ?? "",
    ordinal,
    at: {
      ...at,
      ...(ordinal === undefined ? {} : { entryId: String(ordinal) }),
      ...(time === undefined ? {} : { timestamp: time }),
    },
  };
}

/** The texts of a content list, or of a plain string, in order. Blocks that are no text give none. */
export function textsOf(content: unknown): readonly string[] {
  if (typeof content === "string") return [content];
  return asArray(content)
    .map((block) => asString(asObject(block)?.["text"]))
    .filter((text) => text !== undefined);
}

/** What the writer notes beside a message: the turn it belongs to, and what its content is. */
export function notesOf(payload: JsonObject): JsonObject {
  return asObject(payload["internal_chat_message_metadata_passthrough"]) ?? {};
}

/** The turn that a record says it belongs to. */
export function turnOf(payload: JsonObject): string | undefined {
  return asString(payload["turn_id"]) ?? asString(notesOf(payload)["turn_id"]);
}
