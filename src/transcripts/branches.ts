/** The states behind the records of a tree file, to go back to when a record hangs on an earlier one. */

import { BRANCH_STATES_MAX, BRANCH_BYTES_MAX } from "./limits.ts";
import type { State } from "./verdict.ts";

/** Remembers states by the id of their record: the newest ones, by number and by what they hold on to. */
export class BranchStates {
  readonly #states = new Map<string, State>();
  #bytes = 0;
  /** True once a state was dropped: then an id that is not known may have been. */
  forgets = false;

  get empty(): boolean {
    return this.#states.size === 0;
  }

  has(id: string): boolean {
    return this.#states.has(id);
  }

  get(id: string): State | undefined {
    return this.#states.get(id);
  }

  /** Remembers the state behind the record of this id. */
  set(id: string, state: State): void {
    this.#delete(id);
    this.#states.set(id, state);
    this.#bytes += weightOf(state);
    while (this.#overflows) {
      const [oldest] = this.#states.keys();
      if (oldest === undefined) return;
      this.#delete(oldest);
      this.forgets = true;
    }
  }

  /** True where there is too much. The newest one stays, however much it holds. */
  get #overflows(): boolean {
    const { size } = this.#states;
    return size > 1 && (size > BRANCH_STATES_MAX || this.#bytes > BRANCH_BYTES_MAX);
  }

  #delete(id: string): void {
    const state = this.#states.get(id);
    if (state === undefined) return;
    this.#bytes -= weightOf(state);
    this.#states.delete(id);
  }
}

/** Neighbouring states share much, so this is more than what they take together, and never less. */
function weightOf({ turn, salvage, work }: State): number {
  const texts = [turn.message?.text, salvage?.text, turn.structured?.text];
  const chars = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
  const listed = turn.openCalls.length + turn.earlyResults.length + work.length + turn.texts.length;
  return chars + listed * LISTED_BYTES;
}

/** What one more item in a state's lists takes, about, bytes. */
const LISTED_BYTES = 16;
