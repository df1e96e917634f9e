/** The beginning of a transcript: its first records, from which its format and its session are told. */

import { isUtf8 } from "node:buffer";
import type { Asking } from "./ask.ts";
import { parseRecord } from "./json.ts";
import type { JsonObject } from "./json.ts";
import { FILE_HEAD_BYTES, LINE_HEAD_BYTES } from "./limits.ts";
import { LF, decoded } from "./lines.ts";
import { readPartial } from "./partial.ts";

/** The first look at a file, bytes: enough for a header and a record or two. */
const FIRST_LOOK_BYTES = 4 * 1024;
/** Records looked at to tell a format. */
const HEAD_RECORDS_MAX = 64;
/** Lines looked at even where they reach beyond {@link FILE_HEAD_BYTES}: a first prompt may hold an image. */
const HEAD_LINES_MIN = 64;
/** How much more is read at a time in search of the end of such a line. */
const GROWTH = 8;

/** The first records, and the bytes they came from. */
export interface Head {
  readonly records: readonly JsonObject[];
  readonly bytes: Buffer;
  /** False where a line among them is damaged: then what they tell is good for a format's name alone. */
  readonly sound: boolean;
}

/** What the first records must tell, and how far that is looked for. */
export interface HeadQuestion {
  /** Whether these records are all that is needed. */
  readonly suffices: (records: readonly JsonObject[]) => boolean;
  /** Whether they tell the format, at least. */
  readonly tells: (records: readonly JsonObject[]) => boolean;
  /** A longer line is looked at in its first part alone. */
  readonly lineBytesMax: number;
}

/** The first records of a transcript, gathered line by line. */
export class HeadRecords {
  readonly records: JsonObject[] = [];
  /** See {@link Head.sound}. */
  sound = true;
  #lines = 0;

  /** True while a line that starts at this offset still belongs to the head. */
  takes(offset: number): boolean {
    return (
      this.records.length < HEAD_RECORDS_MAX && (this.#lines < HEAD_LINES_MIN || offset < FILE_HEAD_BYTES)
    );
  }

  /** Takes a line. One that is cut, or no record, gives the fields that are whole, if it is the first. */
  add(bytes: Buffer, whole: boolean): void {
    this.#lines += 1;
    const text = decoded(bytes);
    const record = whole ? parseRecord(text) : undefined;
    if (whole && text.trim() !== "") this.sound &&= record !== undefined && isUtf8(bytes);
    if (record !== undefined) this.#push(record);
    else if (this.records.length === 0) this.#takePart(text);
  }

  #takePart(text: string): void {
    const part = readPartial(text.replaceAll("\0", "").trimStart());
    this.sound &&= Object.keys(part).length === 0;
    this.#push(part);
  }

  #push(record: JsonObject): void {
    if (Object.keys(record).length > 0) this.records.push(record);
  }
}

/**
 * Reads a file's head: a little, and more where that holds too little to tell anything by.
 *
 * @param size the file's size
 */
export function* findHead(size: number, question: HeadQuestion): Asking<Head> {
  const { suffices, tells, lineBytesMax } = question;
  const look = yield { offset: 0, length: Math.min(size, FIRST_LOOK_BYTES) };
  let head = headOf(look, look.byteLength === size, lineBytesMax, suffices);
  const bytesMax = Math.min(size, Math.max(FILE_HEAD_BYTES, lineBytesMax));
  for (let length = FILE_HEAD_BYTES; head.goesOn && !suffices(head.records); length *= GROWTH) {
    if (head.bytes.byteLength >= bytesMax || (length > FILE_HEAD_BYTES && tells(head.records))) break;
    const bytes = yield { offset: 0, length: Math.min(bytesMax, length) };
    head = headOf(bytes, bytes.byteLength === size, lineBytesMax);
  }
  return head;
}

/** A head as far as some bytes hold it. */
interface PartOfHead extends Head {
  /** True where the head goes on behind these bytes. */
  readonly goesOn: boolean;
}

/**
 * The first records in some bytes.
 *
 * @param whole true where the bytes end where the file ends
 * @param lineBytesMax a longer line is looked at in its first part alone
 * @param enough stops early, once there are two records and this says that they will do
 */
export function headOf(
  bytes: Buffer,
  whole: boolean,
  lineBytesMax: number,
  enough?: (records: readonly JsonObject[]) => boolean,
): PartOfHead {
  const head = new HeadRecords();
  const { records } = head;
  let start = behindBom(bytes);
  while (start < bytes.byteLength && head.takes(start)) {
    const newline = bytes.indexOf(LF, start);
    const end = newline < 0 ? bytes.byteLength : newline;
    const cut = (newline < 0 && !whole) || end - start > lineBytesMax;
    const kept = cut ? Math.min(end, start + LINE_HEAD_BYTES, start + lineBytesMax) : end;
    head.add(bytes.subarray(start, kept), !cut);
    if (newline < 0) return { records, bytes, sound: head.sound, goesOn: !whole };
    if (records.length >= 2 && enough?.(records) === true) break;
    start = newline + 1;
  }
  return { records, bytes, sound: head.sound, goesOn: !whole && head.takes(start) };
}

/** The index of the first byte behind a byte order mark, if there is one. */
export function behindBom(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}
