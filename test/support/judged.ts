/** Transcripts of a few lines, judged through a file: whole, and from its tail, which must agree. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { judgeTranscriptSync } from "../../src/transcripts/index.ts";
import type { Judgement, JudgeOptions } from "../../src/transcripts/index.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lastword-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes bytes to a file of its own folder, and gives its path. The same name is written over. */
export function fileOf(bytes: string | Uint8Array, name = "transcript.jsonl"): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** What a verdict says, apart from how much was read for it and what was odd on the way. */
export function said(judgement: Judgement): Record<string, unknown> {
  const { kind, reason, format } = judgement;
  const at = judgement.at?.offset;
  const text = judgement.kind === "terminal" ? judgement.text : judgement.salvage?.text;
  return { kind, reason, format, text, at, on: judgement.kind === "parked" ? judgement.on : undefined };
}

/** Judges a transcript read whole; the reading from its tail must say the same. */
export function judged(
  transcript: string | Uint8Array | readonly string[],
  options: JudgeOptions = {},
): Judgement {
  const bytes =
    typeof transcript === "string" || transcript instanceof Uint8Array
      ? transcript
      : transcript.join("\n") + "\n";
  const path = fileOf(bytes);
  const whole = judgeTranscriptSync(path, options);
  expect(said(judgeTranscriptSync(path, { ...options, wholeBytesMax: 1 }))).toEqual(said(whole));
  return whole;
}

/** Kind and reason in one word, with the text of a terminal verdict: `unfinished silent-reply`. */
export function verdictOf(transcript: string | readonly string[], options: JudgeOptions = {}): string {
  const verdict = judged(transcript, options);
  return `${verdict.kind} ${verdict.reason}${verdict.kind === "terminal" ? `: ${verdict.text}` : ""}`;
}
