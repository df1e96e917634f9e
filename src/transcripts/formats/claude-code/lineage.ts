/**
 * How rows hang together. Rows may be replayed, may hang on a row that stands later or was never written (formats.md,
 * "File order is not causal order"). A row that comes late is read where it stands, and what hangs on it is said
 * again behind it. Pure but for what it remembers, which is bounded.
 */

import type { Event, Position } from "../../event.ts";
import type { Notice } from "../../format.ts";
import { asString } from "../../json.ts";
import type { JsonObject } from "../../json.ts";
import type { Warning } from "../../verdict-types.ts";
import { RecentRows } from "./recent.ts";
import { SeenRows, fingerprintOf } from "./seen.ts";

/** Rows remembered that were named as a parent and did not come yet. */
const AWAITED_MAX = 1_000;

/** What a row's place among the others is. */
export interface Kinship {
  /** The same row was seen before: it says nothing new. */
  readonly replay: boolean;
  /** What rows that were read before said, and that belongs behind this row. Not empty: it comes late. */
  readonly behind: readonly Event[];
  readonly notices: readonly Notice[];
}

const ALONE: Kinship = { replay: false, behind: [], notices: [] };

/** The rows of one file. */
export class Lineage {
  readonly #seen = new SeenRows();
  readonly #recent = new RecentRows();
  /** Parents that did not come yet, with a warning for each row that hangs on them. */
  readonly #awaited = new Map<string, Warning[]>();
  /** Ids of the file's first rows, in a reading from the tail. */
  readonly #head: ReadonlySet<string> | undefined;
  /** The parent of the first row: in another file, on a resume; before the suffix, in a reading from the tail. */
  #firstParent: string | undefined;
  #first = true;
  #disordered = false;
  #lastWordFirst = false;

  /** @param head the file's first records, where the reading begins behind them; else none */
  constructor(head: readonly JsonObject[]) {
    const ids = head.map((row) => asString(row["uuid"])).filter((uuid) => uuid !== undefined);
    this.#head = head.length === 0 ? undefined : new Set(ids);
  }

  /** True before the first row of the chain. */
  get empty(): boolean {
    return this.#first;
  }

  /** Rows that hang on nothing, as far as was read. */
  get warnings(): readonly Warning[] {
    return [...this.#awaited.values()].flat();
  }

  /**
   * In a reading from the tail: true while only rows before the suffix can tell whether a row in it is a replay, or
   * what hangs on it. Of the suffix's first row that is never known, so it must not be the last word, nor stand in the
   * wrong order.
   */
  get unsettled(): boolean {
    if (this.#head === undefined) return false;
    return this.#disordered || this.#lastWordFirst || this.#awaited.size > 0;
  }

  /** Takes the next row in. */
  add(row: JsonObject, at: Position): Kinship {
    const uuid = asString(row["uuid"]);
    if (uuid === undefined) return ALONE;
    const fingerprint = fingerprintOf(row["message"] ?? row["attachment"] ?? "");
    const known = this.#seen.get(uuid);
    const notices: readonly Notice[] = known === undefined ? [] : [{ code: "duplicate-uuid", detail: uuid }];
    if (known === fingerprint) return { replay: true, behind: [], notices };
    this.#seen.set(uuid, fingerprint);
    if (uuid === this.#firstParent) this.#disordered = true;
    const late = this.#awaited.delete(uuid) || uuid === this.#firstParent;
    this.#hang(row, uuid, at);
    return { replay: false, behind: late ? this.#recent.hangingOn(uuid, parentOf(row)) : [], notices };
  }

  /** Remembers what a row said that was taken in. */
  keep(row: JsonObject, events: readonly Event[]): void {
    const uuid = asString(row["uuid"]);
    if (uuid === undefined) return;
    const parent = parentOf(row);
    this.#recent.add(uuid, parent, events);
    if (events.some(isWord)) this.#lastWordFirst = parent !== undefined && !this.#seen.has(parent);
  }

  #hang(row: JsonObject, uuid: string, at: Position): void {
    const first = this.#first;
    this.#first = false;
    const parent = parentOf(row);
    // What stands before the suffix is known of the head alone.
    if (this.#head?.has(uuid) === true) this.#disordered = true;
    if (parent === undefined) {
      // A file's first row hangs on nothing. Behind it, rows out of view may belong behind this one, or be it.
      this.#disordered = true;
      return;
    }
    if (this.#seen.has(parent) && parent !== uuid) return;
    if (first) {
      this.#firstParent = parent;
      return;
    }
    const warnings = this.#awaited.get(parent) ?? [];
    // A recap's boundary names what it stands for; and what was forgotten is not missing.
    const missing = asString(row["parentUuid"]) !== undefined && !this.#seen.forgets;
    this.#await(parent, missing ? [...warnings, dangling(parent, at)] : warnings);
  }

  #await(parent: string, warnings: Warning[]): void {
    this.#awaited.set(parent, warnings);
    if (this.#awaited.size <= AWAITED_MAX) return;
    const [oldest] = this.#awaited.keys();
    if (oldest !== undefined) this.#awaited.delete(oldest);
  }
}

/** The row it hangs on; of a recap's boundary, which hangs on nothing, the row that it logically follows. */
function parentOf(row: JsonObject): string | undefined {
  return asString(row["parentUuid"]) ?? asString(row["logicalParentUuid"]);
}

function isWord({ kind }: Event): boolean {
  switch (kind) {
    case "session":
    case "disowned":
    case "bookkeeping":
    case "unknown":
    case "queue":
      return false;
    default:
      return true;
  }
}

function dangling(parent: string, { offset, line }: Position): Warning {
  return { code: "dangling-parent", offset, ...(line === undefined ? {} : { line }), detail: parent };
}
