/**
 * The verdict from the end of a file. A suffix of lines is parsed and folded, and grows until the fold has all
 * it needs; the rest is searched at the byte level for what could change the verdict. Where that finds something,
 * or anything is out of order, this gives up and says so: then the reading from the start decides.
 */

import type { Asking } from "./ask.ts";
import { Follower } from "./follow.ts";
import type { Format } from "./format.ts";
import { asString, asTime } from "./json.ts";
import type { JsonObject } from "./json.ts";
import { SEARCH_BLOCK_BYTES } from "./limits.ts";
import type { Limits } from "./limits.ts";
import { outcomeOf } from "./outcome.ts";
import type { Outcome } from "./outcome.ts";
import { PastSearch } from "./past.ts";
import { readLine } from "./record.ts";
import type { LineReading } from "./record.ts";
import { FileTail } from "./tail.ts";
import { isOfRun, needsOf, windowFrom } from "./verdict.ts";
import type { FoldOptions, Need, State } from "./verdict.ts";

/** Lines parsed at first: the answer, the tool result before it, and the message that asked for it. */
const FIRST_LINES = 3;

/** A file whose format is known, and what its first records are. */
export interface TailFile {
  readonly size: number;
  readonly format: Format;
  readonly options: FoldOptions;
  readonly limits: Limits;
  readonly head: readonly JsonObject[];
  readonly session: string | undefined;
}

/** The outcome, or undefined where only a reading from the start can tell. */
export function* judgeTail(file: TailFile): Asking<Outcome | undefined> {
  return yield* new TailJudge(file).judge();
}

class TailJudge {
  readonly #file: TailFile;
  readonly #tail: FileTail;
  readonly #readings: LineReading[] = [];
  /** Every line that starts at or behind this offset is in the suffix because the window asked for it. */
  #windowFrom = Infinity;

  constructor(file: TailFile) {
    this.#file = file;
    this.#tail = new FileTail(file.size, file.limits);
  }

  *judge(): Asking<Outcome | undefined> {
    // A long line before the last ones is read only where these do not tell.
    if (!(yield* this.#tail.takeInHand(FIRST_LINES))) return undefined;
    for (;;) {
      for (;;) {
        const follower = this.#follow();
        // Which session's records these are is known of the head alone, and may change behind it.
        if (this.#readings.some(({ bySession }) => bySession)) return undefined;
        const verdict = follower.verdict();
        if (this.#tail.complete) return outcomeOf(follower, verdict);
        const needs = needsOf(follower.state, verdict);
        if (follower.disorder || needs.has("turn") || needs.has("salvage")) break;
        if (needs.has("opening") && !this.#startsInRun()) break;
        const settled = yield* this.#settle(needs, follower.state);
        if (settled === "yes") return outcomeOf(follower, verdict);
        if (settled === "forward") return undefined;
      }
      const { length } = this.#tail.lines;
      if (!(yield* this.#tail.take(length < FIRST_LINES ? FIRST_LINES : length * 2))) return undefined;
    }
  }

  #follow(): Follower {
    const { format, options, head, session } = this.#file;
    const start = { format, options, session };
    const follower = new Follower(this.#tail.complete ? { format, options } : { ...start, head });
    const { lines } = this.#tail;
    for (const line of lines.slice(this.#readings.length)) {
      this.#readings.push(readLine(line, { format, session }));
    }
    for (const reading of this.#readings.toReversed()) follower.lineReading(reading);
    return follower;
  }

  /** True where the first records of the file are of this run, so that every later input is, too. */
  #startsInRun(): boolean {
    const { head, format, options } = this.#file;
    const times = head.map((record) => asTime(record["timestamp"])).filter((time) => time !== undefined);
    // A header is written when the file is made; copied history behind it may be older.
    if (times.length < 2 || !times.every((time) => isOfRun(options, time))) return false;
    const reader = format.reader({ head: [] });
    const events = head.flatMap((value) => reader.read({ value, raw: "", at: { offset: 0 } }).events);
    // An input without a time is of no run, whenever the records beside it were written.
    return events.every(({ kind, at }) => kind !== "input" || isOfRun(options, at.timestamp));
  }

  /** Looks for what the fold needs to know of the part that is not parsed. */
  *#settle(needs: ReadonlySet<Need>, state: State): Asking<"yes" | "again" | "forward"> {
    const { options, format } = this.#file;
    const named = format.tail.anyOrder === true && this.#lastEntry(state) !== undefined;
    if (!needs.has("window") && !needs.has("past") && !named) return "yes";
    const last = state.turn.last.kind === "none" ? this.#tail.start : state.turn.last.at.offset;
    const from = windowFrom(options, last);
    let searched = this.#tail.start;
    if (this.#tail.start > from && from < this.#windowFrom) {
      const region = yield* this.#tail.between(from);
      if (region === undefined) return "forward";
      if (region.byteLength > 0 && this.#search(needs, state).finds(region)) {
        this.#windowFrom = from;
        return (yield* this.#tail.takeFrom(from)) ? "again" : "forward";
      }
      searched -= region.byteLength;
    }
    if (!needs.has("past") || options.descendantsKnown === true) return "yes";
    return (yield* this.#searchBefore(searched)) ? "forward" : "yes";
  }

  /** A search of the window, for what the fold over the suffix still needs. */
  #search(needs: ReadonlySet<Need>, state: State): PastSearch {
    const { turn } = state;
    return new PastSearch({
      format: this.#file.format,
      finals: needs.has("window"),
      work: needs.has("past"),
      calls: true,
      answered: turn.earlyResults.map((result) => result.id ?? ""),
      names: turn.openCalls.map((call) => call.id ?? ""),
      entry: this.#lastEntry(state),
      parent: this.#parent(),
    });
  }

  #lastEntry({ turn: { last } }: State): string | undefined {
    return last.kind === "none" ? undefined : last.at.entryId;
  }

  /** The entry that the suffix hangs on. */
  #parent(): string | undefined {
    const key = this.#file.format.tail.parentKey;
    if (key === undefined) return undefined;
    const earliest = this.#readings.findLast(({ items }) => items.some((item) => item.kind === "record"));
    const first = earliest?.items.find((item) => item.kind === "record");
    return first === undefined ? undefined : asString(first.entry.value[key]);
  }

  /** Searches everything before `from` for work of the run, last block first. */
  *#searchBefore(from: number): Asking<boolean> {
    const { format } = this.#file;
    const question = {
      format,
      finals: false,
      work: true,
      calls: false,
      answered: [],
      names: [],
      entry: undefined,
      parent: undefined,
    };
    const search = new PastSearch(question);
    for (let end = from; end > 0;) {
      const offset = Math.max(end - SEARCH_BLOCK_BYTES, 0);
      // No word is paired with another here, so a block may begin and end inside a line, as long as no word is cut.
      const behind = Math.min(end + search.wordBytesMax - 1, from);
      const block = yield { offset, length: behind - offset, scratch: true };
      if (search.finds(block)) return true;
      end = offset;
    }
    return false;
  }
}
