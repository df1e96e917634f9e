/** An explanation for people: text in, text out. Pure; everything out of the transcript is escaped. */

import { sentenceFor } from "../transcripts/index.ts";
import type { OutlineLine, Position, Warning } from "../transcripts/index.ts";
import type { Palette } from "./colour.ts";
import { escapePath, escapeText, oneLine } from "./escape.ts";
import { wordsForLine } from "./event-words.ts";
import { markOf, textOfLine } from "./explanation.ts";
import type { Explanation } from "./explanation.ts";
import { isUnread, phraseFor } from "./phrases.ts";
import { formatBytes, formatCount } from "./sizes.ts";
import { clockOf, dayOf, isoOf } from "./times.ts";
import { cutEnd, padStart, wrap } from "./width.ts";

/** Where nothing says how wide the reader's page is: prose is wrapped at the first, records are cut at the second. */
const PROSE_COLUMNS_DEFAULT = 100;
const RECORD_COLUMNS_DEFAULT = 240;
/** Prose gets no less, however narrow the page. */
const COLUMNS_MIN = 20;
/** Of an answer or a salvage so many characters are shown; `--json` has all of it. */
const TEXT_LENGTH_MAX = 600;
/** Warnings listed at most; `--json` has all of them. */
const WARNINGS_SHOWN_MAX = 20;
const INDENT = "  ";
const LABEL_COLUMNS = 9;

export interface ExplainTextOptions {
  /** The terminal's width; undefined where it does not go to one. */
  readonly columns: number | undefined;
  readonly palette: Palette;
}

