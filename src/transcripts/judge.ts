/**
 * A file, a stream or messages in memory, to a verdict. Composes the rest of this folder; decides nothing itself.
 */

import { answer, answerSync, FileShrankError } from "./ask.ts";
import type { Answered, Asking } from "./ask.ts";
import { TranscriptOpenError, openTranscript } from "./bytes.ts";
import type { TranscriptPath } from "./bytes.ts";
import { Follower } from "./follow.ts";
import type { Format, FormatName } from "./format.ts";
import { detectFormat, formatNamed } from "./formats/index.ts";
import { nameForeign } from "./formats/foreign.ts";
import { findHead, headOf } from "./head.ts";
import { judgeTail } from "./judge-tail.ts";
import { asObject, asString } from "./json.ts";
import type { JsonObject } from "./json.ts";
import { BLOCK_BYTES, FILE_HEAD_BYTES, limitsFrom } from "./limits.ts";
import type { Limits } from "./limits.ts";
import { LineCutter, streamLines } from "./lines.ts";
import type { Line } from "./lines.ts";
import type { FoldOptions } from "./verdict.ts";
import type { Verdict } from "./verdict-types.ts";

/** What to judge by. */
export interface JudgeOptions extends Partial<Limits> {
  /** The format, or `auto` (the default) to tell it from the content. */
  readonly format?: FormatName | "auto";
  /** The run's start: Unix milliseconds or a Date. Answers from before it do not count. */
  readonly since?: number | Date;
  /** Allowance for clocks that disagree, ms. Default 5,000. */
  readonly skewMs?: number;
  /** The session that the transcript must belong to. */
  readonly sessionId?: string;
  /** Take a final text whose stop was not recorded. Only for a child known to be dead, and a quiet file. */
  readonly acceptUnrecordedStop?: boolean;
  /** The caller knows the run's descendants and waits for them: no search for background work. */
  readonly descendantsKnown?: boolean;
  /** The file must lie inside this folder, links resolved. */
  readonly root?: string;
}

/** A verdict, and what it was made from. */
export type Judgement = Verdict & {
  readonly format: FormatName | "unknown";
  /** Size of the transcript, frozen at open; of a stream, what came. */
  readonly bytes: number;
  /** How many bytes were read for it. */
  readonly bytesRead: number;
};

/**
 * Judges a transcript.
 *
 * @param source a path, the bytes of a path that is no UTF-8, a `file:` URL, or a stream of bytes
 * @param options what to judge by
 * @returns a verdict in every case: a file that cannot be read is `indeterminate`, `missing` or `unreadable`
 * @throws {RangeError} for a limit or a time that is none
 * @example
 * const verdict = await judgeTranscript("child.jsonl", { since: run.startedAt });
 * if (verdict.kind === "terminal") deliver(verdict.text);
 */
export async function judgeTranscript(
  source: TranscriptPath | AsyncIterable<Uint8Array | string>,
  options: JudgeOptions = {},
): Promise<Judgement> {
  const settings = settingsFrom(options);
  if (typeof source !== "string" && Symbol.asyncIterator in source) return judgeStream(source, settings);
  try {
    const file = openTranscript(source, options);
    try {
      return judged(file.size, await answer(judgeBytes(file.size, settings), file));
    } finally {
      file.close();
    }
  } catch (error) {
    return failed(error);
  }
}

/**
 * The same, blocking: for callers with thousands of files, where the detours of asynchronous reads cost more
 * than the reads.
 *
 * @param source a path, the bytes of a path that is no UTF-8, or a `file:` URL
 */
export function judgeTranscriptSync(source: TranscriptPath, options: JudgeOptions = {}): Judgement {
  const settings = settingsFrom(options);
  try {
    const file = openTranscript(source, options);
    try {
      return judged(file.size, answerSync(judgeBytes(file.size, settings), file));
    } finally {
      file.close();
    }
  } catch (error) {
    return failed(error);
  }
}

/**
 * Judges messages that are already in memory, oldest first. Positions are indexes.
 *
 * @param messages records of the format; for OpenClaw and pi bare messages (`{ role, content, … }`) too
 * @param options what to judge by; `format` is `openclaw` unless said otherwise
 * @example
 * judgeMessages([{ role: "user", content: "Count" }, { role: "assistant", content: "Three.", stopReason: "stop" }]);
 */
export function judgeMessages(messages: readonly unknown[], options: JudgeOptions = {}): Verdict {
  const { fold, format } = settingsFrom(options);
  const chosen = format ?? formatNamed("openclaw");
  const follower = new Follower({ format: chosen, options: fold });
  for (const [index, message] of messages.entries()) {
    const object = asObject(message);
    if (object === undefined) continue;
    const bare = chosen.name === "openclaw" && asString(object["role"]) !== undefined;
    const value = bare ? { type: "message", message: object } : object;
    follower.entry({ value, raw: JSON.stringify(value), at: { offset: index } });
  }
  return follower.verdict();
}

interface Settings {
  readonly fold: FoldOptions;
  readonly limits: Limits;
  readonly format: Format | undefined;
}

