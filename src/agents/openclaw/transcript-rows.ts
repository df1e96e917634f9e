/** A session's transcript in an agent's database of 2026.9, as rows to be judged. Reads; judges nothing. */

import { ROWS_MAX, asNumber, asString } from "../../transcripts/index.ts";
import type { TranscriptRow, TranscriptRows } from "../../transcripts/index.ts";
import { fault } from "../stores/failure.ts";
import type { ReadOnlyDatabase } from "../stores/sqlite/read-only.ts";
import { hasTable } from "./sessions.ts";

/**
 * The rows of a session, oldest first; undefined where the database has none of it. A row's text stands in
 * `event_json`, or, compressed once it is old, in `event_zstd` with its length in `event_utf8_bytes`. To be used inside
 * one snapshot of the database.
 *
 * @throws {StoreError} `invalid` for more rows than are read; and what reading throws
 */
export function transcriptRows(database: ReadOnlyDatabase, sessionId: string): TranscriptRows | undefined {
  if (!hasTable(database, "transcript_events")) return undefined;
  const zstd = hasColumn(database, "event_zstd");
  const length = zstd ? "coalesce(octet_length(event_json), event_utf8_bytes)" : "octet_length(event_json)";
  const counted = database.all(
    `select seq, ${length} as bytes from transcript_events where session_id = :id
     order by seq limit ${ROWS_MAX + 1}`,
    { id: sessionId },
  );
  if (counted.length === 0) return undefined;
  if (counted.length > ROWS_MAX) {
    throw fault("invalid", `a transcript of more than ${ROWS_MAX} rows is not read`);
  }
  const fetch = `select event_json${zstd ? ", event_zstd" : ""} from transcript_events
    where session_id = :id and seq = :seq`;
  return {
    byteLengths: counted.map((row) => asNumber(row["bytes"]) ?? 0),
    row: (index) => {
      const seq = asNumber(counted[index]?.["seq"]);
      const [row] = seq === undefined ? [] : database.all(fetch, { id: sessionId, seq });
      return row === undefined ? undefined : rowFrom(row);
    },
  };
}

function hasColumn(database: ReadOnlyDatabase, name: string): boolean {
  const sql = "select 1 from pragma_table_info('transcript_events') where name = :name";
  return database.all(sql, { name }).length > 0;
}

function rowFrom(row: Readonly<Record<string, unknown>>): TranscriptRow {
  const json = asString(row["event_json"]);
  if (json !== undefined) return { json };
  const zstd = row["event_zstd"];
  if (zstd instanceof Uint8Array) return { zstd };
  // libsql gives bytes as the bare memory.
  return zstd instanceof ArrayBuffer ? { zstd: new Uint8Array(zstd) } : {};
}
