/** The reading half: what a transcript proves. */

export { TranscriptOpenError, isTransient, openTranscript } from "./bytes.ts";
export type { OpenFailure, OpenFile, OpenOptions, TranscriptPath } from "./bytes.ts";
export type { Assistant, Author, Event, Position, Stop, TextForm, ToolCall } from "./event.ts";
export { judgeMessages, judgeRows, judgeTranscript, judgeTranscriptSync } from "./judge.ts";
export type { Judgement } from "./outcome.ts";
export type { JudgeOptions } from "./settings.ts";
export { ROWS_MAX, recordInRows } from "./rows.ts";
export type { TranscriptRow, TranscriptRows } from "./rows.ts";
export type { FormatName } from "./format.ts";
export { asArray, asNumber, asObject, asString } from "./json.ts";
export type { JsonObject } from "./json.ts";
export { LIMITS_DEFAULT } from "./limits.ts";
export type { Limits } from "./limits.ts";
export { eventsOf } from "./messages.ts";
export { outlineTranscriptSync } from "./outline.ts";
export type { Outline, OutlineOptions } from "./outline.ts";
export type { OutlineLine, OutlineRecord } from "./outliner.ts";
export { recentRecords } from "./recent.ts";
export type { RecentOptions, RecentRecords } from "./recent.ts";
export { kindOf, reasons, sentenceFor } from "./reasons.ts";
export type { Kind, Reason } from "./reasons.ts";
export { conclude, initial, step } from "./verdict.ts";
export type { FoldOptions, State } from "./verdict.ts";
export type {
  Indeterminate,
  Parked,
  Salvage,
  Terminal,
  Unfinished,
  Verdict,
  Warning,
  WarningCode,
} from "./verdict-types.ts";
