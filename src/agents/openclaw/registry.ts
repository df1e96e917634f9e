/** OpenClaw's registry of runs, read from its database in either schema. Writes nothing. */

import { asNumber, asString } from "../../transcripts/index.ts";
import { fault } from "../stores/failure.ts";
import type { ReadOnlyDatabase } from "../stores/sqlite/read-only.ts";
import { parsedObject } from "./parsed.ts";
import { runFromRow } from "./run.ts";
import type { OpenClawRun } from "./run.ts";
import { hasTable } from "./sessions.ts";

/** Runs read of one registry, newest first. OpenClaw takes ended ones out after an hour or so. */
export const RUNS_MAX = 10_000;
/** A longer payload is not read, bytes: it may hold a copy of the answer, which the transcript holds too. */
const ROW_BYTES_MAX = 16 * 1024 * 1024;

/** The runs, and how many rows were none. */
export interface RegistryReading {
  readonly runs: readonly OpenClawRun[];
  /** Rows that could not be understood. */
  readonly strange: number;
  /** True where there are more than were read. */
  readonly cut: boolean;
}

/**
 * Reads the runs, newest first.
 *
 * @throws {StoreError} `corrupt` where the database has no such table; and what reading throws
 */
export function readRegistry(database: ReadOnlyDatabase): RegistryReading {
  if (!hasTable(database, "subagent_runs")) {
    throw fault("corrupt", `${database.path} has no table subagent_runs; give OpenClaw's own state folder`);
  }
  const rows = database.all(
    `select * from subagent_runs where length(payload_json) <= ${ROW_BYTES_MAX}
     order by created_at desc, run_id limit ${RUNS_MAX + 1}`,
  );
  const [long] = database.all(
    `select count(*) as n from subagent_runs where length(payload_json) > ${ROW_BYTES_MAX}`,
  );
  const read = rows
    .slice(0, RUNS_MAX)
    .map((row) => runFromRow(row, parsedObject(asString(row["payload_json"]))));
  const runs = read.filter((run) => run !== undefined);
  return {
    runs,
    strange: read.length - runs.length + (asNumber(long?.["n"]) ?? 0),
    cut: rows.length > RUNS_MAX,
  };
}
