/** What one run of `check` came to: for its last lines, and for its exit code. Pure. */

import type { Kind } from "../transcripts/index.ts";
import { escapePath, oneLine } from "./escape.ts";
import { explainCommand } from "./explain-command.ts";
import type { FilePath } from "./file-path.ts";
import type { Judged } from "./judged.ts";
import { STANDARD_INPUT } from "./paths.ts";
import { isUnread, lastTextOf } from "./phrases.ts";
import { formatCount } from "./sizes.ts";

const KINDS = ["terminal", "parked", "unfinished", "indeterminate"] as const satisfies readonly Kind[];

/** Of so many paths that could not be read the trouble is told at the end. */
const TROUBLES_TOLD_MAX = 10;

/** What was judged so far. */
export class Tally {
  readonly #kinds = new Map<Kind, number>();
  readonly #troubles: string[] = [];
  /** The first that is not terminal, and can be explained. */
  #questionable: FilePath | undefined;
  #judged = 0;
  #unread = 0;
  #leftOut = 0;
  #nothing = 0;
  #passed = 0;

  count({ path, judgement }: Judged): void {
    if (isUnread(judgement)) {
      this.#unread += 1;
      // A row on a terminal is too short for what stood in the way, and for what to do about it.
      const told = this.#troubles.length < TROUBLES_TOLD_MAX;
      if (told) this.#troubles.push(`lastword: ${escapePath(path)}: ${oneLine(lastTextOf(judgement))}`);
      return;
    }
    this.#judged += 1;
    if (judgement.kind !== "terminal" && path !== STANDARD_INPUT) this.#questionable ??= path;
    this.#kinds.set(judgement.kind, (this.#kinds.get(judgement.kind) ?? 0) + 1);
  }

  /** A retired copy was passed over. */
  leaveOut(): void {
    this.#leftOut += 1;
  }

  /** A transcript was judged, and is not what was asked for. */
  passOver(): void {
    this.#passed += 1;
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

  /** What could not be read, the counts, and what to do next; nothing where a single row says it all. */
  summary(): readonly string[] {
    const rows = this.#judged + this.#unread;
    const leftOut = `${formatCount(this.#leftOut)} retired ${this.#leftOut === 1 ? "copy" : "copies"} left out; --all takes them`;
    const untold = this.#unread - this.#troubles.length;
    return [
      ...this.#troubles,
      ...(untold > 0
        ? [`lastword: and ${formatCount(untold)} more that could not be read; see their rows`]
        : []),
      ...(rows > 1 ? [`${formatCount(rows)} transcripts: ${this.#counts().join(", ")}`] : []),
      ...(this.#passed > 0 ? [`${formatCount(this.#passed)} more were judged, and not asked for`] : []),
      ...(rows > 0 && this.#leftOut > 0 ? [leftOut] : []),
      ...(rows > 1 && this.#questionable !== undefined ? [`why: ${explainCommand(this.#questionable)}`] : []),
    ];
  }

  #counts(): readonly string[] {
    const kinds = KINDS.filter((kind) => this.#kinds.has(kind));
    const counts = kinds.map((kind) => `${formatCount(this.#kinds.get(kind) ?? 0)} ${kind}`);
    return this.#unread > 0 ? [...counts, `${formatCount(this.#unread)} not read`] : counts;
  }
}
