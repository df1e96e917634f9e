/** A read that failed as evidence, for a sweep is never aborted by one run. Pure. */

import { isTransient } from "../../transcripts/index.ts";
import type { ReadFailure } from "../evidence.ts";

/**
 * What was thrown, as evidence.
 *
 * @param source what was asked
 * @param error whatever was thrown, an Error or not
 */
export function failureOf(source: ReadFailure["source"], error: unknown): ReadFailure {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const detail = textOf(error);
  const reason = source === "transcript" && code === "ENOENT" ? "missing" : "unreadable";
  return { source, reason, detail, transient: isQuestion(source) || isTransient(code) };
}

/**
 * True for what only the host can answer. One that stumbles over such a question may answer it a moment later (its
 * store was locked, say, and every driver has its own words for that), and until it does a run that is alive, or
 * that the session store knows to have ended, must not be called lost.
 */
function isQuestion(source: ReadFailure["source"]): boolean {
  return source !== "transcript";
}

/** What was thrown, in words: an error's message, or the thing itself. */
export function textOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? thrown.message : String(thrown);
  } catch {
    return "something that cannot be shown";
  }
}
