/**
 * A line to its records. Damage is data: a torn, joined, spliced, NUL-filled or oversized line gives what can
 * be trusted of it, and a warning with its place. Pure; it never throws on any bytes.
 */

import { isUtf8 } from "node:buffer";
import type { Damage, Position } from "./event.ts";
import type { Entry, Format } from "./format.ts";
import { asObject, asString } from "./json.ts";
import type { JsonObject } from "./json.ts";
import type { Line } from "./lines.ts";
import { bracketEnd, readPartial } from "./partial.ts";
import type { Warning, WarningCode } from "./verdict-types.ts";

/** Places on one line at which a whole record is looked for behind a torn one. */
const SPLICE_TRIES_MAX = 64;

/** What one line holds, in order. */
export type Item =
  | { readonly kind: "record"; readonly entry: Entry }
  | { readonly kind: "damage"; readonly damage: Damage };

export interface LineReading {
  readonly items: readonly Item[];
  readonly warnings: readonly Warning[];
}

/** What is needed to judge what a damaged line is worth. */
export interface RecordContext {
  readonly format: Pick<Format, "isWhole" | "isBookkeeping">;
  /** The session the file's records name, where they do. */
  readonly session: string | undefined;
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Reads the records of one line. */
export function readLine(line: Line, context: RecordContext): LineReading {
  const reading = new Reading(line, context);
  reading.read();
  return reading;
}

class Reading implements LineReading {
  readonly items: Item[] = [];
  readonly warnings: Warning[] = [];
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
    let start = 0;
    while (start < bytes.byteLength) {
      const nul = bytes.indexOf(0, start);
      if (nul < 0) return this.#readSegment(bytes.subarray(start), !this.#line.ended);
      if (nul > start) this.#readSegment(bytes.subarray(start, nul), false);
      let end = nul;
      while (end < bytes.byteLength && bytes[end] === 0) end += 1;
      const atTail = !this.#line.ended && end === bytes.byteLength;
      this.#warn(atTail ? "nul-tail" : "nul-block", `${end - nul} bytes`);
      this.#damage("corrupt", "");
      start = end;
    }
  }

  #readSegment(bytes: Buffer, last: boolean): void {
    const text = bytes.toString("utf8");
    if (text.trim() === "") return;
    const sound = isUtf8(bytes);
    const record = sound ? parseRecord(text) : undefined;
    if (record === undefined) this.#carve(text, last, sound);
    else this.#record(record, text);
  }

  /** No single record: whole ones joined on the line, a torn one with a whole one behind it, or neither. */
  #carve(text: string, last: boolean, sound: boolean): void {
    let at = 0;
    let found = 0;
    while (sound && at < text.length) {
      const whole = wholeAt(text, at);
      if (whole !== undefined && (at === 0 || found > 0)) {
        this.#record(whole.record, text.slice(at, whole.end));
        found += 1;
        at = whole.end;
        at += text.slice(at).length - text.slice(at).trimStart().length;
        continue;
      }
      const next = this.#spliced(text, at + 1);
      if (next === undefined) break;
      this.#warn("spliced-line");
      this.#damage("corrupt", text.slice(at, next.start));
      this.#record(next.record, text.slice(next.start, next.end));
      found += 1;
      at = next.end;
    }
    if (found > 1 && at >= text.length) this.#warn("joined-records", `${found} records`);
    if (at >= text.length) return;
    const rest = text.slice(at);
    const torn = last && rest.trimStart().startsWith("{");
    this.#warn(torn ? "torn-tail" : "malformed-line");
    this.#damage(torn ? "torn" : "corrupt", rest);
  }

  /** The next whole record behind a torn one. It counts only with its top-level fields and its session. */
  #spliced(text: string, from: number): { record: JsonObject; start: number; end: number } | undefined {
    let start = from - 1;
    for (let tries = 0; tries < SPLICE_TRIES_MAX; tries += 1) {
      start = text.indexOf('{"', start + 1);
      if (start < 0) return undefined;
      const whole = wholeAt(text, start);
      if (whole !== undefined && this.#belongs(whole.record)) return { ...whole, start };
    }
    return undefined;
  }

  #belongs(record: JsonObject): boolean {
    const { format, session } = this.#context;
    const named = asString(record["sessionId"]);
    return format.isWhole(record) && (session === undefined || named === undefined || named === session);
  }

  #record(value: JsonObject, raw: string): void {
    this.items.push({ kind: "record", entry: { value, raw, at: this.#at } });
  }

  #damage(what: Damage["what"], remains: string): void {
    const bookkeeping = remains !== "" && this.#context.format.isBookkeeping(readPartial(remains));
    this.items.push({ kind: "damage", damage: { kind: "damage", at: this.#at, what, bookkeeping } });
  }

  #warn(code: WarningCode, detail?: string): void {
    const { offset, line } = this.#at;
    this.warnings.push({ code, offset, ...(line === undefined ? {} : { line }), ...(detail === undefined ? {} : { detail }) });
  }
}

function wholeAt(text: string, start: number): { record: JsonObject; end: number } | undefined {
  if (text.charAt(start) !== "{") return undefined;
  const end = bracketEnd(text, start);
  const record = end === undefined ? undefined : parseRecord(text.slice(start, end));
  return record === undefined || end === undefined ? undefined : { record, end };
}

/** The JSON object that the text is; undefined for anything else. */
export function parseRecord(text: string): JsonObject | undefined {
  // A parser that throws takes as long as one that parses a page: do not ask it about plain prose.
  if (!OBJECT_START.test(text)) return undefined;
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}
const OBJECT_START = /^\s*\{/;
