/**
 * A transcript that a program keeps as rows of a table, as the file of lines that it would be: a row is a line, and
 * where each begins follows from the rows' lengths. So what reads a file reads it too, from its end, and fetches no
 * more rows than it needs. Knows no database; writes nothing.
 */

import type { OpenFile } from "./bytes.ts";
import { parseRecord } from "./json.ts";
import type { JsonObject } from "./json.ts";
import { LF } from "./lines.ts";
import { InflateError, Inflater } from "./zstd.ts";

/** Rows of one transcript at most: their lengths are held in memory, eight bytes each. */
export const ROWS_MAX = 1_000_000;
/** A longer row is not fetched, bytes: it counts as damage. OpenClaw's own limit is 4 MiB. */
const ROW_BYTES_MAX = 64 * 1024 * 1024;

const NOTHING = Buffer.alloc(0);

/** One row: its record as JSON text, or as a zstd frame of it. */
export interface TranscriptRow {
  readonly json?: string;
  readonly zstd?: Uint8Array;
}

/** The rows of one transcript, as they were when they were counted. Rows that come later are not seen. */
export interface TranscriptRows {
  /** How long each row's JSON text is, in bytes of UTF-8, oldest first. At most {@link ROWS_MAX}. */
  readonly byteLengths: readonly number[];
  /** The row with this index, from 0; undefined where it is no longer there. */
  row(index: number): TranscriptRow | undefined;
}

/**
 * The rows as an open file. A row that is not what its length says, or that cannot be decompressed, is a line of NUL
 * bytes in it: damage, of which nobody makes an answer.
 *
 * @throws {RangeError} for more rows than {@link ROWS_MAX}, and for lengths that are none
 */
export function openRows(rows: TranscriptRows): OpenFile {
  const { byteLengths } = rows;
  const starts = startsOf(byteLengths);
  const size = starts.at(-1) ?? 0;
  // Reads come in order, so that the row read last is most often the one asked for next.
  let kept: { readonly index: number; readonly line: Buffer } | undefined;
  const textAt = (index: number): Buffer => {
    if (kept?.index === index) return kept.line;
    const byteLength = byteLengths[index] ?? 0;
    const line = byteLength > ROW_BYTES_MAX ? NOTHING : textFrom(rows.row(index), byteLength);
    kept = { index, line };
    return line;
  };
  const read = (target: Uint8Array, length: number, offset: number): number => {
    const end = Math.min(offset + length, size);
    if (end <= offset) return 0;
    target.fill(0, 0, end - offset);
    for (let index = rowAt(starts, offset); (starts[index] ?? end) < end; index += 1) {
      const [start = end, next = end] = [starts[index], starts[index + 1]];
      const text = textAt(index).subarray(Math.max(offset - start, 0), end - start);
      target.set(text, Math.max(start - offset, 0));
      if (next <= end) target[next - 1 - offset] = LF;
    }
    return end - offset;
  };
  return {
    path: "",
    size,
    modifiedMs: 0,
    read,
    readLater: (target, length, offset) => Promise.resolve(read(target, length, offset)),
    close: () => {
      kept = undefined;
    },
  };
}

/**
 * The record on the line that begins at this offset, as a verdict's position gives it; undefined where it is none.
 *
 * @throws {RangeError} as {@link openRows} does
 */
export function recordInRows(rows: TranscriptRows, offset: number): JsonObject | undefined {
  const starts = startsOf(rows.byteLengths);
  const index = rowAt(starts, offset);
  const byteLength = rows.byteLengths[index] ?? 0;
  if (starts[index] !== offset || byteLength > ROW_BYTES_MAX) return undefined;
  return parseRecord(textFrom(rows.row(index), byteLength).toString("utf8"));
}

/** Where each line starts, and behind the last where the file ends. */
function startsOf(byteLengths: readonly number[]): readonly number[] {
  if (byteLengths.length > ROWS_MAX) {
    throw new RangeError(`a transcript of ${byteLengths.length} rows; at most ${ROWS_MAX} are read`);
  }
  const starts = [0];
  let end = 0;
  for (const length of byteLengths) {
    if (!(Number.isSafeInteger(length) && length >= 0)) {
      throw new RangeError(`a row's length must be a number of bytes, not ${String(length)}`);
    }
    end += length + 1;
    starts.push(end);
  }
  return starts;
}

/** The last row that starts at or before the offset. */
function rowAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? Infinity) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The row's text, exactly as long as was said; nothing for any other. */
function textFrom(row: TranscriptRow | undefined, byteLength: number): Buffer {
  const text = row === undefined ? undefined : textOf(row, byteLength);
  return text?.byteLength === byteLength ? text : NOTHING;
}

function textOf({ json, zstd }: TranscriptRow, byteLength: number): Buffer | undefined {
  if (json !== undefined) return Buffer.from(json);
  if (zstd === undefined) return undefined;
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for (const piece of new Inflater().push(zstd, true)) {
      length += piece.byteLength;
      // What is longer than was said is damage, however long it is.
      if (length > byteLength) return undefined;
      pieces.push(piece);
    }
  } catch (error) {
    if (error instanceof InflateError) return undefined;
    throw error;
  }
  return Buffer.concat(pieces);
}
