/** Lines to what is told of them to a person, and which of them are kept. Pure. */

import type { Damage, Event, Position } from "./event.ts";
import type { Format, Reader } from "./format.ts";
import { asTime } from "./json.ts";
import type { JsonObject } from "./json.ts";
import type { Line } from "./lines.ts";
import { labelOf, previewOf } from "./preview.ts";
import { readLine } from "./record.ts";

/** Lines listed before an included one that stands apart from the rest. */
export const CONTEXT_LINES = 3;

/** One record: what its type is, what the judge saw in it, and how its text begins. */
export interface OutlineRecord {
  /** The record's own names for what it is: `message/assistant`. */
  readonly label: string;
  readonly events: readonly Event[];
  /** Untrusted text; at most 2,000 characters. */
  readonly text: string;
}

/** One physical line of a transcript: where it stands, what is in it, and what of it is damaged. */
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

/** Lines in file order to what is told of them. */
export class Outliner {
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

/** Of lines in file order the last ones, and one more with the few before it, wherever it stands. */
export class KeptLines {
  readonly #count: number;
  readonly #include: number | undefined;
  readonly #last: OutlineLine[] = [];
  #apart: readonly OutlineLine[] = [];
  #dropped = 0;

  constructor(count: number, include: number | undefined) {
    this.#count = count;
    this.#include = include;
  }

  add(line: OutlineLine): void {
    this.#last.push(line);
    if (line.at.offset === this.#include) this.#apart = this.#last.slice(-CONTEXT_LINES - 1);
    if (this.#last.length <= Math.max(this.#count, CONTEXT_LINES + 1)) return;
    this.#last.shift();
    this.#dropped += 1;
  }

  /** True where no line was left out. */
  get complete(): boolean {
    return this.#dropped === 0 && this.#last.length <= this.#count;
  }

  /** The included line and those before it, where they stand before the last ones; then the last ones. */
  lines(): readonly OutlineLine[] {
    const last = this.#last.slice(-this.#count);
    const start = last[0]?.at.offset ?? 0;
    const isApart = (this.#apart.at(-1)?.at.offset ?? start) < start;
    return isApart ? [...this.#apart, ...last] : last;
  }
}
