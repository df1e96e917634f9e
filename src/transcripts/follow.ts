/**
 * Lines to a state: reads records out of lines, hands them to the format's reader, folds what it says, and goes
 * back along a tree's branches. The one place where the four meet.
 */

import { BranchStates } from "./branches.ts";
import type { Damage, Event } from "./event.ts";
import type { Entry, Format, Reader, Reading } from "./format.ts";
import { asTime } from "./json.ts";
import type { JsonObject } from "./json.ts";
import { WARNINGS_MAX } from "./limits.ts";
import type { Line } from "./lines.ts";
import { readLine } from "./record.ts";
import type { LineReading } from "./record.ts";
import { conclude, fork, initial, step } from "./verdict.ts";
import type { FoldOptions, State } from "./verdict.ts";
import type { Verdict, Warning, WarningCode } from "./verdict-types.ts";

/** Time may run back this far between two records before it counts as disorder, ms. */
const DISORDER_MS_MAX = 5_000;

const NONE: readonly Warning[] = [];

/** What a following starts from. */
export interface FollowStart {
  readonly format: Format;
  readonly options: FoldOptions;
  /** The file's first records, where the first line to come is not the file's first. */
  readonly head?: readonly JsonObject[];
  /** The session that the head names. */
  readonly session?: string | undefined;
}

/** Follows lines, in file order, to a verdict. */
export class Follower {
  readonly format: Format;
  readonly #reader: Reader;
  readonly #partial: boolean;
  readonly #branches = new BranchStates();
  readonly #warnings: Warning[] = [];
  #leaf: string | undefined;
  #latest: number | undefined;
  #disorder = false;
  /** True once a record without an id said something. */
  #nameless = false;
  state: State;

  constructor({ format, options, head, session }: FollowStart) {
    this.format = format;
    this.#reader = format.reader({ head: head ?? [] });
    this.#partial = head !== undefined;
    const start = initial(options, this.#partial);
    this.state = session === undefined ? start : { ...start, session };
    const times = (head ?? [])
      .map((record) => asTime(record["timestamp"]))
      .filter((time) => time !== undefined);
    if (times.length > 0) this.#latest = Math.max(...times);
  }

  /** True where the records are not simply one after the other: only a reading from the start can tell. */
  get disorder(): boolean {
    return this.#disorder || this.#reader.unsettled === true;
  }

  /** Reads one line, and says what it held. */
  line(line: Line): void {
    this.lineReading(readLine(line, { format: this.format, session: this.state.session }));
  }

  /** The same, for a line whose records were already read. */
  lineReading(reading: LineReading): void {
    for (const warning of reading.warnings) this.#warn(warning);
    for (const item of reading.items) {
      if (item.kind === "record") this.entry(item.entry);
      else this.#damage(item.damage, item.head);
    }
  }

  /** The verdict so far, with every warning in the order of the file. */
  verdict(): Verdict {
    const verdict = conclude(this.state);
    const open = this.#reader.warnings ?? NONE;
    if (this.#warnings.length === 0 && open.length === 0) return verdict;
    const warnings = [...this.#warnings, ...open, ...verdict.warnings].toSorted(
      (a, b) => a.offset - b.offset,
    );
    return { ...verdict, warnings: warnings.slice(0, WARNINGS_MAX) };
  }

  /** The same, for a record in hand. */
  entry(entry: Entry): void {
    const reading = this.#reader.read(entry);
    for (const { code, detail } of reading.notices ?? []) this.#notice(entry, code, detail);
    if (reading.aside === true) {
      this.#disorder = true;
      return;
    }
    this.#goTo(entry, reading);
    if (reading.id === undefined) this.#nameless ||= reading.events.some(isWord);
    for (const event of reading.events) this.#event(event);
    if (reading.id !== undefined) this.#keep(reading.id);
  }

  #damage(damage: Damage, head: string | undefined): void {
    const events = this.#reader.damaged?.(damage, head) ?? [];
    for (const event of [...events, damage]) this.state = step(this.state, event);
  }

  #event(event: Event): void {
    const time = event.at.timestamp;
    if (time !== undefined) {
      if (this.#latest !== undefined && time < this.#latest - DISORDER_MS_MAX) this.#disorder = true;
      this.#latest = Math.max(this.#latest ?? time, time);
    }
    this.state = step(this.state, event);
  }

  /** Back to the parent's state, where the record does not hang on the record before it. */
  #goTo(entry: Entry, { id, parentId }: Reading): void {
    if (id !== undefined && this.#branches.has(id)) this.#notice(entry, "duplicate-id", id);
    if (parentId === undefined || parentId === (this.#leaf ?? "")) return;
    // The first entry of a suffix hangs on one out of view; one that has words before it leaves them behind.
    if (this.#leaf === undefined && this.#partial && !this.#nameless) return;
    this.#disorder = true;
    const ancestor = this.#branches.get(parentId);
    if (ancestor === undefined) this.#notice(entry, "dangling-parent", parentId);
    // An unknown parent means the record before; one that was forgotten means a branch of which nothing is known.
    if (ancestor === undefined && !this.#branches.forgets) return;
    this.state = fork(ancestor ?? this.#root(), this.state);
  }

  #keep(id: string): void {
    if (this.#branches.empty) this.#branches.set("", this.#root());
    this.#leaf = id;
    this.#branches.set(id, this.state);
  }

  /** The state before the first record that has an id. */
  #root(): State {
    const root = initial(this.state.options, this.#partial);
    return this.state.session === undefined ? root : { ...root, session: this.state.session };
  }

  #notice(entry: Entry, code: WarningCode, detail: string | undefined): void {
    this.#disorder = true;
    const { offset, line } = entry.at;
    this.#warn({
      code,
      offset,
      ...(line === undefined ? {} : { line }),
      ...(detail === undefined ? {} : { detail }),
    });
  }

  #warn(warning: Warning): void {
    if (this.#warnings.length < WARNINGS_MAX) this.#warnings.push(warning);
  }
}

function isWord({ kind }: Event): boolean {
  return kind !== "bookkeeping" && kind !== "session" && kind !== "unknown";
}
