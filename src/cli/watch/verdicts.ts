/** The verdict that each transcript had when it was last looked at. A change is another verdict, not more bytes. */

import type { Judgement } from "../../transcripts/index.ts";
import { keyOfPath } from "../file-path.ts";
import type { FilePath } from "../file-path.ts";
import type { Change } from "./change.ts";

/** Transcripts whose verdicts are remembered; of more, those unchanged for longest are forgotten. */
const REMEMBERED_MAX = 100_000;

/** What is remembered of a verdict. */
export type Seen = Pick<Judgement, "kind" | "reason"> & {
  /** Where the deciding record stands: another answer is another verdict. */
  readonly offset: number | undefined;
};

/** Remembers verdicts by path. */
export class Verdicts {
  readonly #judge: (path: FilePath) => Judgement;
  readonly #seen = new Map<string, Seen>();

  constructor(judge: (path: FilePath) => Judgement) {
    this.#judge = judge;
  }

  get size(): number {
    return this.#seen.size;
  }

  /** Judges a transcript as it is now, and remembers it without a word. */
  learn(path: FilePath): void {
    this.#remember(keyOfPath(path), seenOf(this.#judge(path)));
  }

  /**
   * Judges a transcript that changed.
   *
   * @param now Unix ms
   * @returns what changed; undefined where the verdict is the one that it was
   */
  look(path: FilePath, now: number): Change | undefined {
    const key = keyOfPath(path);
    const was = this.#seen.get(key);
    const judgement = this.#judge(path);
    const is = seenOf(judgement);
    this.#remember(key, is);
    if (was !== undefined && isSame(was, is)) return undefined;
    return { path, at: now, was, judgement };
  }

  #remember(key: string, seen: Seen): void {
    this.#seen.delete(key);
    this.#seen.set(key, seen);
    if (this.#seen.size <= REMEMBERED_MAX) return;
    const [oldest] = this.#seen.keys();
    if (oldest !== undefined) this.#seen.delete(oldest);
  }
}

function seenOf({ kind, reason, at }: Judgement): Seen {
  // A turn that goes on moves what decides with every record: only an answer is a new one by its place.
  return { kind, reason, offset: kind === "terminal" ? at.offset : undefined };
}

function isSame(one: Seen, other: Seen): boolean {
  return one.kind === other.kind && one.reason === other.reason && one.offset === other.offset;
}
