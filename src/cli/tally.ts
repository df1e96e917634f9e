/** Counts of one run of `check`: for its last line, and for its exit code. Pure. */

import type { Judgement, Kind } from "../transcripts/index.ts";
import { isUnread } from "./phrases.ts";
import { formatCount } from "./sizes.ts";

const KINDS = ["terminal", "parked", "unfinished", "indeterminate"] as const satisfies readonly Kind[];

/** What was judged so far. */
export class Tally {
  readonly #kinds = new Map<Kind, number>();
  #judged = 0;
  #unread = 0;
  #leftOut = 0;
  #nothing = 0;

  count(judgement: Judgement): void {
    if (isUnread(judgement)) {
      this.#unread += 1;
      return;
    }
    this.#judged += 1;
    this.#kinds.set(judgement.kind, (this.#kinds.get(judgement.kind) ?? 0) + 1);
  }

  /** A retired copy was passed over. */
  leaveOut(): void {
    this.#leftOut += 1;
  }

  /** A folder or a pattern gave nothing. */
  missNothing(): void {
    this.#nothing += 1;
  }

  /** True where something could not be read, or an argument named nothing. */
  get hasTrouble(): boolean {
    return this.#unread > 0 || this.#nothing > 0;
  }

  get allTerminal(): boolean {
    return this.#judged === (this.#kinds.get("terminal") ?? 0);
  }

  /** The counts in a line; undefined where a single row says it all. */
  summary(): string | undefined {
    const rows = this.#judged + this.#unread;
    if (rows === 0 || (rows === 1 && this.#leftOut === 0)) return undefined;
    const kinds = KINDS.filter((kind) => this.#kinds.has(kind)).map(
      (kind) => `${formatCount(this.#kinds.get(kind) ?? 0)} ${kind}`,
    );
    const parts = [...kinds, ...(this.#unread > 0 ? [`${formatCount(this.#unread)} not read`] : [])];
    const counts = `${formatCount(rows)} ${rows === 1 ? "path" : "paths"}: ${parts.join(", ")}.`;
    const leftOut =
      this.#leftOut === 0 ? "" : ` ${formatCount(this.#leftOut)} retired left out (--all takes them).`;
    const why = this.allTerminal ? "" : " Why: lastword explain PATH";
    return counts + leftOut + why;
  }
}
