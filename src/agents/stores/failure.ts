/**
 * How a store can fail, as a closed union. What a store is *asked* and answers (a lost lease, a run that was
 * settled before) is no failure and never comes this way: those are values of the port.
 */

/** Why a store could not do its work. */
export type StoreFailure =
  | StoreFault
  /** The tables were made by a newer lastword than this one. Nothing was read, nothing was changed. */
  | {
      readonly code: "newer-schema";
      readonly found: number;
      readonly known: number;
      readonly detail: string;
      readonly cause?: unknown;
    };

/** A failure that is told by its code alone. */
export interface StoreFault {
  readonly code:
    /** Somebody else held the store for longer than the timeout. */
    | "busy"
    /** The server could not be reached, or went away in the middle. */
    | "unreachable"
    /** No space left on the disk. */
    | "full"
    /** The system or the server refused: a mode, a role, a read-only disk, a path that cannot be opened. */
    | "denied"
    /** The file is no database, or a damaged one. */
    | "corrupt"
    /** A rule of the tables was broken; nothing was written. */
    | "conflict"
    /** No driver for this store is installed. */
    | "no-driver"
    /** What was given cannot be stored or understood: a URL, a text with a NUL byte, a value out of range. */
    | "invalid"
    /** The store was closed before. */
    | "closed"
    /** Anything else; the cause says what. */
    | "failed";
  /** For people: what happened, and what to do. May quote the driver's words. */
  readonly detail: string;
  readonly cause?: unknown;
}

/** A failure as the value it is. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly failure: StoreFailure;
  constructor(failure: StoreFailure) {
    super(failure.detail, { cause: failure.cause });
    this.failure = failure;
  }
}

/** Whether the same call may well succeed a moment later. */
export function isTransient(failure: StoreFailure): boolean {
  return failure.code === "busy" || failure.code === "unreachable";
}

/** A failure to throw. */
export function fault(code: StoreFault["code"], detail: string, cause?: unknown): StoreError {
  return new StoreError({ code, detail, ...(cause === undefined ? {} : { cause }) });
}
