/**
 * The last records of a transcript, for people: what each is, what the judge saw in it, what it says. Reads the
 * end of the file, and one line more if it is asked for; judges nothing.
 */

import { answerSync } from "./ask.ts";
import type { Asking } from "./ask.ts";
import { openTranscript } from "./bytes.ts";
import type { OpenOptions, TranscriptPath } from "./bytes.ts";
import type { Damage, Event, Position } from "./event.ts";
import type { Format, FormatName, Reader } from "./format.ts";
import { formatNamed } from "./formats/index.ts";
import { asTime } from "./json.ts";
import type { JsonObject } from "./json.ts";
import { FILE_HEAD_BYTES, limitsFrom } from "./limits.ts";
import type { Limits } from "./limits.ts";
import { LF, LineCutter, makeLine } from "./lines.ts";
import type { Line } from "./lines.ts";
import { labelOf, previewOf } from "./preview.ts";
import { parseRecord, readLine } from "./record.ts";
import { FileTail } from "./tail.ts";

/** What to list. */
export interface OutlineOptions extends OpenOptions, Partial<Pick<Limits, "lineBytesMax" | "wholeBytesMax">> {
  /** The format, as the judgement names it. */
  readonly format: FormatName | "unknown";
  /** How many lines of the end. Default 12. */
  readonly count?: number;
  /** Byte offset of a line that is listed too, wherever it stands: the one that decided. */
  readonly include?: number | undefined;
}

/** One record: what its type is, what the judge saw in it, and how its text begins. */
export interface OutlineRecord {
  /** The record's own names for what it is: `message/assistant`. */
  readonly label: string;
  readonly events: readonly Event[];
  /** Untrusted text; at most 2,000 characters. */
  readonly text: string;
}

/** One physical line. */
export interface OutlineLine {
  /** Of the line; with the entry id and the time of its record, where it has them. */
  readonly at: Position;
  /** LF not counted. */
  readonly byteLength: number;
  /** Usually one; none on an empty line; several where a newline was lost. */
  readonly records: readonly OutlineRecord[];
  /** What of the line is no whole record. */
  readonly damage: readonly Damage["what"][];
}

/** The end of a transcript. */
export interface Outline {
  /** In the order of the file; the included line and a few before it first, if it stands before the rest. */
  readonly lines: readonly OutlineLine[];
  /** True where the lines reach back to the start of the file. */
  readonly complete: boolean;
}

const COUNT_DEFAULT = 12;
/** The lines of the end are looked for no further back than this, bytes: a tail that grows is copied each time. */
const LISTED_BYTES_MAX = 32 * 1024 * 1024;
/** Lines listed before an included one that stands apart from the rest. */
const CONTEXT_LINES = 3;

/**
 * Lists the last lines of a transcript.
 *
 * @param source a path, the bytes of a path that is no UTF-8, or a `file:` URL
 * @returns fewer lines than asked for where they lie further back than 32 MiB
 * @throws {TranscriptOpenError} where the file cannot be opened
 * @throws {FileShrankError} where it becomes shorter while it is read
 * @example
 * const verdict = judgeTranscriptSync("child.jsonl");
 * outlineTranscriptSync("child.jsonl", { format: verdict.format, include: verdict.at?.offset });
 */
export function outlineTranscriptSync(source: TranscriptPath, options: OutlineOptions): Outline {
  const { count = COUNT_DEFAULT, include } = options;
  const { lineBytesMax, wholeBytesMax } = options;
  const limits = limitsFrom({
    ...(lineBytesMax === undefined ? {} : { lineBytesMax }),
    ...(wholeBytesMax === undefined ? {} : { wholeBytesMax }),
  });
  const format = options.format === "unknown" ? undefined : formatNamed(options.format);
  const file = openTranscript(source, options);
  try {
    return answerSync(outlineBytes({ size: file.size, format, limits, count, include }), file).value;
  } finally {
    file.close();
  }
}

interface Request {
  readonly size: number;
  readonly format: Format | undefined;
  readonly limits: Limits;
  readonly count: number;
  readonly include: number | undefined;
}

