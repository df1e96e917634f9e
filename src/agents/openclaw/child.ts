/**
 * What a child of OpenClaw's left behind, found and judged for one run: in the agent's database (2026.9), else in the
 * file that its `sessions.json` names. Reads; decides nothing.
 */

import { statSync } from "node:fs";
import { join } from "node:path";
import {
  TranscriptOpenError,
  asObject,
  asString,
  judgeRows,
  judgeTranscriptSync,
  recentRecords,
  recordInRows,
} from "../../transcripts/index.ts";
import type { JsonObject, JudgeOptions, Judgement } from "../../transcripts/index.ts";
import { textOf } from "../sources/failure.ts";
import { openReadOnly } from "../stores/sqlite/read-only.ts";
import type { ReadOnlyDatabase } from "../stores/sqlite/read-only.ts";
import type { SqliteEngine } from "../stores/sqlite/driver.ts";
import { agentDatabaseFile, agentIdOf, sessionsFolder, transcriptFile } from "./places.ts";
import { openClawRunBegan } from "./run.ts";
import type { OpenClawRun } from "./run.ts";
import { sessionInDatabase, sessionInFile } from "./sessions.ts";
import type { StoredSession } from "./sessions.ts";
import { transcriptRows } from "./transcript-rows.ts";

/** A child's record, judged. A failed reading is a verdict too: `missing` or `unreadable`, with what to do. */
export interface ChildReading {
  /** Where it was read: a file, or a database and the session in it. */
  readonly place: string;
  readonly judgement: Judgement;
  /** The run that wrote the record that decided, where that says so (2026.9). */
  readonly writtenBy?: string | undefined;
}

/** What a reading may be told. */
export interface ChildOptions extends Pick<JudgeOptions, "skewMs" | "lineBytesMax"> {
  readonly engine?: SqliteEngine;
}

/** Databases kept open at most; a state folder has a few agents. */
const DATABASES_MAX = 32;

/** Reads children of one state folder. To be closed. */
export class ChildReader {
  readonly #stateDir: string;
  readonly #options: ChildOptions;
  readonly #databases = new Map<string, ReadOnlyDatabase>();

  constructor(stateDir: string, options: ChildOptions = {}) {
    this.#stateDir = stateDir;
    this.#options = options;
  }

  /** Reads and judges the run's child. Never fails: what stood in the way is the verdict's detail. */
  async read(run: OpenClawRun): Promise<ChildReading> {
    const agentId = agentIdOf(run.childSessionKey);
    if (agentId === undefined) {
      return unread(run.childSessionKey, "missing", "the session key names no agent");
    }
    let place = agentDatabaseFile(this.#stateDir, agentId);
    try {
      const database = await this.#database(place);
      const inDatabase = database?.snapshot(() => this.#fromDatabase(database, run));
      if (inDatabase !== undefined) return inDatabase;
      const folder = sessionsFolder(this.#stateDir, agentId);
      place = join(folder, "sessions.json");
      const session = sessionInFile(place, folder, run.childSessionKey);
      if (session === undefined) return unread(place, "missing", NO_SESSION);
      place = transcriptFile(folder, session);
      return await this.#fromFile(place, folder, run, session);
    } catch (error) {
      const missing = error instanceof TranscriptOpenError && error.failure.reason === "missing";
      return unread(place, missing ? "missing" : "unreadable", textOf(error));
    }
  }

  /**
   * The session that a key stands for now; undefined where no store has one.
   *
   * @throws where a store is there and cannot be read
   */
  async session(sessionKey: string): Promise<StoredSession | undefined> {
    const agentId = agentIdOf(sessionKey);
    if (agentId === undefined) return undefined;
    const database = await this.#database(agentDatabaseFile(this.#stateDir, agentId));
    const session = database === undefined ? undefined : sessionInDatabase(database, sessionKey);
    if (session !== undefined) return session;
    const folder = sessionsFolder(this.#stateDir, agentId);
    const file = join(folder, "sessions.json");
    const isThere = statSync(file, { throwIfNoEntry: false }) !== undefined;
    return isThere ? sessionInFile(file, folder, sessionKey) : undefined;
  }

  close(): void {
    for (const database of this.#databases.values()) database.close();
    this.#databases.clear();
  }

  async #database(path: string): Promise<ReadOnlyDatabase | undefined> {
    const known = this.#databases.get(path);
    if (known !== undefined) return known;
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
    if (this.#databases.size >= DATABASES_MAX) this.close();
    const database = await openReadOnly(path, this.#options);
    this.#databases.set(path, database);
    return database;
  }

  #fromDatabase(database: ReadOnlyDatabase, run: OpenClawRun): ChildReading | undefined {
    const session = sessionInDatabase(database, run.childSessionKey);
    const rows = session === undefined ? undefined : transcriptRows(database, session.sessionId);
    if (session === undefined || rows === undefined) return undefined;
    const judgement = judgeRows(rows, this.#judgeOptions(run, session));
    const decided = judgement.at === undefined ? undefined : recordInRows(rows, judgement.at.offset);
    return {
      place: `${database.path}, session ${session.sessionId}`,
      judgement,
      writtenBy: writerOf(decided),
    };
  }

  async #fromFile(
    path: string,
    root: string,
    run: OpenClawRun,
    session: StoredSession,
  ): Promise<ChildReading> {
    const judgement = judgeTranscriptSync(path, { ...this.#judgeOptions(run, session), root });
    const entryId = judgement.at?.entryId;
    if (judgement.kind !== "terminal" || entryId === undefined) return { place: path, judgement };
    const { records } = await recentRecords(path, { root });
    const decided = records.findLast((record) => record["id"] === entryId);
    return { place: path, judgement, writtenBy: writerOf(decided) };
  }

  #judgeOptions(run: OpenClawRun, { sessionId }: StoredSession): JudgeOptions {
    const { skewMs, lineBytesMax } = this.#options;
    return {
      format: "openclaw",
      since: openClawRunBegan(run),
      sessionId,
      ...(skewMs === undefined ? {} : { skewMs }),
      ...(lineBytesMax === undefined ? {} : { lineBytesMax }),
    };
  }
}

const NO_SESSION = "no session is known under the child's key any more; it was archived, or deleted";

/** The run that a record of 2026.9 says it was written in. */
export function writerOf(record: JsonObject | undefined): string | undefined {
  return asString(asObject(asObject(record?.["message"])?.["__openclaw"])?.["runId"]);
}

/** The reading of a child whose record could not be read. */
export function unread(place: string, reason: "missing" | "unreadable", detail: string): ChildReading {
  const nothing = { warnings: [], format: "unknown", bytes: 0, bytesRead: 0 } as const;
  return { place, judgement: { kind: "indeterminate", reason, detail, ...nothing } };
}
