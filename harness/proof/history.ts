/**
 * A child's history as a host loads it: messages, oldest first. For the predicates that a host would build itself;
 * judges nothing.
 */

import { eventsOf, recentRecords } from "../../src/transcripts/index.ts";
import type { FormatName } from "../../src/transcripts/index.ts";

/** A host reads a bounded history, too: more records, and bytes, than a person's transcript has. */
const LIMITS = { count: 100_000, bytesMax: 32 * 1024 * 1024 };

/** The messages of a transcript; none where it cannot be read, or its format is not known. */
export async function loadHistory(path: string): Promise<readonly unknown[]> {
  const { records, format } = await read(path);
  if (format === "unknown") return [];
  return format === "openclaw" ? records : asMessages(records, format);
}

/** The last visible text that stands in the assistant's name, whoever wrote it and whatever came after it. */
export async function lastVisibleText(path: string): Promise<string | undefined> {
  const { records, format } = await read(path);
  return format === "unknown" ? undefined : textsOf(records, format).at(-1);
}

async function read(path: string): Promise<Awaited<ReturnType<typeof recentRecords>>> {
  try {
    return await recentRecords(path, LIMITS);
  } catch {
    // What a host that cannot read a history does with the run is what it does with an empty one.
    return { records: [], format: "unknown", complete: false };
  }
}

function textsOf(records: readonly unknown[], format: FormatName): readonly string[] {
  const texts = eventsOf(records, format).map((event) => {
    if (event.kind === "assistant") return event.text;
    return event.kind === "turn-end" ? (event.text ?? "") : "";
  });
  return texts.filter((text) => text !== "");
}

/** Another agent's records, as the messages that the display helper knows. */
function asMessages(records: readonly unknown[], format: FormatName): readonly unknown[] {
  return eventsOf(records, format).flatMap((event) => {
    if (event.kind !== "assistant" && event.kind !== "turn-end") return [];
    const calls = event.kind === "assistant" ? event.calls : [];
    const blocks = calls.map(({ id, name }) => ({ type: "toolCall", id, name }));
    return [{ role: "assistant", content: [{ type: "text", text: event.text ?? "" }, ...blocks] }];
  });
}