function settingsFrom(options: JudgeOptions): Settings {
  const { format, since, skewMs, sessionId, acceptUnrecordedStop, descendantsKnown } = options;
  const start = since instanceof Date ? since.getTime() : since;
  if (start !== undefined && !Number.isFinite(start)) throw new RangeError("since must be a time: Unix milliseconds or a valid Date");
  if (skewMs !== undefined && !(skewMs >= 0)) throw new RangeError("skewMs must be a number of milliseconds, zero or more");
  const limits = limitsFrom(pickLimits(options));
  const fold: FoldOptions = {
    ...(start === undefined ? {} : { since: start }),
    ...(skewMs === undefined ? {} : { skewMs }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(acceptUnrecordedStop === undefined ? {} : { acceptUnrecordedStop }),
    ...(descendantsKnown === undefined ? {} : { descendantsKnown }),
    windowBytes: limits.windowBytes,
  };
  return { fold, limits, format: format === undefined || format === "auto" ? undefined : formatNamed(format) };
}

function pickLimits({ lineBytesMax, windowBytes, wholeBytesMax, tailBytesMax }: Partial<Limits>): Partial<Limits> {
  const given = Object.entries({ lineBytesMax, windowBytes, wholeBytesMax, tailBytesMax });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

interface Outcome {
  readonly verdict: Verdict;
  readonly format: FormatName | "unknown";
}

function* judgeBytes(size: number, settings: Settings): Asking<Outcome> {
  const { fold, limits, format } = settings;
  if (size <= limits.wholeBytesMax) {
    const bytes = size === 0 ? Buffer.alloc(0) : yield { offset: 0, length: size };
    return judgeWhole(bytes, settings);
  }
  const { records, bytes } = yield* findHead(size, (first) => suffices(first, format));
  const chosen = format ?? detectFormat(records);
  if (chosen === undefined) return unknownFormat(records, bytes);
  const options = fold;
  if (suffices(records, chosen)) {
    const session = chosen.sessionIn(records);
    const verdict = yield* judgeTail({ size, format: chosen, options, limits, head: records, session });
    if (verdict !== undefined) return { verdict, format: chosen.name };
  }
  const verdict = yield* judgeForward(size, new Follower({ format: chosen, options }), limits);
  return { verdict, format: chosen.name };
}

function judgeWhole(bytes: Buffer, { fold, limits, format }: Settings): Outcome {
  const { records } = headOf(bytes, true);
  const chosen = format ?? detectFormat(records);
  if (chosen === undefined) return unknownFormat(records, bytes);
  const follower = new Follower({ format: chosen, options: fold });
  const cutter = new LineCutter(limits.lineBytesMax);
  for (const line of cutter.push(bytes)) follower.line(line);
  const last = cutter.end();
  if (last !== undefined) follower.line(last);
  return { verdict: follower.verdict(), format: chosen.name };
}

function* judgeForward(size: number, follower: Follower, limits: Limits): Asking<Verdict> {
  const cutter = new LineCutter(limits.lineBytesMax);
  for (let offset = 0; offset < size; offset += BLOCK_BYTES) {
    const chunk = yield { offset, length: Math.min(BLOCK_BYTES, size - offset), scratch: true };
    for (const line of cutter.push(chunk)) follower.line(line);
  }
  const last = cutter.end();
  if (last !== undefined) follower.line(last);
  return follower.verdict();
}

/** Lines of a stream are held back until they tell their format; then all of them are followed. */
async function judgeStream(source: AsyncIterable<Uint8Array | string>, settings: Settings): Promise<Judgement> {
  const { fold, limits, format } = settings;
  const held: Line[] = [];
  let heldBytes = 0;
  let bytes = 0;
  let follower = format === undefined ? undefined : new Follower({ format, options: fold });
  const begin = (whole: boolean): void => {
    const chosen = detectFormat(headOf(joined(held), whole).records);
    if (chosen === undefined) return;
    follower = new Follower({ format: chosen, options: fold });
    for (const line of held.splice(0)) follower.line(line);
  };
  try {
    for await (const line of streamLines(source, limits.lineBytesMax)) {
      bytes = line.offset + line.byteLength + (line.ended ? 1 : 0);
      if (follower !== undefined) {
        follower.line(line);
        continue;
      }
      if (heldBytes < FILE_HEAD_BYTES) {
        held.push(line);
        heldBytes += line.bytes.byteLength + 1;
        begin(false);
      }
    }
  } catch (error) {
    return failed(error);
  }
  if (follower === undefined) begin(true);
  const name = follower?.format.name;
  const outcome: Outcome =
    follower === undefined || name === undefined
      ? unknownFormat(headOf(joined(held), true).records, joined(held))
      : { verdict: follower.verdict(), format: name };
  return { ...outcome.verdict, format: outcome.format, bytes, bytesRead: bytes };
}

function joined(lines: readonly Line[]): Buffer {
  return Buffer.concat(lines.flatMap((line) => (line.ended ? [line.bytes, NEWLINE] : [line.bytes])));
}
const NEWLINE = Buffer.from("\n");

function suffices(records: readonly JsonObject[], format: Format | undefined): boolean {
  const chosen = format ?? detectFormat(records);
  return chosen !== undefined && (chosen.headSuffices?.(records) ?? true);
}

function unknownFormat(records: readonly JsonObject[], bytes: Uint8Array): Outcome {
  const detail = nameForeign(records, bytes);
  const named = detail === undefined ? {} : { detail };
  return { verdict: { kind: "indeterminate", reason: "unknown-format", warnings: [], ...named }, format: "unknown" };
}

function judged(bytes: number, { value, bytesRead }: Answered<Outcome>): Judgement {
  return { ...value.verdict, format: value.format, bytes, bytesRead };
}

/** A file that cannot be read has a verdict too: what stood in the way, and what to do. */
function failed(error: unknown): Judgement {
  const nothing = { kind: "indeterminate", warnings: [], format: "unknown", bytes: 0, bytesRead: 0 } as const;
  if (error instanceof TranscriptOpenError) {
    return { ...nothing, reason: error.failure.reason, detail: error.failure.detail };
  }
  if (error instanceof FileShrankError) {
    return { ...nothing, reason: "unreadable", detail: `${error.message}; try again when it is quiet` };
  }
  if (error instanceof Error && "code" in error) {
    return { ...nothing, reason: "unreadable", detail: `reading failed (${String(error.code)}); check the disk and try again` };
  }
  throw error;
}
