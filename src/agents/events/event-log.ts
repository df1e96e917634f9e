/** Reads a JSON-lines log of events: one hook payload, or one event, a line. Reads a bounded end of the file. */

import { TranscriptOpenError, asObject, openTranscript } from "../../transcripts/index.ts";
import { eventFrom } from "./event.ts";
import type { EventReading, HookEvent, MalformedEvent } from "./event.ts";

/** So much of the end is read: tens of thousands of events. */
const LOG_BYTES_MAX = 16 * 1024 * 1024;

/**
 * The events of a log, in its order.
 *
 * @param since events with a time before it are left out, Unix ms; an event without a time is kept
 */
export function readEventLog(path: string, since = 0): EventReading {
  try {
    const file = openTranscript(path);
    try {
      const start = Math.max(0, file.size - LOG_BYTES_MAX);
      const bytes = Buffer.alloc(file.size - start);
      const count = file.read(bytes, bytes.byteLength, start);
      const lines = bytes.toString("utf8", 0, count).split("\n");
      if (start === 0) return readLines(lines, since, []);
      const trouble = `of ${path} only the last ${LOG_BYTES_MAX} bytes were read`;
      return readLines(lines.slice(1), since, [trouble]);
    } finally {
      file.close();
    }
  } catch (error) {
    if (!(error instanceof TranscriptOpenError)) throw error;
    const { reason, detail } = error.failure;
    const trouble = reason === "missing" ? `${path} does not exist` : `${path} cannot be read: ${detail}`;
    return { events: [], malformed: [], troubles: [trouble] };
  }
}

/** The events of lines that are already in memory. Pure. */
export function readLines(
  lines: readonly string[],
  since: number,
  troubles: readonly string[] = [],
): EventReading {
  const events: HookEvent[] = [];
  const malformed: MalformedEvent[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const event = parse(line);
    if (event === undefined) malformed.push({ where: `line ${index + 1}`, detail: "it holds no event" });
    else if (event.at === undefined || event.at >= since) events.push(event);
  }
  return { events, malformed, troubles };
}

function parse(line: string): HookEvent | undefined {
  try {
    const record = asObject(JSON.parse(line));
    return record === undefined ? undefined : eventFrom(record);
  } catch {
    return undefined;
  }
}