/** The whole explanation, each line with its LF. */
export function explainText(explanation: Explanation, options: ExplainTextOptions): string {
  const { judgement } = explanation;
  const sections = [
    verdictLines(explanation, options),
    judgement.warnings.length === 0 ? [] : warningLines(judgement.warnings, options),
    explanation.outline === undefined ? [] : recordLines(explanation, options),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${line}\n`).join(""))
    .join("\n");
}

function verdictLines(explanation: Explanation, options: ExplainTextOptions): string[] {
  const { path, judgement } = explanation;
  const { palette } = options;
  const { kind, reason, format, bytes, bytesRead, at } = judgement;
  const head = `${kind}: ${phraseFor(judgement)}`;
  const read = bytesRead >= bytes ? "read whole" : `${formatBytes(bytesRead)} of it read`;
  const salvage = kind === "terminal" ? undefined : judgement.salvage;
  const detail = kind === "indeterminate" ? judgement.detail : undefined;
  return [
    palette.strong(escapePath(path)),
    isUnread(judgement) ? palette.trouble(head) : palette.kind(kind, head),
    ...field("why", sentenceFor(reason), options),
    ...field("reason", reason, options),
    ...(detail === undefined ? [] : field("detail", oneLine(detail), options)),
    ...(at === undefined ? [] : field("decided", placeWords(at), options)),
    ...(kind === "terminal" ? field("answer", shortened(judgement.text), options) : []),
    ...(kind === "terminal" && judgement.unrecordedStop === true
      ? field("caution", UNRECORDED, options)
      : []),
    ...(kind === "parked" && judgement.on.length > 0
      ? field("waits on", oneLine(judgement.on.join(", ")), options)
      : []),
    ...(salvage === undefined
      ? []
      : field("salvage", `${shortened(salvage.text)} (${placeWords(salvage.at)})`, options)),
    ...(reason === "line-too-long" ? field("to do", RAISE, options) : []),
    ...(isUnread(judgement)
      ? []
      : field("file", `${formatWords(format)}, ${formatBytes(bytes)}, ${read}`, options)),
  ];
}

const RAISE = "raise the limit, with --line-bytes 64M say";
const LEGEND = ", > decided, * salvage; times are UTC";

const UNRECORDED =
  "how the message stopped was not recorded; it was taken because --accept-unrecorded-stop says so";

function formatWords(format: Explanation["judgement"]["format"]): string {
  return format === "unknown" ? "unknown format" : `${format} format`;
}

/** A labelled text, wrapped and indented. */
function field(label: string, text: string, { columns, palette }: ExplainTextOptions): string[] {
  const room = Math.max((columns ?? PROSE_COLUMNS_DEFAULT) - INDENT.length - LABEL_COLUMNS, COLUMNS_MIN);
  const [first = "", ...rest] = wrap(text, room);
  const blank = " ".repeat(INDENT.length + LABEL_COLUMNS);
  return [
    `${INDENT}${palette.faint(label.padEnd(LABEL_COLUMNS))}${first}`,
    ...rest.map((line) => blank + line),
  ];
}

function shortened(text: string): string {
  return cutEnd(oneLine(text.slice(0, TEXT_LENGTH_MAX * 4)), TEXT_LENGTH_MAX);
}

/** `line 12, byte 4,096, entry a1, 2026-11-01T10:00:00.000Z`. */
function placeWords({ line, offset, entryId, timestamp }: Position): string {
  const time = timestamp === undefined ? undefined : isoOf(timestamp);
  return [
    ...(line === undefined ? [] : [`line ${line}`]),
    `byte ${formatCount(offset)}`,
    ...(entryId === undefined ? [] : [`entry ${escapeText(entryId)}`]),
    ...(time === undefined ? [] : [time]),
  ].join(", ");
}

function warningLines(warnings: readonly Warning[], { columns, palette }: ExplainTextOptions): string[] {
  const shown = warnings.slice(0, WARNINGS_SHOWN_MAX).map(({ code, detail, line, offset }) => {
    const what = detail === undefined ? code : `${code} (${oneLine(detail)})`;
    return fitted(
      `${INDENT}${placeWords({ offset, ...(line === undefined ? {} : { line }) })}: ${what}`,
      columns,
    );
  });
  const more = warnings.length - shown.length;
  return [
    palette.strong("Warnings"),
    ...shown,
    ...(more > 0 ? [`${INDENT}and ${more} more; --json lists them`] : []),
  ];
}

function recordLines(explanation: Explanation, options: ExplainTextOptions): string[] {
  const { outline } = explanation;
  const { palette } = options;
  const lines = outline?.lines ?? [];
  if (lines.length === 0) return [];
  const heading = outline?.complete === true ? "All records" : "The last records";
  const narrow = (options.columns ?? Infinity) < heading.length + LEGEND.length;
  const legend = palette.faint(narrow ? `${INDENT}${LEGEND.slice(2)}` : LEGEND);
  return [palette.strong(heading) + (narrow ? "\n" : "") + legend, ...listed(lines, explanation, options)];
}

function listed(
  lines: readonly OutlineLine[],
  explanation: Explanation,
  options: ExplainTextOptions,
): string[] {
  const rows: string[] = [];
  const numbers = Math.max(...lines.map(({ at }) => placeMark(at).length));
  let day: string | undefined;
  let next: number | undefined;
  for (const line of lines) {
    const { at } = line;
    if (next !== undefined && at.offset > next) {
      rows.push(options.palette.faint(`${INDENT}… ${formatBytes(at.offset - next)} between`));
    }
    next = at.offset + line.byteLength + 1;
    const today = at.timestamp === undefined ? undefined : dayOf(at.timestamp);
    if (today !== undefined && today !== day) rows.push(options.palette.faint(`${INDENT}${today}`));
    day = today ?? day;
    rows.push(recordRow(line, explanation, { ...options, numbers }));
  }
  return rows;
}

function recordRow(
  line: OutlineLine,
  explanation: Explanation,
  options: ExplainTextOptions & { readonly numbers: number },
): string {
  const { at } = line;
  const mark = markOf(line, explanation);
  const clock = (at.timestamp === undefined ? undefined : clockOf(at.timestamp)) ?? "";
  const text = oneLine(textOfLine(line).slice(0, TEXT_LENGTH_MAX * 4));
  const words = escapeText(wordsForLine(line)) + (text === "" ? "" : `: ${text}`);
  const sign = mark === "decided" ? ">" : mark === "salvage" ? "*" : " ";
  const row = fitted(
    `${sign} ${padStart(placeMark(at), options.numbers)}  ${clock.padEnd("00:00:00Z".length)}  ${words}`,
    options.columns,
  );
  return mark === "decided" ? options.palette.strong(row) : row;
}

/** The line's number where it is known, else its byte offset. */
function placeMark({ line, offset }: Position): string {
  return line === undefined ? `@${offset}` : `${line}`;
}

function fitted(text: string, columns: number | undefined): string {
  return cutEnd(text, columns ?? RECORD_COLUMNS_DEFAULT);
}
