/**
 * Messages that are already in memory, to entries and to events: for callers who hold a session's history
 * themselves. Pure; it judges nothing.
 */

import type { Event } from "./event.ts";
import type { Entry, Format, FormatName } from "./format.ts";
import { formatNamed } from "./formats/index.ts";
import { asObject, asString } from "./json.ts";
import type { JsonObject } from "./json.ts";

/**
 * The messages as a format's entries; a position's offset is the message's index. What is no object is left out.
 *
 * @param messages records of the format; for OpenClaw and pi bare messages (`{ role, content, … }`) too
 */
export function* entriesOf(format: Format, messages: readonly unknown[]): Generator<Entry> {
  for (const [index, message] of messages.entries()) {
    const object = asObject(message);
    if (object === undefined) continue;
    const bare = format.name === "openclaw" && asString(object["role"]) !== undefined;
    const value = bare ? { type: "message", message: object } : object;
    yield { value, raw: writtenOut(value), at: { offset: index } };
  }
}

/**
 * What the messages say, as events, oldest first. In the order given: branches of a tree are not followed.
 *
 * @param messages records of the format; for OpenClaw and pi bare messages (`{ role, content, … }`) too
 * @param format whose records these are; `openclaw` unless said otherwise
 * @example
 * eventsOf([{ role: "assistant", content: "Three.", stopReason: "stop" }]);
 * // [{ kind: "assistant", text: "Three.", stop: "final", … }]
 */
export function eventsOf(messages: readonly unknown[], format: FormatName = "openclaw"): readonly Event[] {
  const chosen = formatNamed(format);
  const reader = chosen.reader({ head: [] });
  return [...entriesOf(chosen, messages)].flatMap((entry) => reader.read(entry).events);
}

/** As it would stand in a file; nothing where it could stand in none. */
function writtenOut(value: JsonObject): string {
  try {
    return JSON.stringify(value);
  } catch {
    return "";
  }
}
