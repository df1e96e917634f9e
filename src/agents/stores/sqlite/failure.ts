/** What SQLite's engines and the file system throw, as a store's failure. Both engines' ways of saying a code. */

import { StoreError, fault } from "../failure.ts";

/** The error as a store's failure; one that is a failure already stays as it is. */
export function asStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const words = error instanceof Error ? error.message : String(error);
  switch (primaryCode(error) ?? systemCode(error)) {
    case 5: // SQLITE_BUSY
    case 6: // SQLITE_LOCKED
      return fault("busy", "another process holds the database; try again", error);
    case 13: // SQLITE_FULL
    case "ENOSPC":
    case "EDQUOT":
      return fault("full", "no space left for the database; free some", error);
    case 3: // SQLITE_PERM
    case 8: // SQLITE_READONLY
    case 14: // SQLITE_CANTOPEN
    case 23: // SQLITE_AUTH
    case "EACCES":
    case "EPERM":
    case "EROFS":
    case "ENOENT":
    case "EISDIR":
    case "ENOTDIR":
    case "EEXIST":
      return fault(
        "denied",
        `the database cannot be opened or written (${words}); check the path and its modes`,
        error,
      );
    case 11: // SQLITE_CORRUPT
    case 26: // SQLITE_NOTADB
      return fault(
        "corrupt",
        `the file is no whole SQLite database (${words}); move it away, or restore it`,
        error,
      );
    case 19: // SQLITE_CONSTRAINT
      return fault("conflict", words, error);
    case 18: // SQLITE_TOOBIG
    case 20: // SQLITE_MISMATCH
      return fault("invalid", words, error);
    default:
      return fault("failed", `SQLite failed: ${words}`, error);
  }
}

/**
 * SQLite's primary result code. `node:sqlite` has it in `errcode`, libsql in `rawCode`, both extended (the
 * primary one is the low byte); a failed open in libsql has it in the text alone.
 */
function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  for (const name of ["errcode", "rawCode"]) {
    const code: unknown = Reflect.get(error, name);
    if (typeof code === "number") return code & 0xff;
  }
  const told = /^ConnectionFailed\(.*: (\d+)"\)$/.exec(error.message)?.[1];
  return told === undefined ? undefined : Number(told) & 0xff;
}

function systemCode(error: unknown): unknown {
  return error instanceof Error ? Reflect.get(error, "code") : undefined;
}
