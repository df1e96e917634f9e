/** One run of OpenClaw's registry, as its row tells of it in either schema. Pure: rows in, runs out. */

import { asNumber, asObject, asString } from "../../transcripts/index.ts";
import type { JsonObject } from "../../transcripts/index.ts";
import { parsedObject } from "./parsed.ts";

/** A run as the registry has it. Times are Unix milliseconds. */
export interface OpenClawRun {
  readonly runId: string;
  readonly childSessionKey: string;
  readonly requesterSessionKey: string;
  /** The requester's session when it asked, where the registry has it (2026.9): its key may stand for another since. */
  readonly requesterSessionId?: string | undefined;
  readonly requesterAgentId?: string | undefined;
  readonly task?: string | undefined;
  readonly label?: string | undefined;
  readonly createdAt: number;
  readonly startedAt?: number | undefined;
  /** Set where the registry says that it ended. */
  readonly endedAt?: number | undefined;
  /** How it ended, in the registry's words: `ok`, `error`, `timeout`, `killed` or a word of the future. */
  readonly outcome?: { readonly status: string; readonly error?: string } | undefined;
  readonly endedReason?: string | undefined;
  readonly pauseReason?: string | undefined;
  /** When the requester was told, where it was. */
  readonly deliveredAt?: number | undefined;
  /** What the requester was handed as the child's result. */
  readonly resultText?: string | undefined;
}

/**
 * The run in a row of `subagent_runs`. 2026.6.5 has columns for nearly all, and the same in `payload_json`; 2026.9 has
 * it in `payload_json` alone, under `execution`, `completion` and `delivery`. The payload goes first: the columns of
 * the older schema are a copy of it.
 *
 * @param row as SQLite gives it; `payload` its parsed `payload_json`
 * @returns undefined for a row without an id, its two sessions, or a time of creation
 */
export function runFromRow(row: JsonObject, payload: JsonObject = {}): OpenClawRun | undefined {
  const text = (key: string, column: string) => asString(payload[key]) ?? asString(row[column]);
  const time = (key: string, column: string) => asNumber(payload[key]) ?? asNumber(row[column]);
  const runId = text("runId", "run_id");
  const childSessionKey = text("childSessionKey", "child_session_key");
  const requesterSessionKey = text("requesterSessionKey", "requester_session_key");
  const createdAt = time("createdAt", "created_at");
  if (runId === undefined || childSessionKey === undefined) return undefined;
  if (requesterSessionKey === undefined || createdAt === undefined) return undefined;
  const execution = asObject(payload["execution"]);
  const completion = asObject(payload["completion"]);
  const delivery = asObject(payload["delivery"]);
  return {
    runId,
    childSessionKey,
    requesterSessionKey,
    requesterSessionId: asString(payload["completionRequesterSessionId"]),
    requesterAgentId: asString(payload["requesterAgentId"]),
    task: text("task", "task"),
    label: text("label", "label"),
    createdAt,
    // Where both stand, the later one: 2026.6.5 writes the time of the spawn into `execution` first.
    startedAt: latest(asNumber(execution?.["startedAt"]), time("startedAt", "started_at")),
    endedAt: asNumber(execution?.["endedAt"]) ?? time("endedAt", "ended_at"),
    outcome: outcomeFrom(execution?.["outcome"] ?? payload["outcome"] ?? row["outcome_json"]),
    endedReason: text("endedReason", "ended_reason"),
    pauseReason: text("pauseReason", "pause_reason"),
    deliveredAt:
      asNumber(delivery?.["deliveredAt"]) ?? time("completionAnnouncedAt", "completion_announced_at"),
    resultText: asString(completion?.["resultText"]) ?? text("frozenResultText", "frozen_result_text"),
  };
}

/** True where somebody ended the run on purpose: such a run is never put right. */
export function wasKilled({ outcome, endedReason }: OpenClawRun): boolean {
  return [outcome?.status, endedReason].some((word) => word !== undefined && /kill/i.test(word));
}

/** When the run began: what was written before is another run's. */
export function openClawRunBegan({ startedAt, createdAt }: OpenClawRun): number {
  return startedAt ?? createdAt;
}

function outcomeFrom(value: unknown): OpenClawRun["outcome"] {
  const outcome = typeof value === "string" ? parsedObject(value) : asObject(value);
  const status = asString(outcome?.["status"]);
  if (status === undefined) return undefined;
  const error = asString(outcome?.["error"]);
  return { status, ...(error === undefined ? {} : { error }) };
}

function latest(...times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}
