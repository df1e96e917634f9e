/** The beginning of a transcript: its first records, from which its format and its session are told. */

import type { Asking } from "./ask.ts";
import type { JsonObject } from "./json.ts";
import { FILE_HEAD_BYTES } from "./limits.ts";
import { LF } from "./lines.ts";
import { readPartial } from "./partial.ts";
import { parseRecord } from "./record.ts";

/** The first look at a file, bytes: enough for a header and a record or two. */
const FIRST_LOOK_BYTES = 4 * 1024;
/** Records looked at to tell a format. */
const HEAD_RECORDS_MAX = 64;

/** The first records, and the bytes they came from. */
export interface Head {
  readonly records: readonly JsonObject[];
  readonly bytes: Buffer;
}

/**
 * Reads a file's head: a little, and more where that holds too little to tell anything by.
 *
 * @param size the file's size
 * @param suffices whether these records are enough
 */
export function* findHead(size: number, suffices: (records: readonly JsonObject[]) => boolean): Asking<Head> {
  const look = yield { offset: 0, length: Math.min(size, FIRST_LOOK_BYTES) };
  const first = headOf(look, look.byteLength === size, suffices);
  if (look.byteLength === size || suffices(first.records)) return first;
  const more = yield { offset: 0, length: Math.min(size, FILE_HEAD_BYTES) };
  return headOf(more, more.byteLength === size);
}

/**
 * The first records in some bytes. A line that is cut where the bytes end gives the fields that are whole,
 * if it is the only one.
 *
 * @param whole true where the bytes end where the file ends
 * @param enough stops early, once there are two records and this says that they will do
 */
export function headOf(bytes: Buffer, whole: boolean, enough?: (records: readonly JsonObject[]) => boolean): Head {
  const records: JsonObject[] = [];
  let start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (start < bytes.byteLength && records.length < HEAD_RECORDS_MAX) {
    const newline = bytes.indexOf(LF, start);
    const cut = newline < 0;
    const text = bytes.toString("utf8", start, cut ? bytes.byteLength : newline);
    const record = cut && !whole ? undefined : parseRecord(text);
    if (record !== undefined) records.push(record);
    else if (records.length === 0) records.push(readPartial(text.replaceAll("\0", "").trimStart()));
    if (cut || (records.length >= 2 && enough?.(records) === true)) break;
    start = newline + 1;
  }
  return { records: records.filter((record) => Object.keys(record).length > 0), bytes };
}
