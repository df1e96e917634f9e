/** Judging bytes in memory, whole or from their tail, as the judge of files does it: without a disk. */

import { judgeBytes } from "../../src/transcripts/judge-file.ts";
import type { JudgeOptions, Verdict } from "../../src/transcripts/index.ts";
import { settingsFrom } from "../../src/transcripts/settings.ts";
import { answered } from "./asking.ts";

/** A verdict without what depends on how much was read: the warnings. */
export type Said = Omit<Verdict, "warnings"> & { readonly format: string };

/** What is judged from the start, whatever the size. */
export function whole(bytes: Uint8Array, options: JudgeOptions = {}): Said {
  return said(bytes, { ...options, wholeBytesMax: Number.MAX_SAFE_INTEGER });
}

/** What is judged from the tail, whatever the size. */
export function fromTail(bytes: Uint8Array, options: JudgeOptions = {}): Said {
  return said(bytes, { ...options, wholeBytesMax: 1 });
}

function said(bytes: Uint8Array, options: JudgeOptions): Said {
  const { verdict, format } = answered(judgeBytes(bytes.byteLength, settingsFrom(options)), bytes).value;
  const { warnings: _, ...rest } = verdict;
  return { ...withoutLines(rest), format };
}

/** A reading from the tail does not count lines. */
function withoutLines<T extends object>(value: T): T {
  return JSON.parse(JSON.stringify(value, (key, field: unknown) => (key === "line" ? undefined : field)));
}
