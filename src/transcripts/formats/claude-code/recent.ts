/** The last rows, with what each hangs on and what it said: a row that comes late belongs before some of them. Pure. */

import type { Event } from "../../event.ts";

/** Rows remembered. Rows that were written in the wrong order stand side by side, or nearly so. */
const ROWS_MAX = 32;

interface RecentRow {
  readonly uuid: string;
  readonly parent: string | undefined;
  /** What it said about the conversation; nothing for bookkeeping, which may be a link in the chain all the same. */
  readonly events: readonly Event[];
}

/** Remembers the last rows. */
export class RecentRows {
  #rows: RecentRow[] = [];

  add(uuid: string, parent: string | undefined, events: readonly Event[]): void {
    this.#rows.push({ uuid, parent, events: events.filter(isSaid) });
    if (this.#rows.length > 2 * ROWS_MAX) this.#rows = this.#rows.slice(-ROWS_MAX);
  }

  /**
   * What the rows said that hang on this one, through whatever chain: each behind the one it hangs on. Nothing, where
   * the row itself hangs on one of them: then neither comes first.
   */
  hangingOn(uuid: string, parent: string | undefined): readonly Event[] {
    const rows = this.#rows.slice(-ROWS_MAX);
    const events: Event[] = [];
    const met = new Set([uuid]);
    for (const id of met) {
      for (const row of rows) {
        if (row.parent !== id || met.has(row.uuid)) continue;
        met.add(row.uuid);
        events.push(...row.events.flatMap(saidAgain));
      }
    }
    return parent !== undefined && met.has(parent) ? [] : events;
  }
}

function isSaid({ kind }: Event): boolean {
  return kind !== "session" && kind !== "bookkeeping" && kind !== "unknown" && kind !== "queue";
}

/** Work is not launched twice. */
function saidAgain(event: Event): readonly Event[] {
  if (event.kind !== "launched") return [event];
  return [...event.ids.map((id): Event => ({ kind: "finished", at: event.at, id })), event];
}
