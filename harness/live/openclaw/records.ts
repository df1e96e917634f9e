/** What stands on the disk at this moment: the registry's run of a parent, and the records of its child. Reads alone. */

import { readFileSync } from "node:fs";
import { registryOf } from "../../../src/agents/openclaw/audit.ts";
import { ChildReader } from "../../../src/agents/openclaw/child.ts";
import { agentDatabaseFile, sessionsFolder, transcriptFile } from "../../../src/agents/openclaw/places.ts";
import type { OpenClawRun } from "../../../src/agents/openclaw/run.ts";
import { openReadOnly } from "../../../src/agents/stores/sqlite/read-only.ts";
import type { ReadOnlyDatabase } from "../../../src/agents/stores/sqlite/read-only.ts";
import { asObject, asString } from "../../../src/transcripts/json.ts";
import type { JsonObject } from "../../../src/transcripts/json.ts";

/** The newest run that a parent started; undefined while there is none, or the registry cannot be read. */
export async function runOf(stateDir: string, parentKey: string): Promise<OpenClawRun | undefined> {
  try {
    return (await registryOf(stateDir)).runs.find((run) => run.requesterSessionKey === parentKey);
  } catch {
    return undefined;
  }
}

/** The last records of one child, looked at again and again while it writes. To be closed. */
export interface ChildRecords {
  /** The last ones, oldest first. Blocking, and quick: between a last word and its settlement lie milliseconds. */
  now(): readonly JsonObject[];
  close(): void;
}

/** The child's records; undefined while it has no session. */
export async function recordsOf(stateDir: string, childKey: string): Promise<ChildRecords | undefined> {
  const reader = new ChildReader(stateDir);
  try {
    const session = await reader.session(childKey);
    if (session === undefined) return undefined;
    const path = transcriptFile(sessionsFolder(stateDir, "main"), session);
    return (await fromDatabase(stateDir, session.sessionId)) ?? fromFile(path);
  } catch {
    // Its store is just being made.
    return undefined;
  } finally {
    reader.close();
  }
}

/** A yield is three records, and the host adds some of its own. */
const LAST_MAX = 8;

const LAST_ROWS = `select event_json from transcript_events where session_id = :id order by seq desc limit ${LAST_MAX}`;

async function fromDatabase(stateDir: string, id: string): Promise<ChildRecords | undefined> {
  let database: ReadOnlyDatabase;
  try {
    database = await openReadOnly(agentDatabaseFile(stateDir, "main"));
  } catch {
    return undefined;
  }
  const rows = () => database.all(LAST_ROWS, { id }).map((row) => asString(row["event_json"]) ?? "");
  return { now: () => parsed(rows().toReversed()), close: () => database.close() };
}

function fromFile(path: string): ChildRecords {
  const read = (): string => {
    try {
      return readFileSync(path, "utf8");
    } catch {
      return "";
    }
  };
  return { now: () => parsed(read().split("\n").slice(0, -1).slice(-LAST_MAX)), close: () => undefined };
}

function parsed(lines: readonly string[]): readonly JsonObject[] {
  return lines
    .filter((line) => line !== "")
    .map((line) => asObject(JSON.parse(line)))
    .filter((record) => record !== undefined);
}
