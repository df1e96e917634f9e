/** Whether a run can be kept: the same answer from every store, so that a run may move from one to another. Pure. */

import type { Run } from "../run.ts";
import { fault } from "./failure.ts";
import { ID_BYTES_MAX, TEXT_BYTES_MAX } from "./limits.ts";

const TIMES = [
  "createdAt",
  "startedAt",
  "endedAt",
  "restoredAt",
  "killedAt",
  "waitingUntil",
] as const satisfies readonly (keyof Run)[];
const COUNTS = [
  "generation",
  "attempt",
  "attemptsMax",
  "readFailures",
] as const satisfies readonly (keyof Run)[];
const IDS = [
  "runId",
  "childSessionKey",
  "requesterSessionKey",
  "childSessionId",
  "parentRunId",
  "parentSessionKey",
  "host",
] as const satisfies readonly (keyof Run)[];
const TEXTS = [
  "task",
  "label",
  "pauseReason",
  "transcript",
  "artifact",
  "waitingFor",
  "source",
] as const satisfies readonly (keyof Run)[];
/** What fits a 32-bit column. */
const COUNT_MAX = 2 ** 31 - 1;

/**
 * The run, if it can be kept.
 *
 * @throws {StoreError} `invalid`, which names the field
 */
export function checkedRun(run: Run): Run {
  const refuse = (name: string, wanted: string) => fault("invalid", `${name} of a run must be ${wanted}`);
  if (run.runId === "") throw refuse("runId", "a text of one character or more");
  for (const name of IDS) {
    if (tooLong(run[name], ID_BYTES_MAX)) throw refuse(name, `at most ${ID_BYTES_MAX} bytes`);
  }
  for (const name of TEXTS) {
    if (tooLong(run[name], TEXT_BYTES_MAX)) throw refuse(name, `at most ${TEXT_BYTES_MAX} bytes`);
  }
  for (const name of TIMES) if (!isTime(run[name])) throw refuse(name, "a time in Unix ms");
  for (const name of COUNTS) if (!isCount(run[name])) throw refuse(name, "a whole number, zero or more");
  const { owner } = run;
  if (
    owner !== undefined &&
    !(isCount(owner.pid) && isTime(owner.heartbeatAt) && isTime(owner.processStartedAt))
  ) {
    throw refuse("owner", "a pid and times in Unix ms");
  }
  const hasEnd = run.endedAt !== undefined && run.outcome !== undefined;
  if (run.status === "ended" && !hasEnd) throw refuse("endedAt and outcome", "set where it has ended");
  if (run.status !== "ended" && (hasEnd || run.endedAt !== undefined || run.outcome !== undefined)) {
    throw refuse("endedAt and outcome", "absent where it has not ended");
  }
  return run;
}

function tooLong(text: string | undefined, bytesMax: number): boolean {
  return text !== undefined && (text.length > bytesMax || Buffer.byteLength(text) > bytesMax);
}

function isTime(time: number | undefined): boolean {
  return time === undefined || (Number.isFinite(time) && Math.abs(time) <= Number.MAX_SAFE_INTEGER);
}

function isCount(count: number | undefined): boolean {
  return count === undefined || (Number.isInteger(count) && count >= 0 && count <= COUNT_MAX);
}
