/** Transcripts to a report's data: judged, and of the newest the last turn, too. */

import { statSync } from "node:fs";
import { outlineTranscriptSync, sentenceFor } from "../../transcripts/index.ts";
import type { JudgeOptions, Judgement } from "../../transcripts/index.ts";
import { wordsForLine } from "../event-words.ts";
import { markOf, textOfLine } from "../explanation.ts";
import { explainCommand } from "../explain-command.ts";
import { textOfPath } from "../file-path.ts";
import type { FilePath } from "../file-path.ts";
import { judgeFile } from "../judge-path.ts";
import { isUnread, lastTextOf, phraseOf } from "../phrases.ts";
import type { ReportData, ReportRecord, ReportRun } from "./data.ts";

/** Characters of a run's text, and of a record's: enough to know it by. */
const TEXT_MAX = 600;
const RECORD_TEXT_MAX = 240;
/** Records of the end of a run. */
const RECORDS_MAX = 12;
/** Runs that get a timeline: the newest. A page with all of ten thousand would be tens of megabytes. */
export const TIMELINES_MAX = 1_000;

/** A file, and when it was changed. */
export interface ReportFile {
  readonly path: FilePath;
  readonly changed: number;
}

/** Files with their times, the newest first. */
export function datedFiles(paths: readonly FilePath[]): readonly ReportFile[] {
  return paths
    .map((path) => ({ path, changed: changedAt(path) }))
    .toSorted((one, other) => other.changed - one.changed);
}

function changedAt(path: FilePath): number {
  try {
    return Math.round(statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  } catch {
    return 0;
  }
}

/** One file's row; `timeline` says whether its last records are wanted. */
export function reportRun(file: ReportFile, options: JudgeOptions, timeline: boolean): ReportRun {
  const { path, changed } = file;
  const judgement = judgeFile(path, options);
  const { kind, reason, bytes, warnings, format } = judgement;
  const records = timeline && !isUnread(judgement) ? recordsOf(path, judgement, options) : undefined;
  return {
    path: textOfPath(path),
    agent: format,
    kind,
    reason,
    bytes,
    changed,
    text: cut(lastTextOf(judgement), TEXT_MAX),
    warnings: warnings.length,
    ...(records === undefined ? { explain: explainCommand(path) } : { records }),
  };
}

function recordsOf(
  path: FilePath,
  judgement: Judgement,
  { root, lineBytesMax }: JudgeOptions,
): readonly ReportRecord[] | undefined {
  try {
    const { lines } = outlineTranscriptSync(path, {
      format: judgement.format,
      count: RECORDS_MAX,
      include: judgement.at?.offset,
      ...(root === undefined ? {} : { root }),
      ...(lineBytesMax === undefined ? {} : { lineBytesMax }),
    });
    return lines.map((line) => ({
      words: wordsForLine(line),
      text: cut(textOfLine(line), RECORD_TEXT_MAX),
      offset: line.at.offset,
      time: line.at.timestamp,
      mark: markOf(line, { path, judgement }),
    }));
  } catch {
    // The file went away, or shrank, behind the verdict: that stands without the list.
    return undefined;
  }
}

/** All of it, with the words for the reasons that occur. */
export function reportData(runs: readonly ReportRun[], made: number): ReportData {
  const reasons = [...new Set(runs.map(({ reason }) => reason))];
  return {
    made,
    runs,
    folder: commonFolder(runs.map(({ path }) => path)),
    sentences: Object.fromEntries(reasons.map((reason) => [reason, sentenceFor(reason)])),
    phrases: Object.fromEntries(reasons.map((reason) => [reason, phraseOf(reason)])),
  };
}

function commonFolder(paths: readonly string[]): string {
  const [first = "", ...rest] = paths;
  let common = first.slice(0, first.lastIndexOf("/") + 1);
  for (const path of rest) {
    while (!path.startsWith(common)) common = common.slice(0, common.lastIndexOf("/", common.length - 2) + 1);
  }
  return common;
}

function cut(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}…` : text;
}
