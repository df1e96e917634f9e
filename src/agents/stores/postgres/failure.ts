/** What `pg` and the server throw, as a store's failure. */

import { StoreError, fault } from "../failure.ts";
import type { StoreFault } from "../failure.ts";

/** The error as a store's failure; one that is a failure already stays as it is. */
export function asStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const words = error instanceof Error ? error.message : String(error);
  const code = codeOf(error);
  const kind = code === undefined ? kindByWords(words) : kindByCode(code);
  switch (kind) {
    case "busy":
      return fault(kind, `PostgreSQL is busy (${words}); try again`, error);
    case "unreachable":
      return fault(kind, `PostgreSQL cannot be reached (${words}); check that it runs, and the URL`, error);
    case "denied":
      return fault(kind, `PostgreSQL refused (${words}); check the role, its password and its rights`, error);
    case "full":
    case "corrupt":
    case "conflict":
    case "no-driver":
    case "invalid":
    case "closed":
    case "failed":
      return fault(kind, `PostgreSQL failed: ${words}`, error);
    default:
      return kind satisfies never;
  }
}

/** True where the server says that nothing was done because of another transaction: the same may be done again. */
export function isRolledBack(error: unknown): boolean {
  const code = codeOf(error instanceof StoreError ? error.failure.cause : error);
  // serialization_failure, deadlock_detected
  return code === "40001" || code === "40P01";
}

function codeOf(error: unknown): string | undefined {
  // Where several addresses were tried, the errors are inside.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code: unknown = first instanceof Error ? Reflect.get(first, "code") : undefined;
  return typeof code === "string" ? code : undefined;
}

/** SQLSTATE, by class and by code, or the system's name of an error. */
function kindByCode(code: string): StoreFault["code"] {
  switch (code) {
    case "53100": // disk_full
      return "full";
    case "25006": // read_only_sql_transaction
    case "42501": // insufficient_privilege
      return "denied";
    case "53300": // too_many_connections
    case "55P03": // lock_not_available
    case "57014": // query_canceled, as by a timeout
      return "busy";
    case "57P01": // admin_shutdown
    case "57P02": // crash_shutdown
    case "57P03": // cannot_connect_now
      return "unreachable";
    default:
  }
  if (/^E[A-Z_]+$/.test(code)) return code === "EACCES" || code === "EPERM" ? "denied" : "unreachable";
  switch (code.slice(0, 2)) {
    case "08": // connection_exception
      return "unreachable";
    case "40": // transaction_rollback
      return "busy";
    case "28": // invalid_authorization_specification
      return "denied";
    case "23": // integrity_constraint_violation
      return "conflict";
    case "22": // data_exception
    case "3D": // invalid_catalog_name: no such database
      return "invalid";
    case "XX": // internal_error, data_corrupted
      return "corrupt";
    default:
      return "failed";
  }
}

/** `pg` throws some errors of its own without a code. */
function kindByWords(words: string): StoreFault["code"] {
  if (/called end on pool|pool after calling end/i.test(words)) return "closed";
  return /connection terminated|not queryable|timeout|socket|ended unexpectedly|client was closed/i.test(
    words,
  )
    ? "unreachable"
    : "failed";
}
