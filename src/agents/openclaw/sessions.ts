/** Which session a key stands for, as either version's store has it. Reads; judges nothing. */

import { asNumber, asObject, asString, openTranscript } from "../../transcripts/index.ts";
import type { JsonObject } from "../../transcripts/index.ts";
import type { SessionEntry } from "../sources/session-entry.ts";
import type { ReadOnlyDatabase } from "../stores/sqlite/read-only.ts";
import { parsedObject } from "./parsed.ts";

/** The entry of a session store, with the id that every entry has. */
export interface StoredSession extends SessionEntry {
  readonly sessionId: string;
}

/** A longer `sessions.json` is not read, bytes: it holds about 15 KB a session. */
export const SESSIONS_BYTES_MAX = 256 * 1024 * 1024;

/** The session of a key in `session_nodes` (2026.9); undefined where there is none, or no such table. */
export function sessionInDatabase(database: ReadOnlyDatabase, sessionKey: string): StoredSession | undefined {
  const [node] = hasTable(database, "session_nodes")
    ? database.all("select current_session_id, entry_json from session_nodes where session_key = :key", {
        key: sessionKey,
      })
    : [];
  const sessionId = asString(node?.["current_session_id"]);
  if (sessionId === undefined) return undefined;
  return { ...entryFrom(parsedObject(asString(node?.["entry_json"])) ?? {}), sessionId };
}

/** True where the database has this table. */
export function hasTable(database: ReadOnlyDatabase, name: string): boolean {
  return (
    database.all("select 1 from sqlite_master where type = 'table' and name = :name", { name }).length > 0
  );
}

/**
 * The session of a key in a `sessions.json`; undefined where the file has none.
 *
 * @param root the folder that the file must lie in
 * @throws {TranscriptOpenError} where there is no such file, or it cannot be read
 * @throws {RangeError} for a file over {@link SESSIONS_BYTES_MAX}
 */
export function sessionInFile(path: string, root: string, sessionKey: string): StoredSession | undefined {
  const file = openTranscript(path, { root });
  try {
    if (file.size > SESSIONS_BYTES_MAX) {
      throw new RangeError(`${file.size} bytes; at most ${SESSIONS_BYTES_MAX} are read`);
    }
    const bytes = Buffer.alloc(file.size);
    const count = file.read(bytes, file.size, 0);
    const store = parsedObject(bytes.subarray(0, count).toString("utf8"));
    if (store === undefined) throw new RangeError("it is no JSON object; its program may be writing it now");
    const entry = Object.hasOwn(store, sessionKey) ? asObject(store[sessionKey]) : undefined;
    const sessionId = asString(entry?.["sessionId"]);
    return entry === undefined || sessionId === undefined ? undefined : { ...entryFrom(entry), sessionId };
  } finally {
    file.close();
  }
}

function entryFrom(entry: JsonObject): SessionEntry {
  const sessionFile = asString(entry["sessionFile"]);
  const status = asString(entry["status"]);
  const [startedAt, endedAt, updatedAt] = ["startedAt", "endedAt", "updatedAt"].map((name) =>
    asNumber(entry[name]),
  );
  return {
    ...(sessionFile === undefined ? {} : { sessionFile }),
    ...(status === undefined ? {} : { status }),
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(endedAt === undefined ? {} : { endedAt }),
    ...(updatedAt === undefined ? {} : { updatedAt }),
    abortedLastRun: entry["abortedLastRun"] === true,
  };
}
