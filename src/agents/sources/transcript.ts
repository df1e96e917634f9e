/** The child's transcript as evidence: found, read, and judged for this one run. */

import { stat } from "node:fs/promises";
import { judgeTranscript } from "../../transcripts/index.ts";
import type { JudgeOptions } from "../../transcripts/index.ts";
import type { Evidence } from "../evidence.ts";
import { beganAt } from "../run.ts";
import type { Run } from "../run.ts";

/** Where a transcript lies, and how to read it. */
export interface TranscriptLocation {
  readonly path: string;
  /** The folder it must lie in, links resolved: a path from a registry is not trusted. */
  readonly root?: string;
  /** The session it must belong to; the run's own where not given. */
  readonly sessionId?: string;
  readonly format?: JudgeOptions["format"];
}

/** Errors of the system that a second try may not see. */
const TRANSIENT: ReadonlySet<string> = new Set([
  "EAGAIN",
  "EBUSY",
  "EINTR",
  "EIO",
  "EMFILE",
  "ENFILE",
  "ESTALE",
  "ETIMEDOUT",
]);

/** What the transcript says of the run, or why it could not be read. */
export async function readTranscript(
  run: Run,
  location: TranscriptLocation,
  options: Pick<JudgeOptions, "skewMs"> = {},
): Promise<Pick<Evidence, "transcript" | "failure">> {
  const { path, root, format } = location;
  const sessionId = location.sessionId ?? run.childSessionId;
  const verdict = await judgeTranscript(path, {
    ...options,
    since: beganAt(run),
    ...(root === undefined ? {} : { root }),
    ...(format === undefined ? {} : { format }),
    ...(sessionId === undefined ? {} : { sessionId }),
  });
  if (verdict.reason === "missing" || verdict.reason === "unreadable") {
    const detail = verdict.detail ?? "";
    return {
      failure: {
        reason: verdict.reason,
        path,
        detail,
        transient: /EMFILE|ENFILE|EIO|try again/.test(detail),
      },
    };
  }
  const modifiedAt = (await stat(path)).mtimeMs;
  const { bytes: _, bytesRead: __, format: ___, ...bare } = verdict;
  return { transcript: { path, verdict: bare, modifiedAt } };
}

/** An error of a read as evidence: a sweep is never aborted by one run. */
export function failureOf(error: unknown, path?: string): Pick<Evidence, "failure"> {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const detail = error instanceof Error ? error.message : String(error);
  const place = path === undefined ? {} : { path };
  const reason = code === "ENOENT" ? "missing" : "unreadable";
  return { failure: { reason, detail, transient: TRANSIENT.has(code), ...place } };
}
