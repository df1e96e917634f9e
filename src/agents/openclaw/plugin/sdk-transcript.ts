/**
 * The child's transcript through the host's own reader, where the host has one (2026.9): it knows stores that lie
 * elsewhere than usual. Judged like any other; nothing is told.
 */

import { asObject, judgeMessages } from "../../../transcripts/index.ts";
import { agentIdOf } from "../places.ts";
import { openClawRunBegan } from "../run.ts";
import type { OpenClawRun } from "../run.ts";
import { writerOf } from "../child.ts";
import type { ChildReading } from "../child.ts";

/** The module of OpenClaw's plugin SDK, by a name that no compiler looks up: it is there in a gateway alone. */
const MODULE: string = "openclaw/plugin-sdk/session-transcript-runtime";

/** Records of one transcript, oldest first. */
export type TranscriptEvents = (target: {
  readonly agentId: string;
  readonly sessionKey: string;
  readonly sessionId: string;
}) => Promise<unknown>;

/** The host's reader; undefined where this version has none. */
export async function hostTranscripts(): Promise<TranscriptEvents | undefined> {
  const module: unknown = await import(MODULE).catch(() => undefined);
  const read: unknown =
    typeof module === "object" && module !== null
      ? Reflect.get(module, "readSessionTranscriptEvents")
      : undefined;
  return isReader(read) ? read : undefined;
}

/**
 * Reads and judges a child through the host.
 *
 * @param sessionId the session that the child's key stands for
 * @returns undefined where the host has no records of it, or names no agent
 */
export async function readThroughHost(
  events: TranscriptEvents,
  run: OpenClawRun,
  sessionId: string,
): Promise<ChildReading | undefined> {
  const { childSessionKey: sessionKey } = run;
  const agentId = agentIdOf(sessionKey);
  if (agentId === undefined) return undefined;
  const records: unknown = await events({ agentId, sessionKey, sessionId });
  if (!Array.isArray(records) || records.length === 0) return undefined;
  const known: readonly unknown[] = records;
  const verdict = judgeMessages(known, { format: "openclaw", since: openClawRunBegan(run), sessionId });
  const decided = verdict.at === undefined ? undefined : asObject(known[verdict.at.offset]);
  return {
    place: `the host's reader, session ${sessionId}`,
    judgement: { ...verdict, format: "openclaw", sessionId, bytes: 0, bytesRead: 0 },
    writtenBy: writerOf(decided),
  };
}

function isReader(value: unknown): value is TranscriptEvents {
  return typeof value === "function";
}
