/** What the judge saw in a record, in words. Pure; names out of transcripts are untrusted, and not escaped here. */

import type { Event, OutlineLine, OutlineRecord } from "../transcripts/index.ts";

/** Names listed at most of one record's calls or works. */
const NAMES_MAX = 4;

/** A line of a transcript in words, without its text: `assistant, turn ended`. */
export function wordsForLine({ records, damage }: OutlineLine): string {
  const words = [
    ...damage.map((what) => `${what} bytes, no whole record`),
    ...records.map((record) => wordsForRecord(record)),
  ];
  return words.length === 0 ? "an empty line" : words.join(" + ");
}

function wordsForRecord({ label, events }: OutlineRecord): string {
  const words = events.map((event) => wordsForEvent(event)).filter((word) => word !== "");
  if (words.length > 0) return words.join("; ");
  return label === "" ? "a record without a type" : `${label} (no effect)`;
}

function wordsForEvent(event: Event): string {
  switch (event.kind) {
    case "input":
      return event.opens === "turn" ? "input" : "input, same turn";
    case "assistant":
      return assistantWords(event);
    case "tool-result":
      return event.late === true ? "tool result, late" : "tool result";
    case "yield":
      return "yield: waits to be woken";
    case "launched":
      return `launches background work ${named(event.ids)}`;
    case "finished":
      return `background work done: ${event.id}`;
    case "turn-end":
      return `turn ${event.how}`;
    case "compaction":
      return "history compacted";
    case "structured-output":
      return "structured output";
    case "queue":
      return `input ${event.change}`;
    case "session":
      return "session header";
    case "disowned":
      return "all before it is another run's";
    case "unknown":
      return `unknown record ${event.type}`;
    case "damage":
      return `${event.what} bytes`;
    case "bookkeeping":
    case "writer":
      return "";
    default:
      return event satisfies never;
  }
}

const STOPS = {
  final: "turn ended",
  "tool-use": "stopped for a tool",
  length: "cut by length",
  error: "failed",
  aborted: "aborted",
  "not-final": "turn not ended",
  "not-recorded": "stop not recorded",
} as const;

function assistantWords(event: Extract<Event, { kind: "assistant" }>): string {
  const parts = [
    event.author === "model" ? "assistant" : `assistant, by the host`,
    STOPS[event.stop],
    ...(event.form === "answer" ? [] : [event.form.replace("-", " ")]),
    ...(event.calls.length === 0 ? [] : [`calls ${named(event.calls.map((call) => call.name))}`]),
  ];
  return parts.join(", ");
}

function named(names: readonly string[]): string {
  const more = names.length > NAMES_MAX ? ` and ${names.length - NAMES_MAX} more` : "";
  return names.slice(0, NAMES_MAX).join(", ") + more;
}
