/** The statements about runs and leases, in the order of their use. One text for both databases. */

import type { Dialect } from "./dialect.ts";
import { RUN_COLUMNS } from "./run-row.ts";

/** The texts, by name. */
export function runStatements(dialect: Dialect) {
  const { runs, each, forUpdate, forUpdateSkipLocked } = dialect;
  const columns = [...RUN_COLUMNS, "lease_holder", "lease_until", "fence"].join(", ");
  const named = RUN_COLUMNS.map((column) => `:${column}`).join(", ");
  const assigned = RUN_COLUMNS.filter((column) => column !== "run_id").map(
    (column) => `${column} = :${column}`,
  );

  // A run without a host and without a path is reached by nobody; `:host` is null where everything is reached.
  const reached = `(cast(:host as text) is null or host = :host or exists (
      select 1 from ${each("roots")} where substr(transcript, 1, length(value) + 1) = value || '/'))`;
  const stale = `due_at <= :now and began_at <= :beganBefore and ${reached}`;
  const inHand =
    "run_id = :runId and generation = :generation and fence = :token and lease_holder is not null";
  // Rings of parents are followed round and round, but not deeper than that.
  const below = `with recursive below (run_id, depth) as (
      select run_id, 1 from ${runs} where parent_run_id = :runId
      union
      select r.run_id, b.depth + 1 from ${runs} r join below b on r.parent_run_id = b.run_id
        where b.depth < :depthMax)`;
  const removable = `r.status = 'ended' and r.ended_at < :endedBefore
      and not exists (select 1 from ${runs} c where c.parent_run_id = r.run_id)
      and not exists (select 1 from ${dialect.settlements} s
        where s.run_id = r.run_id and s.state in ('pending', 'dead'))`;
  const page = (condition: string) => `
    select ${columns} from ${runs}
    where ${condition}
      and created_at <= :createdBefore
      and (created_at < :createdBefore or run_id > :afterId)
      and (cast(:statuses as text) is null or status in (select value from ${each("statuses")}))
      and (cast(:outcome as text) is null or outcome = :outcome)
    order by created_at desc, run_id
    limit :limit`;

  return {
    insert: `
    insert into ${runs} (${RUN_COLUMNS.join(", ")}) values (${named})
    on conflict (run_id) do nothing
    returning ${columns}`,

    get: `select ${columns} from ${runs} where run_id = :runId`,

    getForUpdate: `select ${columns} from ${runs} where run_id = :runId ${forUpdate}`,

    // Out of every hand: a later fence than any claim's, and no lease.
    replace: `
    update ${runs}
    set ${assigned.join(", ")}, lease_holder = null, lease_until = null, fence = fence + 1
    where run_id = :run_id
    returning ${columns}`,

    heartbeat: `
    update ${runs}
    set owner_heartbeat_at = :at, due_at = coalesce(waiting_until, 0),
      lease_holder = null, lease_until = null, fence = fence + 1
    where run_id = :runId and generation = :generation and status = :seen
      and status in ('running', 'paused') and owner_pid is not null
    returning ${columns}`,

    listAll: page("1 = 1"),

    listOpen: page("status <> 'ended'"),

    listStale: `
    select ${columns} from ${runs}
    where ${stale}
    order by began_at, run_id
    limit :limit`,

    countStale: `select count(*) as n from (select 1 from ${runs} where ${stale} limit :limit) as counted`,

    // No clock that is right gives a lease so long: who has it is told that it is lost.
    breakUp: `
    update ${runs}
    set lease_holder = null, lease_until = null, due_at = coalesce(waiting_until, 0), fence = fence + 1
    where lease_until > :leaseMax`,

    // Materialized: what was picked and locked is what is claimed, however the rest is planned.
    claim: `
    with picked as materialized (
      select run_id as picked_id from ${runs}
      where ${stale}
      order by due_at, began_at, run_id
      limit :limit
      ${forUpdateSkipLocked})
    update ${runs}
    set lease_holder = :holder, lease_until = :until, due_at = :until, fence = fence + 1
    where run_id in (select picked_id from picked)
    returning ${columns}`,

    // Of open runs alone: those have a `due_at`, which an index knows.
    listClaims: `
    select ${columns} from ${runs}
    where due_at is not null and lease_holder is not null
    order by lease_until, run_id
    limit :limit`,

    renew: `
    update ${runs} set lease_until = :until, due_at = :until
    where ${inHand}
    returning ${columns}`,

    release: `
    update ${runs} set lease_holder = null, lease_until = null, due_at = coalesce(waiting_until, 0)
    where ${inHand}
    returning run_id`,

    defer: `
    update ${runs}
    set waiting_until = :until, waiting_for = :why, read_failures = :readFailures,
      lease_holder = null, lease_until = null, due_at = :until
    where ${inHand}
    returning run_id`,

    // The one write that ends a run, in one statement. `:token` is null where nobody claimed.
    settle: `
    update ${runs}
    set status = 'ended', ended_at = :at, outcome = :outcome, source = :source,
      pause_reason = null, waiting_until = null, waiting_for = null, read_failures = null,
      due_at = null, lease_holder = null, lease_until = null, fence = fence + 1
    where run_id = :runId and generation = :generation and status = :seen and status <> 'ended'
      and (cast(:token as integer) is null or (fence = :token and lease_holder is not null))
    returning ${columns}`,

    improve: `
    update ${runs} set outcome = :outcome, source = :source
    where run_id = :runId
    returning ${columns}`,

    listImprovable: `
    select ${columns} from ${runs}
    where status = 'ended' and outcome = 'error' and source = 'sweeper-lost-context'
      and ended_at >= :endedAfter and (ended_at > :endedAfter or run_id > :afterId)
      and ${reached}
    order by ended_at, run_id
    limit :limit`,

    hasActiveDescendant: `${below}
    select r.run_id from below b join ${runs} r on r.run_id = b.run_id
    where r.status <> 'ended' and r.run_id <> :runId
    limit 1`,

    activeDescendants: `${below}
    select distinct r.run_id from below b join ${runs} r on r.run_id = b.run_id
    where r.status <> 'ended' and r.run_id <> :runId
    order by r.run_id
    limit :limit`,

    removable: `
    select r.run_id from ${runs} r
    where ${removable}
    order by r.ended_at, r.run_id
    limit :limit ${forUpdateSkipLocked}`,

    // Asked once more: since the first look somebody may have found a better answer, which is to be delivered.
    remove: `
    delete from ${runs} as r
    where r.run_id in (select value from ${each("ids")}) and ${removable}
    returning run_id`,
  } as const;
}
