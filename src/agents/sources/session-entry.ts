/** The session store's entry for a child, and what it says of a run. Pure. */

import { beganAt } from "../run.ts";
import type { Run } from "../run.ts";

/** One row of a session store, as far as it matters here. Times are Unix milliseconds. */
export interface SessionEntry {
  readonly sessionId?: string;
  readonly sessionFile?: string;
  readonly status?: string;
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly updatedAt?: number;
  readonly abortedLastRun?: boolean;
}

/** How the session store says that a run ended. */
export interface SessionCompletion {
  readonly outcome: "ok" | "timeout" | "error";
  readonly status: string;
  readonly endedAt: number;
}

/**
 * What the entry says of this run: `done` is ok, `timeout` is timeout, `failed` and `killed` are error, and a
 * session that is not running and has an end is ok; each only where that end (or the last update) is not before
 * the run's start. `running` with an end is a yielded session, and no end. Source: formats.md, "OpenClaw and pi".
 * `interrupted` is what a host writes at boot over a session that it cut off: its times are no child's end (OpenClaw's
 * own function leaves it open too). An entry that names another session than the run's is about another run.
 *
 * @param entry the session's entry, or nothing where the store has none
 * @param run the run it is asked about
 * @returns null where the entry settles nothing: the trigger of a reconciliation
 */
export function resolveCompletionFromSessionEntry(
  entry: SessionEntry | null | undefined,
  run: Pick<Run, "startedAt" | "createdAt" | "childSessionId">,
): SessionCompletion | null {
  const endedAt = entry?.endedAt ?? entry?.updatedAt;
  if (entry === null || entry === undefined || endedAt === undefined) return null;
  if (isAnother(entry.sessionId, run.childSessionId)) return null;
  // The entry is somebody else's JSON: what is no time proves no end. Nothing is at or after NaN either.
  if (!(Number.isFinite(endedAt) && endedAt >= beganAt(run))) return null;
  const status = entry.status ?? "";
  switch (status) {
    case "done":
      return { outcome: "ok", status, endedAt };
    case "timeout":
      return { outcome: "timeout", status, endedAt };
    case "failed":
    case "killed":
      return { outcome: "error", status, endedAt };
    case "running":
    case "interrupted":
      return null;
    default:
      return entry.endedAt === undefined || entry.endedAt === null
        ? null
        : { outcome: "ok", status, endedAt };
  }
}

/** True where both are known and differ: the key was given to a new session since. */
function isAnother(entry: string | null | undefined, run: string | undefined): boolean {
  return typeof entry === "string" && run !== undefined && entry !== run;
}
