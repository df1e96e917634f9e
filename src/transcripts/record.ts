/**
 * A line to its records. Damage is data: a torn, joined, spliced, NUL-filled or oversized line gives what can
 * be trusted of it, and a warning with its place. Pure; it never throws on any bytes.
 */

import { isUtf8 } from "node:buffer";
import type { Damage, Position } from "./event.ts";
import type { Entry, Format } from "./format.ts";
import { asString, parseRecord } from "./json.ts";
import type { JsonObject } from "./json.ts";
import { decoded } from "./lines.ts";
import type { Line } from "./lines.ts";
import { readPartial } from "./partial.ts";
import { Search, behindSpace, hidesObject, standsFree, wholeBehind } from "./splice.ts";
import type { Warning, WarningCode } from "./verdict-types.ts";

export { parseRecord } from "./json.ts";

/** Records and damaged pieces read of one line. A line of tiny ones must not become a page of memory each. */
const LINE_ITEMS_MAX = 16_384;

/** What one line holds, in order. */
export type Item =
  | { readonly kind: "record"; readonly entry: Entry }
  | {
      readonly kind: "damage";
      readonly damage: Damage;
      /** Of a line over the limit, its beginning. */
      readonly head?: string;
    };

export interface LineReading {
  readonly items: readonly Item[];
  readonly warnings: readonly Warning[];
  /** True where a record counts, or does not, because of the session that it names. */
  readonly bySession: boolean;
}

/** What is needed to judge what a damaged line is worth. */
export interface RecordContext {
  readonly format: Pick<Format, "isWhole" | "isBookkeeping">;
  /** The session the file's records name, where they do. */
  readonly session: string | undefined;
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Nothing: what an empty line holds. Of those a file may have millions. */
const NOTHING: LineReading = { items: [], warnings: [], bySession: false };

/** Reads the records of one line. */
export function readLine(line: Line, context: RecordContext): LineReading {
  if (line.byteLength === 0) return NOTHING;
  const reading = new Reading(line, context);
  reading.read();
  return reading;
}

class Reading implements LineReading {
  readonly items: Item[] = [];
  readonly warnings: Warning[] = [];
  bySession = false;
  readonly #line: Line;
  readonly #context: RecordContext;
  readonly #at: Position;

  constructor(line: Line, context: RecordContext) {
    this.#line = line;
    this.#context = context;
    this.#at = { offset: line.offset, ...(line.number === undefined ? {} : { line: line.number }) };
  }

  read(): void {
    const line = this.#line;
    let { bytes } = line;
    if (line.offset === 0 && bytes.subarray(0, 3).equals(BOM)) {
      bytes = bytes.subarray(3);
      this.#warn("bom");
    }
    if (line.byteLength > line.bytes.byteLength) {
      this.#warn("oversized-line", `${line.byteLength} bytes`);
      this.#damage("oversized", bytes.toString("utf8"));
      return;
    }
    if (bytes.includes(0)) this.#readAroundNuls(bytes);
    else this.#readSegment(bytes, !line.ended);
  }

  /** NUL bytes are never JSON: what lies between their runs is read on its own. */
  #readAroundNuls(bytes: Buffer): void {
    const nuls = { block: 0, tail: 0 };
    let start = 0;
    while (start < bytes.byteLength && this.items.length < LINE_ITEMS_MAX) {
      const nul = bytes.indexOf(0, start);
      if (nul !== start) {
        this.#readSegment(
          bytes.subarray(start, nul < 0 ? bytes.byteLength : nul),
          nul < 0 && !this.#line.ended,
        );
      }
      if (nul < 0) break;
      let end = nul;
      while (end < bytes.byteLength && bytes[end] === 0) end += 1;
      nuls[!this.#line.ended && end === bytes.byteLength ? "tail" : "block"] += end - nul;
      this.#damage("corrupt", "");
      start = end;
    }
    if (this.items.length >= LINE_ITEMS_MAX) this.#giveUp();
    if (nuls.block > 0) this.#warn("nul-block", `${nuls.block} bytes`);
    if (nuls.tail > 0) this.#warn("nul-tail", `${nuls.tail} bytes`);
  }

  #readSegment(bytes: Buffer, last: boolean): void {
    const text = decoded(bytes);
    if (text.trim() === "") return;
    const sound = isUtf8(bytes);
    const record = sound ? parseRecord(text) : undefined;
    if (record === undefined) this.#carve(text, last, sound);
    else this.#record(record, text);
  }

  /** No single record: whole ones joined on the line, a torn one with a whole one behind it, or neither. */
  #carve(text: string, last: boolean, sound: boolean): void {
    let at = behindSpace(text, 0);
    let found = 0;
    let joined = false;
    const search = new Search(text);
    while (at < text.length && this.items.length < LINE_ITEMS_MAX) {
      const here = search.wholeAt(text, at, sound);
      const counts = here !== undefined && (standsFree(text, here.end) || this.#belongs(here.record));
      const whole = counts ? here : wholeBehind(text, at, sound, (record) => this.#belongs(record), search);
      if (whole === undefined) break;
      joined ||= found > 0 && whole.start === at;
      if (whole.start > at) {
        this.#warn("spliced-line");
        this.#damage("corrupt", text.slice(at, whole.start));
      }
      this.#record(whole.record, text.slice(whole.start, whole.end));
      found += 1;
      at = behindSpace(text, whole.end);
    }
    if (joined) this.#warn("joined-records", `${found} records`);
    if (at >= text.length) return;
    if (this.items.length >= LINE_ITEMS_MAX) return this.#giveUp();
    const rest = text.slice(at);
    const torn = last && rest.startsWith("{");
    this.#warn(torn ? "torn-tail" : "malformed-line");
    this.#damage(torn ? "torn" : "corrupt", rest);
  }

  /** Too many pieces: the rest of the line is not read, and may be anything. */
  #giveUp(): void {
    this.#warn("malformed-line", `more than ${LINE_ITEMS_MAX} records or pieces`);
    this.#damage("corrupt", "");
  }

  /** A record behind a torn one counts only with its top-level fields and its session. */
  #belongs(record: JsonObject): boolean {
    const { format, session } = this.#context;
    const named = asString(record["sessionId"]);
    if (!format.isWhole(record)) return false;
    this.bySession ||= named !== undefined;
    return session === undefined || named === undefined || named === session;
  }

  #record(value: JsonObject, raw: string): void {
    this.items.push({ kind: "record", entry: { value, raw, at: this.#at } });
  }

  /** What remains of a record tells what it was; unless it ran into another one, of which nothing is known. */
  #damage(what: Damage["what"], remains: string): void {
    const { format } = this.#context;
    const bookkeeping =
      remains !== "" &&
      !hidesObject(remains, (record) => format.isWhole(record)) &&
      format.isBookkeeping(readPartial(remains));
    const before = this.items.at(-1);
    // Two damaged pieces side by side are one: where every second byte is NUL there would be millions.
    if (
      before?.kind === "damage" &&
      before.damage.what === what &&
      before.damage.bookkeeping === bookkeeping
    ) {
      return;
    }
    const damage: Damage = { kind: "damage", at: this.#at, what, bookkeeping };
    this.items.push({ kind: "damage", damage, ...(what === "oversized" ? { head: remains } : {}) });
  }

  #warn(code: WarningCode, detail?: string): void {
    const { offset, line } = this.#at;
    this.warnings.push({
      code,
      offset,
      ...(line === undefined ? {} : { line }),
      ...(detail === undefined ? {} : { detail }),
    });
  }
}
