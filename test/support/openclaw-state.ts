/**
 * A state folder as OpenClaw leaves it, made for a test: the registry and the session stores of 2026.6.5 (a database
 * and files) and of 2026.9.6 (databases alone), in real SQLite, with the columns that matter.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { RawDatabase } from "../../src/agents/stores/sqlite/driver.ts";
import { engineFor } from "../../src/agents/stores/sqlite/open.ts";
import { START } from "./openclaw-records.ts";
import { zstdFrame } from "./zstd-frame.ts";

/** The two versions that differ in what they keep where. */
export type StateVersion = "2026.6.5" | "2026.9.6";
export const STATE_VERSIONS: readonly StateVersion[] = ["2026.6.5", "2026.9.6"];

/** What the versions' sweeps say of a run that they lost. */
export const LOST: Readonly<Record<StateVersion, string>> = {
  "2026.6.5": "subagent run lost active execution context",
  "2026.9.6":
    "Subagent execution was interrupted by a Gateway restart. Inspect retained session history and uncertain tool outcomes, then continue the child with a follow-up or assign replacement work.",
};

/** A run of the registry; what is not said is a run that was lost, a minute after its start, and told. */
export interface StateRun {
  readonly runId?: string;
  readonly child?: string;
  readonly requester?: string;
  /** The requester's session when it asked. */
  readonly requesterSessionId?: string;
  readonly createdAt?: number;
  readonly startedAt?: number;
  readonly endedAt?: number | null;
  readonly status?: string;
  readonly error?: string | undefined;
  readonly endedReason?: string;
  readonly deliveredAt?: number;
  readonly resultText?: string;
}

export const CHILD = "agent:main:subagent:c1";
export const REQUESTER = "agent:main:main";

const TABLES: Readonly<Record<StateVersion, string>> = {
  "2026.6.5": `create table subagent_runs (run_id text not null primary key, child_session_key text not null,
    requester_session_key text not null, task text not null, label text, created_at integer not null,
    started_at integer, ended_at integer, outcome_json text, ended_reason text, pause_reason text,
    frozen_result_text text, completion_announced_at integer, payload_json text not null default '{}')`,
  "2026.9.6": `create table subagent_runs (run_id text not null primary key, child_session_key text not null,
    requester_session_key text not null, created_at integer not null,
    payload_json text not null default '{}') strict`,
};
const AGENT_TABLES = `
  create table session_nodes (session_key text not null primary key, current_session_id text not null,
    entry_json text not null) strict;
  create table transcript_events (session_id text not null, seq integer not null, event_json text,
    created_at integer not null, event_zstd blob, event_utf8_bytes integer, navigation_json text,
    primary key (session_id, seq)) strict`;

/** One state folder. What is written is what a killed gateway leaves: log and all. */
export class OpenClawState {
  readonly path: string;
  readonly version: StateVersion;
  readonly #registry: RawDatabase;
  readonly #agent: RawDatabase | undefined;

  private constructor(
    version: StateVersion,
    registry: RawDatabase,
    agent: RawDatabase | undefined,
    path: string,
  ) {
    this.version = version;
    this.#registry = registry;
    this.#agent = agent;
    this.path = path;
  }

  static async make(version: StateVersion): Promise<OpenClawState> {
    const path = mkdtempSync(join(tmpdir(), "lastword-openclaw-"));
    const { open } = await engineFor(undefined);
    const database = (name: string, tables: string): RawDatabase => {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      const made = open(join(path, name));
      made.exec(`pragma journal_mode = wal; ${tables}`);
      return made;
    };
    const registry = database("state/openclaw.sqlite", TABLES[version]);
    const agent =
      version === "2026.9.6" ? database("agents/main/agent/openclaw-agent.sqlite", AGENT_TABLES) : undefined;
    onTestFinished(() => {
      registry.close();
      agent?.close();
      rmSync(path, { recursive: true, force: true });
    });
    return new OpenClawState(version, registry, agent, path);
  }

