/**
 * What a format is: how to know it, and how its records become events. One file a format (formats/), one
 * line in the list (formats/index.ts).
 */

import type { Damage, Event, Position } from "./event.ts";
import type { JsonObject } from "./json.ts";
import type { Warning, WarningCode } from "./verdict-types.ts";

/** A format that can prove an end. pi writes `openclaw`. */
export type FormatName = "openclaw" | "claude-code" | "codex";

/** One whole record with its place. */
export interface Entry {
  readonly value: JsonObject;
  /** The line's place; the reader adds `entryId` and `timestamp` to the positions of its events. */
  readonly at: Position;
  /** The record's text as it stood in the file, for searching ids in it. */
  readonly raw: string;
}

/** What a reader tells besides events. */
export interface Notice {
  readonly code: WarningCode;
  readonly detail?: string;
}

/** What one record meant. */
export interface Reading {
  readonly events: readonly Event[];
  readonly notices?: readonly Notice[];
  /**
   * For tree files: the id of this record, and of the record it hangs on where that is not the record
   * before it. The judge keeps the states and goes back to the parent's.
   */
  readonly id?: string;
  readonly parentId?: string;
  /** True for a record that does not move the leaf (a side entry, a replay). */
  readonly aside?: boolean;
}

/** Records in file order to events. Stateful; its memory is bounded whatever the file's size. */
export interface Reader {
  read(entry: Entry): Reading;
  /**
   * Called where a damaged piece lies between the records: whatever it was, the reader did not see it. Of a line
   * over the limit it gets the head, and may say what is certain of it all the same: it is whole, only not read.
   */
  damaged?(damage: Damage, head: string | undefined): readonly Event[];
  /**
   * In a reading from the tail: true while what was read so far cannot be understood without the records before
   * it (whose turn it is, where a message begins). Then the suffix grows.
   */
  readonly unsettled?: boolean;
  /** What is odd as far as was read, and a later record may explain (a record that hangs on one still to come). */
  readonly warnings?: readonly Warning[];
}

export interface ReaderOptions {
  /**
   * The first records of the file, where the reading starts behind them (a reading from the tail): what a
   * reader learns from a header or from the first conversation row. Empty when reading from the start.
   */
  readonly head: readonly JsonObject[];
}

/**
 * What a reading from the tail searches for in the part that it does not parse. A token is the text of a whole
 * JSON string, without its quotes: in JSON a quoted word cannot stand inside another string.
 */
export interface TailHints {
  /** Tokens of records that may end a turn with an answer. Without one there is no earlier answer. */
  readonly finals: readonly string[];
  /**
   * Tokens of records that launch, report or end background work, park the run, or answer in a structure. A
   * hit before the parsed suffix sends the file to the forward reading.
   */
  readonly work: readonly string[];
  /** The same as plain substrings, where the format has no token for it. */
  readonly workText?: readonly string[];
  /** Values of a `type` key that stand for a tool call; the call's id follows under one of `callIdKeys`. */
  readonly calls: readonly string[];
  readonly callIdKeys: readonly string[];
  /** Values of a `type` key that stand for a result; the call's id follows under one of `callIdKeys`. */
  readonly results?: readonly string[];
  /** For tree files: the key under which an entry names the entry it hangs on. */
  readonly parentKey?: string;
  /** Records may stand before the one that they hang on: the last word's id is looked for near it, always. */
  readonly anyOrder?: true;
  /** Keys whose value is always the id of a call that has its result here. */
  readonly resultIdKeys?: readonly string[];
}

export interface Format<Name extends string = FormatName> {
  readonly name: Name;
  /** True if this record, among the first of a file, can only belong to this format. */
  detect(record: JsonObject): boolean;
  /** True if the record has the top-level fields that the format's writer gives every record. */
  isWhole(record: JsonObject): boolean;
  /**
   * True if a record of which only the fields in `head` could be read whole (a torn or oversized line) had
   * no effect on a verdict.
   */
  isBookkeeping(head: JsonObject): boolean;
  reader(options: ReaderOptions): Reader;
  /** True if the first records hold all that `ReaderOptions.head` is needed for. Without it they always do. */
  headSuffices?(records: readonly JsonObject[]): boolean;
  /** The session that the first records name. */
  sessionIn(records: readonly JsonObject[]): string | undefined;
  readonly tail: TailHints;
}
