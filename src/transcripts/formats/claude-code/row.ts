/** What every row of Claude Code has: who wrote it, where it hangs, what its text is. Pure. */

import type { Position } from "../../event.ts";
import type { Entry } from "../../format.ts";
import { asArray, asObject, asString, asTime } from "../../json.ts";
import type { JsonObject } from "../../json.ts";
import { positionOf } from "../../position.ts";

/** True for the rows that make the conversation; everything else is bookkeeping. Select on `type` alone. */
export function isConversation(row: JsonObject): boolean {
  return row["type"] === "user" || row["type"] === "assistant";
}

/** The session that a row names. A bridge's is another program's. */
export function sessionOf(row: JsonObject): string | undefined {
  return row["type"] === "bridge-session" ? undefined : asString(row["sessionId"]);
}

/** The row's place, with its uuid and time. */
export function placeOf({ value, at }: Entry): Position {
  return positionOf(at, asString(value["uuid"]), asTime(value["timestamp"]));
}

/** The content blocks of a message; a string is one text block. */
export function blocksOf(content: unknown): readonly JsonObject[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return asArray(content)
    .map(asObject)
    .filter((block) => block !== undefined);
}

/** The text of content, blocks joined with LF. */
export function textOf(content: unknown): string {
  return blocksOf(content)
    .flatMap((block) => asString(block["text"]) ?? [])
    .join("\n");
}
