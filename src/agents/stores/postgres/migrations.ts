/**
 * The tables in PostgreSQL, version by version, and the way there. A version that was published is never changed:
 * what comes later is a further step. The version stands in the table `version` of the schema.
 */

import { StoreError } from "../failure.ts";
import { asNumber } from "../sql/run-row.ts";
import type { SqlEngine, Statement, Steps } from "../sql/statement.ts";

/**
 * Each step leads from the version of its index to the next; `$schema` stands for the schema's name.
 *
 * The partial indexes hold what is due and nothing else, so that a sweep's cost follows what is due and not the
 * table: a run that has ended, or waits for its turn, has no `due_at`, and no place in `runs_due`.
 */
const STEPS: readonly (readonly string[])[] = [
  [
    `create table $schema.runs (
      run_id text collate "C" primary key,
      generation integer not null,
      status text not null check (status in ('queued', 'running', 'paused', 'ended')),
      outcome text check (outcome in ('ok', 'error')),
      source text,
      child_session_key text not null,
      requester_session_key text not null,
      child_session_id text,
      parent_run_id text collate "C",
      parent_session_key text,
      task text,
      label text,
      pause_reason text,
      host text,
      transcript text,
      artifact text,
      created_at double precision not null,
      started_at double precision,
      ended_at double precision,
      restored_at double precision,
      killed_at double precision,
      attempt integer,
      attempts_max integer,
      owner_pid integer,
      owner_started_at double precision,
      owner_heartbeat_at double precision,
      waiting_until double precision,
      waiting_for text,
      read_failures integer,
      began_at double precision not null,
      due_at double precision,
      lease_holder text,
      lease_until double precision,
      fence integer not null default 0,
      check ((status = 'ended') = (ended_at is not null and outcome is not null)),
      check ((status in ('running', 'paused')) = (due_at is not null)),
      check ((lease_holder is null) = (lease_until is null))
    )`,
    `create index runs_due on $schema.runs (due_at, began_at, run_id) where due_at is not null`,
    `create index runs_leased on $schema.runs (lease_until) where lease_until is not null`,
    `create index runs_by_parent on $schema.runs (parent_run_id) where parent_run_id is not null`,
    `create index runs_by_age on $schema.runs (created_at desc, run_id)`,
    `create index runs_open_by_age on $schema.runs (created_at desc, run_id) where status <> 'ended'`,
    `create index runs_by_end on $schema.runs (ended_at, run_id) where status = 'ended'`,

    `create table $schema.settlements (
      run_id text collate "C" not null references $schema.runs (run_id) on delete cascade,
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
      settled_at double precision not null,
      state text not null check (state in ('pending', 'delivered', 'dead', 'dismissed', 'superseded')),
      attempts integer not null default 0,
      first_attempt_at double precision,
      due_at double precision,
      finished_at double precision,
      last_error text,
      lease_holder text,
      lease_until double precision,
      fence integer not null default 0,
      primary key (run_id, generation, revision),
      check ((state = 'pending') = (due_at is not null)),
      check ((lease_holder is null) = (lease_until is null))
    )`,
    `create unique index settlements_by_key on $schema.settlements (run_id, generation, correction)
      where state <> 'superseded'`,
    `create index settlements_due on $schema.settlements (due_at, settled_at, run_id, generation, revision)
      where due_at is not null`,
    `create index settlements_leased on $schema.settlements (lease_until) where lease_until is not null`,
    `create index settlements_by_state on $schema.settlements (state, settled_at)`,
  ],
];

// One lock for all who migrate, whatever the schema: "lastword" as bytes would not fit; any number of ours does.
const LOCK = 7_239_141_120;

/**
 * Brings the tables to the version of this code. Several processes may do this at once: one works, the others wait
 * and find it done. The role needs the right to create the schema only where it is not there yet.
 *
 * @throws {StoreError} `newer-schema` where a newer lastword was here
 */
export async function migrate(engine: SqlEngine, schema: string): Promise<void> {
  if ((await engine.all(() => versionSteps(schema))) === STEPS.length) return;
  await engine.all(function* (): Steps<void> {
    yield plain(`select pg_advisory_xact_lock(${LOCK})`);
    // Another process may have been faster.
    const from = yield* versionSteps(schema);
    if (from === 0) {
      yield plain(`create schema if not exists ${schema}`);
      yield plain(`create table if not exists ${schema}.version (version integer primary key)`);
    }
    for (const step of STEPS.slice(from)) {
      for (const text of step) yield plain(text.replaceAll("$schema", schema));
    }
    yield plain(`delete from ${schema}.version`);
    yield {
      text: `insert into ${schema}.version (version) values (:version)`,
      params: { version: STEPS.length },
    };
  });
}

/** The version that is there; 0 where there are no tables yet. */
function* versionSteps(schema: string): Steps<number> {
  // Asked of the catalog's tables: a look-up by name may answer from before the lock was had.
  const [there] = yield {
    text: `select 1 as one from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where n.nspname = :schema and c.relname = 'version'`,
    params: { schema },
  };
  if (there === undefined) return 0;
  const [row] = yield plain(`select version from ${schema}.version`);
  const found = asNumber(row?.["version"]) ?? 0;
  if (found <= STEPS.length) return found;
  throw new StoreError({
    code: "newer-schema",
    found,
    known: STEPS.length,
    detail: `the store's tables are of version ${found}, this lastword knows ${STEPS.length}; use a newer lastword`,
  });
}

function plain(text: string): Statement {
  return { text, params: {} };
}
