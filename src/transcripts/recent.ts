/**
 * The last records of a transcript as they stand in the file, for showing them or for looking at what was done
 * last. Reads a bounded end of the file; judges nothing, and must not be judged by: what came before is missing.
 */

import { answer } from "./ask.ts";
import type { Asking } from "./ask.ts";
import { openTranscript } from "./bytes.ts";
import type { OpenOptions, TranscriptPath } from "./bytes.ts";
import type { FormatName } from "./format.ts";
import { detectFormat } from "./formats/index.ts";
import { findHead } from "./head.ts";
import type { JsonObject } from "./json.ts";
import { LIMITS_DEFAULT } from "./limits.ts";
import { readLine } from "./record.ts";
import { FileTail } from "./tail.ts";

/** How much of the end is read. */
export interface RecentOptions extends OpenOptions {
  /** At most so many records. Default 100. */
  readonly count?: number | undefined;
  /** At most so many bytes of the file, read in blocks of 16 KiB and more. Default 1 MiB. */
  readonly bytesMax?: number | undefined;
}

/** The end of a transcript, in the order of the file. */
export interface RecentRecords {
  readonly records: readonly JsonObject[];
  readonly format: FormatName | "unknown";
  /** True where nothing came before these. */
  readonly complete: boolean;
}

const COUNT_DEFAULT = 100;
const BYTES_MAX_DEFAULT = 1024 * 1024;

/**
 * Reads the last records of a transcript. Damaged ones are left out.
 *
 * @param source a path, the bytes of a path that is no UTF-8, or a `file:` URL
 * @throws {TranscriptOpenError} where the file cannot be opened
 * @throws {FileShrankError} where it becomes shorter while it is read
 * @example
 * const { records, format } = await recentRecords("child.jsonl", { count: 20 });
 */
export async function recentRecords(
  source: TranscriptPath,
  options: RecentOptions = {},
): Promise<RecentRecords> {
  const { count = COUNT_DEFAULT, bytesMax = BYTES_MAX_DEFAULT } = options;
  const file = openTranscript(source, options);
  try {
    return (await answer(readRecent(file.size, count, bytesMax), file)).value;
  } finally {
    file.close();
  }
}

function* readRecent(size: number, count: number, bytesMax: number): Asking<RecentRecords> {
  if (size === 0) return { records: [], format: "unknown", complete: true };
  const tells = (records: readonly JsonObject[]) => detectFormat(records) !== undefined;
  const lineBytesMax = Math.min(LIMITS_DEFAULT.lineBytesMax, bytesMax);
  const head = yield* findHead(size, { suffices: tells, tells, lineBytesMax });
  const format = detectFormat(head.records);
  const tail = new FileTail(size, { lineBytesMax, tailBytesMax: bytesMax });
  yield* tail.take(count);
  const context = { format: format ?? NO_FORMAT, session: undefined };
  const items = tail.lines.toReversed().flatMap((line) => readLine(line, context).items);
  const records = items.flatMap((item) => (item.kind === "record" ? [item.entry.value] : []));
  const complete = tail.complete && records.length <= count;
  return { records: records.slice(-count), format: format?.name ?? "unknown", complete };
}

/** Stands in where no format is known: every record is whole. */
const NO_FORMAT = { isWhole: () => true, isBookkeeping: () => false };