function* outlineBytes(request: Request): Asking<Outline> {
  const { size, format, limits, count, include } = request;
  if (size === 0) return { lines: [], complete: true };
  if (size <= limits.wholeBytesMax) {
    // Small enough to count lines, and to show the reader of records all that comes before.
    const bytes = yield { offset: 0, length: size };
    const all = outlined(wholeLines(bytes, limits.lineBytesMax), format, []);
    const lines = all.filter((line, index) => index >= all.length - count || line.at.offset === include);
    return { lines, complete: lines.length === all.length };
  }
  const tailLimits = { ...limits, tailBytesMax: LISTED_BYTES_MAX };
  const tail = new FileTail(size, tailLimits);
  yield* tail.take(count);
  const head = yield* headRecords(size);
  const lines = outlined(tail.lines.toReversed(), format, head);
  const { complete, start } = tail;
  if (include === undefined || include >= start || include < 0) return { lines, complete };
  // Further back than the rest: with a few lines before it, since it stands alone otherwise.
  const before = new FileTail(include, tailLimits);
  if (include > 0) yield* before.take(lines.length > 0 ? CONTEXT_LINES : count);
  const decided = yield* lineAt(include, size, limits.lineBytesMax);
  return { lines: [...outlined([...before.lines.toReversed(), decided], format, head), ...lines], complete };
}

function outlined(
  lines: readonly Line[],
  format: Format | undefined,
  head: readonly JsonObject[],
): OutlineLine[] {
  const outliner = new Outliner(format, head);
  return lines.map((line) => outliner.outline(line));
}

function wholeLines(bytes: Buffer, lineBytesMax: number): Line[] {
  const cutter = new LineCutter(lineBytesMax);
  const lines = [...cutter.push(bytes)];
  const last = cutter.end();
  return last === undefined ? lines : [...lines, last];
}

/** The records that lie whole in the first bytes: what a format's reader learns from a header. */
function* headRecords(size: number): Asking<readonly JsonObject[]> {
  const bytes = yield { offset: 0, length: Math.min(size, FILE_HEAD_BYTES) };
  const whole = bytes.subarray(0, bytes.lastIndexOf(LF) + 1);
  const texts = whole.toString("utf8").split("\n");
  return texts.map((text) => parseRecord(text)).filter((record) => record !== undefined);
}

/** The line that starts here; of one over the limit, its head. */
function* lineAt(offset: number, size: number, lineBytesMax: number): Asking<Line> {
  let bytes: Buffer = Buffer.alloc(0);
  for (let want = FILE_HEAD_BYTES; ; want *= 2) {
    const length = Math.min(want, size - offset, lineBytesMax + 1);
    bytes = yield { offset, length };
    const end = bytes.indexOf(LF);
    if (end >= 0) return makeLine(bytes.subarray(0, end), offset, true, lineBytesMax);
    if (length < want) return makeLine(bytes, offset, false, lineBytesMax);
  }
}

/** Lines in file order to what is told of them. */
class Outliner {
  readonly #format: Format | undefined;
  readonly #reader: Reader | undefined;

  constructor(format: Format | undefined, head: readonly JsonObject[]) {
    this.#format = format;
    this.#reader = format?.reader({ head });
  }

  outline(line: Line): OutlineLine {
    const format = this.#format ?? NO_FORMAT;
    const { items } = readLine(line, { format, session: undefined });
    let place: Position = {
      offset: line.offset,
      ...(line.number === undefined ? {} : { line: line.number }),
    };
    const records: OutlineRecord[] = [];
    const damage: Damage["what"][] = [];
    for (const item of items) {
      if (item.kind === "damage") {
        damage.push(item.damage.what);
        continue;
      }
      const { value } = item.entry;
      const events = this.#reader?.read(item.entry).events ?? [];
      // A header has a time of its own, and no event needs it.
      const timestamp = asTime(value["timestamp"]);
      place = { ...(timestamp === undefined ? {} : { timestamp }), ...events[0]?.at, ...place };
      records.push({ label: labelOf(value), events, text: previewOf(value) });
    }
    return { at: place, byteLength: line.byteLength, records, damage };
  }
}

/** Stands in where no format is known: every record is whole, and none is explained. */
const NO_FORMAT: Pick<Format, "isWhole" | "isBookkeeping"> = {
  isWhole: () => true,
  isBookkeeping: () => false,
};
