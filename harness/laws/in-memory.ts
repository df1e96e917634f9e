/** Judging bytes in memory, whole or from their tail, as the judge of files does it: without a disk. */

import type { Event } from "../../src/transcripts/event.ts";
import { Follower } from "../../src/transcripts/follow.ts";
import { formatNamed } from "../../src/transcripts/formats/index.ts";
import type { FormatName, JudgeOptions, Judgement } from "../../src/transcripts/index.ts";
import { judgeBytes } from "../../src/transcripts/judge-file.ts";
import { parseRecord } from "../../src/transcripts/json.ts";
import { LineCutter } from "../../src/transcripts/lines.ts";
import { failed, judged } from "../../src/transcripts/outcome.ts";
import { settingsFrom } from "../../src/transcripts/settings.ts";
import { answered } from "./asking.ts";

/** What is judged from the start, whatever the size; all of it. */
export function judgement(bytes: Uint8Array, options: JudgeOptions = {}): Judgement {
  return judge(bytes, { ...options, wholeBytesMax: Number.MAX_SAFE_INTEGER });
}

/** The same, without what depends on how much was read: the warnings, and the numbers of lines. */
export function whole(bytes: Uint8Array, options: JudgeOptions = {}): Said {
  return said(judgement(bytes, options));
}

/** What is judged from the tail, whatever the size. */
export function fromTail(bytes: Uint8Array, options: JudgeOptions = {}): Said {
  return said(judge(bytes, { ...options, wholeBytesMax: 1 }));
}

/** A judgement, as far as it must not depend on how it was come by. */
export interface Said extends Pick<Judgement, "kind" | "reason" | "format" | "bytes" | "at"> {
  readonly text?: string;
}

function judge(bytes: Uint8Array, options: JudgeOptions): Judgement {
  try {
    const { value, asks } = answered(judgeBytes(bytes.byteLength, settingsFrom(options)), bytes);
    return judged(bytes.byteLength, { value, bytesRead: asks.reduce((sum, { length }) => sum + length, 0) });
  } catch (error) {
    // What cannot be decompressed has a verdict, too; whatever else is thrown is thrown on.
    return failed(error);
  }
}

function said(verdict: Judgement): Said {
  const { warnings: _, bytesRead: __, ...rest } = verdict;
  const copy = structuredClone(rest);
  dropLines(copy);
  return copy;
}

function dropLines(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  Reflect.deleteProperty(value, "line");
  for (const field of Object.values(value)) dropLines(field);
}

/**
 * What is said, without whose file it is: that is told by its head, and one that is put together from several says more
 * than one name. What a file of no known format is hangs on how much of it was looked at.
 */
export function nameless(said: Said): Said {
  const copy = { ...said, sessionId: undefined, agentId: undefined, detail: undefined };
  return copy;
}

/** What is said, without what a spelling may change: the size, and places. */
export function meaning({ bytes: _, ...rest }: Said): unknown {
  return JSON.parse(JSON.stringify(rest, (key, field: unknown) => (key === "offset" ? undefined : field)));
}

/** A follower behind all lines of a transcript. */
export function followed(format: FormatName, bytes: Buffer, options: JudgeOptions = {}): Follower {
  const { fold, limits } = settingsFrom(options);
  const follower = new Follower({ format: formatNamed(format), options: fold });
  const cutter = new LineCutter(limits.lineBytesMax);
  for (const line of cutter.push(bytes)) follower.line(line);
  const last = cutter.end();
  if (last !== undefined) follower.line(last);
  return follower;
}

/** What a format's reader says of these lines, which must be records. */
export function eventsOf(format: FormatName, lines: readonly string[]): Event[] {
  const reader = formatNamed(format).reader({ head: [] });
  let offset = 0;
  return lines.flatMap((raw) => {
    const at = { offset };
    offset += Buffer.byteLength(raw) + 1;
    const value = parseRecord(raw);
    return value === undefined ? [] : reader.read({ value, raw, at }).events;
  });
}
