/** The statements about settlements and their delivery, in the order of their use. One text for both databases. */

import type { Dialect } from "./dialect.ts";

const COLUMNS = [
  "run_id",
  "generation",
  "revision",
  "correction",
  "requester_session_key",
  "child_session_key",
  "settlement",
  "evidence",
  "settled_at",
  "state",
  "attempts",
  "first_attempt_at",
  "due_at",
  "finished_at",
  "last_error",
  "lease_until",
  "fence",
].join(", ");

/** The texts, by name. */
export function settlementStatements({ settlements, forUpdate, forUpdateSkipLocked }: Dialect) {
  const one = "run_id = :runId and generation = :generation and revision = :revision";
  return {
    insert: `
    insert into ${settlements} (
      run_id, generation, revision, correction, requester_session_key, child_session_key,
      outcome, source, settlement, evidence, evidence_sha256, settled_at, state, due_at)
    values (
      :runId, :generation, :revision, :correction, :requesterSessionKey, :childSessionKey,
      :outcome, :source, :settlement, :evidence, :digest, :at, :state, :dueAt)`,

    // A run's last word: of its latest generation, the latest revision.
    last: `
    select ${COLUMNS} from ${settlements}
    where run_id = :runId
    order by generation desc, revision desc
    limit 1 ${forUpdate}`,

    ofGeneration: `
    select ${COLUMNS} from ${settlements}
    where run_id = :runId and generation = :generation
    order by revision desc
    limit 1`,

    ofRun: `
    select ${COLUMNS} from ${settlements}
    where run_id = :runId
    order by generation, revision
    limit :limit`,

    list: `
    select ${COLUMNS} from ${settlements}
    where state = :state and settled_at >= :settledAfter
      and (settled_at > :settledAfter or (run_id, generation, revision) > (:afterId, :afterGeneration, :afterRevision))
    order by settled_at, run_id, generation, revision
    limit :limit`,

    // The lease stays: who has it in hand may still say that it arrived.
    supersede: `update ${settlements} set state = 'superseded', due_at = null where ${one}`,

    // No clock that is right gives a lease so long: who has it is told that it is lost.
    breakUp: `
    update ${settlements}
    set lease_holder = null, lease_until = null, due_at = case when state = 'pending' then 0 end, fence = fence + 1
    where lease_until > :leaseMax`,

    // Materialized: what was picked and locked is what is claimed, however the rest is planned.
    claim: `
    with picked as materialized (
      select run_id as picked_run, generation as picked_generation, revision as picked_revision
      from ${settlements}
      where due_at <= :now
      order by due_at, settled_at, run_id, generation, revision
      limit :limit
      ${forUpdateSkipLocked})
    update ${settlements}
    set attempts = attempts + 1, first_attempt_at = coalesce(first_attempt_at, :now),
      lease_holder = :holder, lease_until = :until, due_at = :until, fence = fence + 1
    where (run_id, generation, revision) in (select picked_run, picked_generation, picked_revision from picked)
    returning ${COLUMNS}`,

    delivered: `
    update ${settlements}
    set state = 'delivered', due_at = null, finished_at = :at, last_error = null,
      lease_holder = null, lease_until = null
    where ${one} and fence = :token and lease_holder is not null
    returning run_id`,

    failed: `
    update ${settlements}
    set state = case when state = 'pending' and cast(:retryAt as double precision) is null then 'dead' else state end,
      due_at = case when state = 'pending' then cast(:retryAt as double precision) end,
      finished_at = case when state = 'pending' and cast(:retryAt as double precision) is null then :at
        else finished_at end,
      last_error = :error, lease_holder = null, lease_until = null
    where ${one} and fence = :token and lease_holder is not null
    returning ${COLUMNS}`,

    retry: `
    update ${settlements}
    set state = 'pending', due_at = :now, attempts = 0, finished_at = null,
      lease_holder = null, lease_until = null, fence = fence + 1
    where ${one}
    returning ${COLUMNS}`,

    dismiss: `
    update ${settlements} set state = 'dismissed', due_at = null, finished_at = :now
    where ${one}
    returning ${COLUMNS}`,
  } as const;
}