  /** Puts a run into the registry, in the version's own shape. Returns its id. */
  run(given: StateRun = {}): string {
    const { runId = "run-1", child = CHILD, requester = REQUESTER, createdAt = START } = given;
    const { startedAt = createdAt, status = "error", error = LOST[this.version] } = given;
    const endedAt = given.endedAt === undefined ? createdAt + 60_000 : given.endedAt;
    const { endedReason = status === "ok" ? "subagent-complete" : "subagent-error", resultText } = given;
    const { deliveredAt = endedAt === null ? null : endedAt + 1_000 } = given;
    const outcome =
      endedAt === null ? null : { status, ...(status === "ok" ? {} : { error }), startedAt, endedAt };
    const execution = { status: endedAt === null ? "running" : "terminal", startedAt, endedAt, outcome };
    const payload = JSON.stringify({
      runId,
      childSessionKey: child,
      requesterSessionKey: requester,
      completionRequesterSessionId: given.requesterSessionId,
      task: "Count.",
      createdAt,
      execution,
      completion: { required: true, resultText: resultText ?? null },
      delivery: deliveredAt === null ? { status: "pending" } : { status: "delivered", deliveredAt },
      ...(endedAt === null ? {} : { endedReason }),
    });
    const row: Record<string, string | number | null> = {
      run_id: runId,
      child_session_key: child,
      requester_session_key: requester,
      created_at: createdAt,
      payload_json: payload,
      ...(this.version === "2026.9.6"
        ? {}
        : {
            task: "Count.",
            started_at: startedAt,
            ended_at: endedAt,
            outcome_json: outcome === null ? null : JSON.stringify(outcome),
            ended_reason: endedAt === null ? null : endedReason,
            frozen_result_text: resultText ?? null,
            completion_announced_at: deliveredAt,
          }),
    };
    insert(this.#registry, "subagent_runs", row);
    return runId;
  }

  /** Gives a key a session with this transcript; on 2026.9.6 every other row is compressed. */
  session(lines: readonly string[], { key = CHILD, sessionId = "s-1" } = {}): void {
    const entry = { sessionId, status: "running", startedAt: START, updatedAt: START };
    if (this.#agent === undefined) return this.#file(lines, key, entry);
    insert(this.#agent, "session_nodes", {
      session_key: key,
      current_session_id: sessionId,
      entry_json: JSON.stringify(entry),
    });
    for (const [seq, line] of lines.entries()) {
      const packed = seq % 2 === 1;
      const bytes = `x'${zstdFrame(line).toString("hex")}'`;
      this.#agent.exec(
        `insert into transcript_events values ('${sessionId}', ${seq}, ${packed ? "null" : quoted(line)}, ${START},
         ${packed ? bytes : "null"}, ${packed ? Buffer.byteLength(line) : "null"}, null)`,
      );
    }
  }

  readonly #sessions: Record<string, unknown> = {};

  #file(lines: readonly string[], key: string, entry: { readonly sessionId: string }): void {
    const folder = join(this.path, "agents", "main", "sessions");
    mkdirSync(folder, { recursive: true });
    const sessionFile = `/home/user/.openclaw/agents/main/sessions/${entry.sessionId}.jsonl`;
    this.#sessions[key] = { ...entry, sessionFile };
    writeFileSync(join(folder, "sessions.json"), JSON.stringify(this.#sessions));
    writeFileSync(join(folder, `${entry.sessionId}.jsonl`), lines.map((line) => `${line}\n`).join(""));
  }
}

function insert(
  database: RawDatabase,
  table: string,
  row: Readonly<Record<string, string | number | null>>,
): void {
  const values = Object.values(row).map((value) =>
    typeof value === "string" ? quoted(value) : String(value),
  );
  database.exec(`insert into ${table} (${Object.keys(row).join(", ")}) values (${values.join(", ")})`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
