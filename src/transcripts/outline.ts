/**
 * The last records of a transcript, for people: what each is, what the judge saw in it, what it says. Reads the
 * end of the file, and a few lines more if one further back is asked for; judges nothing.
 */

import { answerSync } from "./ask.ts";
import type { Asking } from "./ask.ts";
import { openTranscript } from "./bytes.ts";
import type { OpenOptions, TranscriptPath } from "./bytes.ts";
import type { Format, FormatName } from "./format.ts";
import { formatNamed } from "./formats/index.ts";
import type { JsonObject } from "./json.ts";
import { BLOCK_BYTES, FILE_HEAD_BYTES, limitsFrom } from "./limits.ts";
import type { Limits } from "./limits.ts";
import { LF, LineCutter, makeLine } from "./lines.ts";
import type { Line } from "./lines.ts";
import { CONTEXT_LINES, KeptLines, Outliner } from "./outliner.ts";
import type { OutlineLine } from "./outliner.ts";
import { parseRecord } from "./record.ts";
import { FileTail } from "./tail.ts";
import { Inflater, isZstd } from "./zstd.ts";

/** What to list, and what to judge by. */
export interface OutlineOptions extends OpenOptions, Partial<Pick<Limits, "lineBytesMax" | "wholeBytesMax">> {
  /** The format, as the judgement names it. */
  readonly format: FormatName | "unknown";
  /** How many lines of the end. Default 12. */
  readonly count?: number;
  /** Byte offset of a line that is listed too, wherever it stands: the one that decided. */
  readonly include?: number | undefined;
}

/** The end of a transcript, line by line: what `lastword explain` lists below its verdict. */
export interface Outline {
  /** In the order of the file; the included line and a few before it first, if it stands before the rest. */
  readonly lines: readonly OutlineLine[];
  /** True where the lines reach back to the start of the file. */
  readonly complete: boolean;
}

const COUNT_DEFAULT = 12;
/** The lines of the end are looked for no further back than this, bytes: a tail that grows is copied each time. */
const LISTED_BYTES_MAX = 32 * 1024 * 1024;

/**
 * Lists the last lines of a transcript.
 *
 * @param source a path, the bytes of a path that is no UTF-8, or a `file:` URL
 * @returns fewer lines than asked for where they lie further back than 32 MiB
 * @throws {TranscriptOpenError} where the file cannot be opened
 * @throws {FileShrankError} where it becomes shorter while it is read
 * @throws {InflateError} where it is compressed, and broken
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
  const { size, limits } = request;
  if (size === 0) return { lines: [], complete: true };
  const first = yield { offset: 0, length: Math.min(size, limits.wholeBytesMax) };
  // Small enough to count lines, and to show the reader of records all that comes before; or no other way in.
  if (isZstd(first) || size <= limits.wholeBytesMax) return yield* outlineForward(request, isZstd(first));
  return yield* outlineTail(request);
}

function* outlineForward(
  { size, format, limits, count, include }: Request,
  packed: boolean,
): Asking<Outline> {
  const outliner = new Outliner(format, []);
  const cutter = new LineCutter(limits.lineBytesMax);
  const inflater = packed ? new Inflater() : undefined;
  const kept = new KeptLines(count, include);
  for (let offset = 0; offset < size; offset += BLOCK_BYTES) {
    const chunk = yield { offset, length: Math.min(BLOCK_BYTES, size - offset), scratch: true };
    for (const bytes of inflater?.push(chunk, offset + BLOCK_BYTES >= size) ?? [chunk]) {
      for (const line of cutter.push(bytes)) kept.add(outliner.outline(line));
    }
  }
  const last = cutter.end();
  if (last !== undefined) kept.add(outliner.outline(last));
  return { lines: kept.lines(), complete: kept.complete };
}

function* outlineTail({ size, format, limits, count, include }: Request): Asking<Outline> {
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
