/** What a verdict looks like. Types alone: the predicate that makes one is verdict.ts. */

import type { Position } from "./event.ts";
import type { IndeterminateReason, ParkedReason, TerminalReason, UnfinishedReason } from "./reasons.ts";

/** What was skipped or odd on the way to the verdict. */
export type WarningCode =
  | "bom"
  | "nul-block"
  | "nul-tail"
  | "joined-records"
  | "spliced-line"
  | "malformed-line"
  | "torn-tail"
  | "dangling-parent"
  | "duplicate-uuid"
  | "duplicate-id"
  | "oversized-line"
  | "unknown-record";

/** A warning with its place: byte offset of the physical line, and the line's number where it is known. */
export interface Warning {
  readonly code: WarningCode;
  readonly offset: number;
  readonly line?: number;
  /** What exactly: a type, an id, a length. Untrusted text. */
  readonly detail?: string;
}

/** Text that might be of use though it proves nothing, and where it stands. */
export interface Salvage {
  readonly text: string;
  readonly at: Position;
}

interface Common {
  readonly warnings: readonly Warning[];
}

/** The child's last word, proved. */
export interface Terminal extends Common {
  readonly kind: "terminal";
  readonly reason: TerminalReason;
  readonly text: string;
  readonly at: Position;
  /** Set where the stop was not recorded and the caller accepted that (`acceptUnrecordedStop`). */
  readonly unrecordedStop?: true;
}

/** Alive by intent: the child waits for something. */
export interface Parked extends Common {
  readonly kind: "parked";
  readonly reason: ParkedReason;
  /** The yield, or the launch of the work that is open. */
  readonly at: Position;
  /** Names of the open background work; empty for a yield. */
  readonly on: readonly string[];
  readonly salvage?: Salvage;
}

/** The child did not finish, proved. */
export interface Unfinished extends Common {
  readonly kind: "unfinished";
  readonly reason: UnfinishedReason;
  /** The record that decided; absent where there is no record at all. */
  readonly at?: Position;
  readonly salvage?: Salvage;
}

/** This record can prove neither. */
export interface Indeterminate extends Common {
  readonly kind: "indeterminate";
  readonly reason: IndeterminateReason;
  readonly at?: Position;
  readonly salvage?: Salvage;
  /** What was found instead: the name of a known foreign format, or the error of a failed read. */
  readonly detail?: string;
  /** Set where the read failed for now: the same one may succeed a moment later. */
  readonly transient?: true;
}

/** What became of one run, as far as its transcript proves it. */
export type Verdict = Terminal | Parked | Unfinished | Indeterminate;
