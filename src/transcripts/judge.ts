/**
 * A file, a stream or messages in memory, to a verdict: the public way in. It opens, reads and closes; the rest of
 * this folder decides.
 */

import { answer, answerSync } from "./ask.ts";
import { openTranscript } from "./bytes.ts";
import type { TranscriptPath } from "./bytes.ts";
import { Follower } from "./follow.ts";
import { formatNamed } from "./formats/index.ts";
import { judgeBytes } from "./judge-file.ts";
import { judgeStream } from "./judge-stream.ts";
import { entriesOf } from "./messages.ts";
import { failed, judged } from "./outcome.ts";
import type { Judgement } from "./outcome.ts";
import { openRows } from "./rows.ts";
import type { TranscriptRows } from "./rows.ts";
import { settingsFrom } from "./settings.ts";
import type { JudgeOptions } from "./settings.ts";
import type { Verdict } from "./verdict-types.ts";

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
 * Judges a transcript that a program keeps as rows of a table, blocking. Positions are those of the file that the rows
 * would be, a row a line. From a long transcript only its last rows are fetched, where they suffice.
 *
 * @param rows how long each row is, and how one is had; what `row` throws with a `code` is `unreadable`
 * @throws {RangeError} for a limit or a time that is none, and for more rows than are read
 */
export function judgeRows(rows: TranscriptRows, options: JudgeOptions = {}): Judgement {
  const settings = settingsFrom(options);
  const file = openRows(rows);
  try {
    return judged(file.size, answerSync(judgeBytes(file.size, settings), file));
  } catch (error) {
    return failed(error);
  } finally {
    file.close();
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
  for (const entry of entriesOf(chosen, messages)) follower.entry(entry);
  return follower.verdict();
}
