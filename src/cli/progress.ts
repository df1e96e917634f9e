/** A bar on a terminal's last line, for work that takes a while. Anywhere else nothing is written. */

import process from "node:process";
import type { Output } from "./output.ts";
import { cutEnd } from "./width.ts";

/** So many items are passed on before the other work of the process has its turn. */
const ITEMS_A_TURN = 64;
const BAR_COLUMNS = 24;
/** Drawn at most this often, ms: a terminal must not be what the work waits for. */
const DRAW_EVERY_MS = 100;
/** Work that is over sooner gets no bar, ms. */
const SHOWN_AFTER_MS = 300;
/** Back to the start of the line, and away with what is on it. */
const CLEAR_LINE = "\r\u001b[K";

/** What of the process a bar needs: to go from the terminal before an interruption ends the process. */
export interface Interrupts {
  readonly pid: number;
  listenerCount(name: "SIGINT"): number;
  on(name: "SIGINT", listener: () => void): unknown;
  removeListener(name: "SIGINT", listener: () => void): unknown;
  kill(pid: number, name: "SIGINT"): unknown;
}

/** How far something is. */
export class Progress {
  readonly #output: Output;
  readonly #now: () => number;
  readonly #what: string;
  readonly #interrupts: Interrupts;
  #drawAt: number;
  /** What stands on the line; nothing while it is clear. */
  #drawn = "";

  /**
   * @param output where the bar goes: standard error, as a rule
   * @param what what is counted, in a word or two; no untrusted text
   * @param now Unix ms
   * @param interrupts the process
   */
  constructor(output: Output, what: string, now: () => number, interrupts: Interrupts = process) {
    this.#output = output;
    this.#what = what;
    this.#now = now;
    this.#interrupts = interrupts;
    this.#drawAt = now() + SHOWN_AFTER_MS;
  }

  /** Draws the bar, if it is time to. `total` may be unknown. */
  show(done: number, total?: number): void {
    if (!this.#output.isTerminal || this.#now() < this.#drawAt) return;
    this.#drawAt = this.#now() + DRAW_EVERY_MS;
    const count = total === undefined ? `${done}` : `${bar(done, total)} ${done} of ${total}`;
    // A command that takes the signal itself ends in its own time, and clears the bar then.
    if (this.#interrupts.listenerCount("SIGINT") === 0) this.#interrupts.on("SIGINT", this.#interrupted);
    // One column less: a full line would wrap, and the next bar would not cover it.
    this.#drawn = cutEnd(`${count} ${this.#what}`, (this.#output.columns ?? 80) - 1);
    this.#output.writeNow(CLEAR_LINE + this.#drawn);
  }

  /** Lets lines be written where the bar stands, and draws it again below them. */
  above(write: () => void): void {
    if (this.#drawn !== "") this.#output.writeNow(CLEAR_LINE);
    write();
    if (this.#drawn !== "") this.#output.writeNow(this.#drawn);
  }

  /** Passes items on, with the bar, and with a turn for the other work of the process every so many. */
  async *over<T>(items: readonly T[]): AsyncGenerator<T, void, undefined> {
    for (const [index, item] of items.entries()) {
      yield item;
      if ((index + 1) % ITEMS_A_TURN > 0) continue;
      this.show(index + 1, items.length);
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    this.clear();
  }

  /** Takes the bar away: before anything else is written, and at the end. */
  clear(): void {
    if (this.#drawn === "") return;
    this.#output.writeNow(CLEAR_LINE);
    this.#drawn = "";
    this.#interrupts.removeListener("SIGINT", this.#interrupted);
  }

  /** The bar goes, and the signal does what it did without the bar. */
  readonly #interrupted = (): void => {
    this.clear();
    this.#interrupts.kill(this.#interrupts.pid, "SIGINT");
  };
}

function bar(done: number, total: number): string {
  const full = total > 0 ? Math.min(Math.floor((done / total) * BAR_COLUMNS), BAR_COLUMNS) : BAR_COLUMNS;
  return `[${"#".repeat(full)}${".".repeat(BAR_COLUMNS - full)}]`;
}
