/** Judges a rollout whole and from the tail, and holds the two together. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { judgeTranscriptSync } from "../../src/transcripts/index.ts";
import type { Judgement, JudgeOptions } from "../../src/transcripts/index.ts";
import { codexLinesOf } from "./codex-records.ts";
import type { CodexRecord } from "./codex-records.ts";

/** The verdict on a rollout's text; the reading from the tail has to agree with it. */
export function judgeCodexText(text: string, options: JudgeOptions = {}): Judgement {
  const folder = mkdtempSync(join(tmpdir(), "lastword-codex-"));
  try {
    const path = join(folder, "rollout.jsonl");
    writeFileSync(path, text);
    const whole = judgeTranscriptSync(path, options);
    const tail = judgeTranscriptSync(path, { ...options, wholeBytesMax: 1 });
    expect(said(tail)).toEqual(said(whole));
    return whole;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The verdict on these records. */
export function judgeCodex(records: readonly CodexRecord[], options: JudgeOptions = {}): Judgement {
  return judgeCodexText(codexLinesOf(records).join("\n") + "\n", options);
}

/** What a verdict says, apart from how much was read for it and what was odd on the way. */
export function said(judgement: Judgement): unknown {
  const { kind, reason, format } = judgement;
  const at = judgement.at?.offset;
  const text = judgement.kind === "terminal" ? judgement.text : judgement.salvage?.text;
  return { kind, reason, format, text, at, on: judgement.kind === "parked" ? judgement.on : undefined };
}
