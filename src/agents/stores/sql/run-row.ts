/** A run as a row, and back. The one place that knows which column holds what; docs/stores.md says it to people. */

import { beganAt } from "../../run.ts";
import type { Run, RunStatus } from "../../run.ts";
import { dueAtOf } from "../due.ts";
import { fault } from "../failure.ts";
import type { SqlParams, SqlRow, SqlValue } from "./statement.ts";
import { storedText, textFrom } from "./text.ts";

const TEXTS = {
  runId: "run_id",
  childSessionKey: "child_session_key",
  requesterSessionKey: "requester_session_key",
  childSessionId: "child_session_id",
  parentRunId: "parent_run_id",
  parentSessionKey: "parent_session_key",
  task: "task",
  label: "label",
  pauseReason: "pause_reason",
  host: "host",
  transcript: "transcript",
  artifact: "artifact",
  waitingFor: "waiting_for",
  source: "source",
} as const satisfies Partial<Record<keyof Run, string>>;

const NUMBERS = {
  generation: "generation",
  createdAt: "created_at",
  startedAt: "started_at",
  endedAt: "ended_at",
  restoredAt: "restored_at",
  killedAt: "killed_at",
  attempt: "attempt",
  attemptsMax: "attempts_max",
  waitingUntil: "waiting_until",
  readFailures: "read_failures",
} as const satisfies Partial<Record<keyof Run, string>>;

const OWNER = {
  pid: "owner_pid",
  processStartedAt: "owner_started_at",
  heartbeatAt: "owner_heartbeat_at",
} as const;

/** The columns that hold the run itself, in order; the lease has columns of its own. */
export const RUN_COLUMNS: readonly string[] = [
  "status",
  "outcome",
  ...Object.values(TEXTS),
  ...Object.values(NUMBERS),
  ...Object.values(OWNER),
  // When it began, whichever column says so: the order in which runs are swept.
  "began_at",
  // When a sweep is to look at it; null where none is to.
  "due_at",
];

/** The values of `RUN_COLUMNS`, by name. A run in nobody's hand. */
export function runParams(run: Run): SqlParams {
  const values: Record<string, SqlValue> = { status: run.status, outcome: run.outcome ?? null };
  for (const [name, column] of entriesOf(TEXTS)) {
    const text = run[name];
    values[column] = text === undefined ? null : storedText(text);
  }
  for (const [name, column] of entriesOf(NUMBERS)) values[column] = run[name] ?? null;
  for (const [name, column] of entriesOf(OWNER)) values[column] = run.owner?.[name] ?? null;
  return { ...values, began_at: beganAt(run), due_at: dueAtOf(run) };
}

/**
 * The run that a row holds.
 *
 * @throws {StoreError} `corrupt` where it holds none
 */
export function runFrom(row: SqlRow): Run {
  const status = statuses.find((known) => known === row["status"]);
  const texts = fields(TEXTS, row, (value) => (typeof value === "string" ? textFrom(value) : undefined));
  const numbers = fields(NUMBERS, row, asNumber);
  const { runId, childSessionKey, requesterSessionKey } = texts;
  const { generation, createdAt } = numbers;
  if (
    status === undefined ||
    runId === undefined ||
    childSessionKey === undefined ||
    requesterSessionKey === undefined ||
    generation === undefined ||
    createdAt === undefined
  ) {
    throw fault("corrupt", `a row of the runs is no run: ${String(row["run_id"])}`);
  }
  const owner = ownerFrom(row);
  const outcome = row["outcome"];
  return {
    ...texts,
    ...numbers,
    runId,
    generation,
    status,
    childSessionKey,
    requesterSessionKey,
    createdAt,
    ...(owner === undefined ? {} : { owner }),
    ...(outcome === "ok" || outcome === "error" ? { outcome } : {}),
  };
}

const statuses: readonly RunStatus[] = ["queued", "running", "paused", "ended"];

function ownerFrom(row: SqlRow): Run["owner"] {
  const { pid, ...rest } = fields(OWNER, row, asNumber);
  return pid === undefined ? undefined : { pid, ...rest };
}

/** A number, whichever way the driver gives it: PostgreSQL's integers of 64 bit come as text. */
export function asNumber(value: unknown): number | undefined {
  const number = typeof value === "string" || typeof value === "bigint" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** The fields that have a value, under their names. */
function fields<K extends string, V>(
  columns: Readonly<Record<K, string>>,
  row: SqlRow,
  read: (value: unknown) => V | undefined,
): { [P in K]?: V } {
  const found: { [P in K]?: V } = {};
  for (const [name, column] of entriesOf(columns)) {
    const value = read(row[column]);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

/** `Object.entries` with the keys' own type. */
function entriesOf<K extends string, V>(of: Readonly<Record<K, V>>): [K, V][] {
  const keys: K[] = [];
  for (const key in of) if (Object.hasOwn(of, key)) keys.push(key);
  return keys.map((key) => [key, of[key]]);
}
