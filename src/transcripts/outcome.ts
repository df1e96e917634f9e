/** From what a reading found to what the caller gets. A file that cannot be read has a verdict too. */

import { FileShrankError } from "./ask.ts";
import type { Answered } from "./ask.ts";
import { TranscriptOpenError, isTransient } from "./bytes.ts";
import type { Follower } from "./follow.ts";
import type { FormatName } from "./format.ts";
import { nameForeign } from "./formats/foreign.ts";
import type { JsonObject } from "./json.ts";
import { StreamFailedError } from "./stream.ts";
import type { Verdict } from "./verdict-types.ts";

/** A verdict, and what it was made from. */
export type Judgement = Verdict & {
  readonly format: FormatName | "unknown";
  /** The session whose transcript it is, where its records say so. */
  readonly sessionId?: string;
  /** The subagent of that session whose transcript it is, where it is one's. */
  readonly agentId?: string;
  /** Size of the transcript, frozen at open; of a stream, what came. */
  readonly bytes: number;
  /** How many bytes were read for it. */
  readonly bytesRead: number;
};

/** A verdict, and the format it was read in. */
export interface Outcome {
  readonly verdict: Verdict;
  readonly format: FormatName | "unknown";
  readonly sessionId: string | undefined;
  readonly agentId: string | undefined;
}

/** The outcome of following a transcript to its end, or to where it needs no following. */
export function outcomeOf(follower: Follower, verdict: Verdict): Outcome {
  const { session, agent } = follower.state;
  return { verdict, format: follower.format.name, sessionId: session, agentId: agent };
}

/** No format that can prove an end; by name, where it is known. */
export function unknownFormat(records: readonly JsonObject[], bytes: Uint8Array): Outcome {
  const detail = nameForeign(records, bytes);
  const named = detail === undefined ? {} : { detail };
  return {
    verdict: { kind: "indeterminate", reason: "unknown-format", warnings: [], ...named },
    format: "unknown",
    sessionId: undefined,
    agentId: undefined,
  };
}

/** The verdict on a file of so many bytes. */
export function judged(bytes: number, { value, bytesRead }: Answered<Outcome>): Judgement {
  const { verdict, format, sessionId, agentId } = value;
  // Onto the verdict, which nobody else holds: to copy it takes as long as to read a line.
  const judgement: Judgement = Object.assign(verdict, { format, bytes, bytesRead });
  if (sessionId !== undefined) Object.assign(judgement, { sessionId });
  if (agentId !== undefined) Object.assign(judgement, { agentId });
  return judgement;
}

/** A file that cannot be read has a verdict too: what stood in the way, and what to do. */
export function failed(error: unknown): Judgement {
  const nothing = { kind: "indeterminate", warnings: [], format: "unknown", bytes: 0, bytesRead: 0 } as const;
  if (error instanceof TranscriptOpenError) {
    const { reason, detail, transient } = error.failure;
    return { ...nothing, reason, detail, ...(transient === true ? { transient } : {}) };
  }
  if (error instanceof FileShrankError) {
    const detail = `${error.message}; try again when it is quiet`;
    return { ...nothing, reason: "unreadable", detail, transient: true };
  }
  if (error instanceof StreamFailedError) {
    return { ...nothing, reason: "unreadable", detail: error.message };
  }
  if (error instanceof Error && "code" in error) {
    const code = String(error.code);
    const detail = `reading failed (${code}); check the disk and try again`;
    return { ...nothing, reason: "unreadable", detail, ...(isTransient(code) ? { transient: true } : {}) };
  }
  throw error;
}
