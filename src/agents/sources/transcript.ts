/** The child's transcript as evidence: found, read, and judged for this one run. */

import { stat } from "node:fs/promises";
import { judgeTranscript } from "../../transcripts/index.ts";
import type { JudgeOptions, Judgement } from "../../transcripts/index.ts";
import type { Evidence, TranscriptEvidence } from "../evidence.ts";
import { beganAt } from "../run.ts";
import type { Run } from "../run.ts";
import { failureOf } from "./failure.ts";
import { lastToolOf } from "./last-tool.ts";

/** Where a transcript lies, and how to read it. */
export interface TranscriptLocation {
  readonly path: string;
  /** The folder it must lie in, links resolved: a path from a registry is not trusted. */
  readonly root?: string;
  /** The session it must belong to; the run's own where not given. */
  readonly sessionId?: string;
  readonly format?: JudgeOptions["format"];
  /** The registry knows every descendant of the run: no search for work that it launched. */
  readonly descendantsKnown?: boolean;
  /** Take a final text whose stop its writer did not record. Only for a child that is known to be dead. */
  readonly acceptUnrecordedStop?: boolean;
}

/** Where transcripts are read. This machine's disk, unless a host keeps them elsewhere. */
export interface TranscriptFiles {
  /** As `judgeTranscript`: a verdict in every case. */
  judge(path: string, options: JudgeOptions): Promise<Judgement>;
  /** Size in bytes and last change in Unix ms, now. Rejects where there is no file. */
  stat(path: string): Promise<{ readonly mtimeMs: number; readonly size: number }>;
}

/** How a transcript is read. */
export interface ReadOptions extends Pick<JudgeOptions, "skewMs"> {
  /** By default this machine's disk. Elsewhere nobody looks for the last tool's name. */
  readonly files?: TranscriptFiles;
}

const OWN_DISK: TranscriptFiles = { judge: judgeTranscript, stat };

/**
 * What the transcript says of the run, or why it could not be read. Where the file vanished behind the reading,
 * both: then nobody knows when it last changed, and what it said proves no end.
 *
 * @throws {RangeError} for options that the judge refuses
 */
export async function readTranscript(
  run: Run,
  location: TranscriptLocation,
  { files = OWN_DISK, ...options }: ReadOptions = {},
): Promise<Pick<Evidence, "transcript" | "failures">> {
  const { path, root, format, descendantsKnown, acceptUnrecordedStop } = location;
  const sessionId = location.sessionId ?? run.childSessionId;
  const judgement = await files.judge(path, {
    ...options,
    since: beganAt(run),
    ...(root === undefined ? {} : { root }),
    ...(format === undefined ? {} : { format }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(descendantsKnown === undefined ? {} : { descendantsKnown }),
    ...(acceptUnrecordedStop === undefined ? {} : { acceptUnrecordedStop }),
  });
  if (judgement.reason === "missing" || judgement.reason === "unreadable") {
    const { reason, detail = "", transient = false } = judgement;
    return { failures: [{ source: "transcript", reason, path, detail, transient }] };
  }
  const tool = files === OWN_DISK ? await lastToolOf(location, judgement) : {};
  const transcript = { path, ...verdictIn(judgement), ...tool };
  try {
    const { mtimeMs, size } = await files.stat(path);
    const grew = size > judgement.bytes ? ({ grew: true } as const) : {};
    return { transcript: { ...transcript, modifiedAt: mtimeMs, ...grew } };
  } catch (error) {
    return { transcript, failures: [{ ...failureOf("transcript", error), path }] };
  }
}

function verdictIn(judgement: Judgement): Pick<TranscriptEvidence, "verdict"> {
  const { bytes: _, bytesRead: __, format: ___, ...verdict } = judgement;
  return { verdict };
}
