/**
 * The tables in SQLite, version by version, and the way there. A version that was published is never changed: what
 * comes later is a further step. The version stands in `user_version`.
 */

import { StoreError } from "../failure.ts";
import type { SqliteDriver } from "./driver.ts";

/**
 * Each step leads from the version of its index to the next.
 *
 * The partial indexes hold what is due and nothing else, so that a sweep's cost follows what is due and not the
 * table: a run that has ended, or waits for its turn, has no `due_at`, and no place in `runs_due`.
 */
const STEPS: readonly string[] = [
  `
  create table runs (
    run_id text primary key,
    generation integer not null,
    status text not null check (status in ('queued', 'running', 'paused', 'ended')),
    outcome text check (outcome in ('ok', 'error')),
    source text,
    child_session_key text not null,
    requester_session_key text not null,
    child_session_id text,
    parent_run_id text,
    parent_session_key text,
    task text,
    label text,
    pause_reason text,
    host text,
    transcript text,
    artifact text,
    created_at real not null,
    started_at real,
    ended_at real,
    restored_at real,
    killed_at real,
    attempt integer,
    attempts_max integer,
    owner_pid integer,
    owner_started_at real,
    owner_heartbeat_at real,
    waiting_until real,
    waiting_for text,
    read_failures integer,
    began_at real not null,
    due_at real,
    lease_holder text,
    lease_until real,
    fence integer not null default 0,
    check ((status = 'ended') = (ended_at is not null and outcome is not null)),
    check ((status in ('running', 'paused')) = (due_at is not null)),
    check ((lease_holder is null) = (lease_until is null))
  ) strict;
  create index runs_due on runs (due_at, began_at, run_id) where due_at is not null;
  create index runs_leased on runs (lease_until) where lease_until is not null;
  create index runs_by_parent on runs (parent_run_id) where parent_run_id is not null;
  create index runs_by_age on runs (created_at desc, run_id);
  create index runs_open_by_age on runs (created_at desc, run_id) where status <> 'ended';
  create index runs_by_end on runs (ended_at, run_id) where status = 'ended';

  create table settlements (
    run_id text not null references runs (run_id) on delete cascade,
    generation integer not null,
    revision integer not null,
    correction integer not null,
    requester_session_key text not null,
    child_session_key text not null,
    outcome text not null check (outcome in ('ok', 'error')),
    source text not null,
    settlement text not null,
    evidence text not null,
    evidence_sha256 text not null,
    settled_at real not null,
    state text not null check (state in ('pending', 'delivered', 'dead', 'dismissed', 'superseded')),
    attempts integer not null default 0,
    first_attempt_at real,
    due_at real,
    finished_at real,
    last_error text,
    lease_holder text,
    lease_until real,
    fence integer not null default 0,
    primary key (run_id, generation, revision),
    check ((state = 'pending') = (due_at is not null)),
    check ((lease_holder is null) = (lease_until is null))
  ) strict;
  create unique index settlements_by_key on settlements (run_id, generation, correction) where state <> 'superseded';
  create index settlements_due on settlements (due_at, settled_at, run_id, generation, revision)
    where due_at is not null;
  create index settlements_leased on settlements (lease_until) where lease_until is not null;
  create index settlements_by_state on settlements (state, settled_at);
  `,
];

/**
 * Brings the tables to the version of this code. Several processes may do this at once: one works, the others wait
 * and find it done.
 *
 * @throws {StoreError} `newer-schema` where a newer lastword was here
 */
export function migrate(driver: SqliteDriver): void {
  const version = versionOf(driver);
  if (version === STEPS.length) return;
  driver.transaction(() => {
    // Another process may have been faster.
    const from = versionOf(driver);
    for (const step of STEPS.slice(from)) driver.script(step);
    driver.script(`pragma user_version = ${STEPS.length}`);
  });
}

function versionOf(driver: SqliteDriver): number {
  const found = Number(driver.get("pragma user_version")?.["user_version"] ?? 0);
  if (found <= STEPS.length) return found;
  throw new StoreError({
    code: "newer-schema",
    found,
    known: STEPS.length,
    detail: `the store's tables are of version ${found}, this lastword knows ${STEPS.length}; use a newer lastword`,
  });
}
