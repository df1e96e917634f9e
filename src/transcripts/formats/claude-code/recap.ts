/**
 * Recaps: the machine's summary takes the place of the history. A boundary row says who asked for it, the summary
 * stands behind it. Where a person did, an answer before it stands (formats.md, "isCompactSummary"). Pure but for the
 * last boundary.
 */

import type { Event, Position } from "../../event.ts";
import { asObject } from "../../json.ts";
import type { JsonObject } from "../../json.ts";

/** The recaps of one file. */
export class Recaps {
  #byHand: boolean | undefined;
  #guesses = false;

  /** In a reading from the tail: true while the boundary of the last recap may stand before the suffix. */
  get guesses(): boolean {
    return this.#guesses;
  }

  /** A word of the conversation came: it counts whoever asked for the recap before it. */
  passWord(): void {
    this.#guesses = false;
  }

  /** Takes a `compact_boundary` in. */
  boundary(row: JsonObject, at: Position): Event {
    this.#byHand = asObject(row["compactMetadata"])?.["trigger"] === "manual";
    this.#guesses = false;
    return { kind: "compaction", at, blocking: !this.#byHand };
  }

  /** Takes an `isCompactSummary` in. */
  summary(at: Position): Event {
    const blocking = this.#byHand !== true;
    this.#guesses = this.#byHand === undefined;
    this.#byHand = undefined;
    return { kind: "compaction", at, blocking };
  }
}
