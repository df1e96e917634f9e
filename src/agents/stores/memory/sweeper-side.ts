/** The sweeper's side of the store in memory: runs claimed, held, put off, settled, and settled better. */

import { isImprovable, planImprovement } from "../../improvement.ts";
import { keep } from "../../kept-settlement.ts";
import { changedRun } from "../../run-changes.ts";
import type { Claim, ImproveRequest, Reach, ReachedQuery, SweeperSide } from "../../run-store.ts";
import { beganAt } from "../../run.ts";
import type { Run } from "../../run.ts";
import type { Settlement } from "../../settlement.ts";
import { dueAtOf } from "../due.ts";
import { LEASE_MS_MAX, checkedLease, checkedLimit, checkedTime } from "../limits.ts";
import { byAge, byBytes, byEnd } from "../order.ts";
import { activeBelow } from "./host-side.ts";
import type { Lease, MessageRow, RunRow, Tables } from "./tables.ts";

type HeldRow = RunRow & { readonly lease: Lease };

export function sweeperSide(tables: Tables): SweeperSide {
  const { runs } = tables;

  const stale = ({ now, graceMs, limit, reach }: ReachedQuery): RunRow[] => {
    checkedLimit(limit);
    const beganBefore = checkedTime("now", now) - checkedTime("graceMs", graceMs);
    return [...runs.values()].filter(
      ({ run, dueAt }) =>
        dueAt !== null && dueAt <= now && beganAt(run) <= beganBefore && isReached(run, reach),
    );
  };
  /** No clock that is right gives a lease so long: who has it is told that it is lost. */
  const breakUp = (now: number): void => {
    for (const row of runs.values()) {
      if (row.lease === undefined || row.lease.until <= now + LEASE_MS_MAX) continue;
      const { run, fence } = row;
      runs.set(run.runId, { run, dueAt: dueAtOf(run), fence: fence + 1 });
    }
  };
  const inHand = ({ run, token }: Claim): HeldRow | undefined => {
    const row = runs.get(run.runId);
    const isHeld = row?.fence === token && row.run.generation === run.generation;
    return isHeld && row.lease !== undefined ? { ...row, lease: row.lease } : undefined;
  };

  return {
    listStale: async (query) =>
      tables.step(() =>
        stale(query)
          .map(({ run }) => run)
          .sort((one, other) => beganAt(one) - beganAt(other) || byBytes(one.runId, other.runId))
          .slice(0, query.limit),
      ),
    hasActiveDescendant: async (runId) => tables.step(() => activeBelow(tables, runId).length > 0),
    countStale: async (query) => tables.step(() => Math.min(query.limit, stale(query).length)),
    claim: async (query) => {
      const until = checkedTime("now", query.now) + checkedLease(query.leaseMs);
      return tables.step(() => {
        breakUp(query.now);
        return stale(query)
          .sort(byDue)
          .slice(0, query.limit)
          .map((row) => {
            const claimed = {
              ...row,
              dueAt: until,
              lease: { holder: query.holder, until },
              fence: row.fence + 1,
            };
            runs.set(row.run.runId, claimed);
            return claimOf(claimed);
          })
          .sort(byAge);
      });
    },
    listClaims: async ({ limit }) => {
      checkedLimit(limit);
      return tables.step(() =>
        [...runs.values()]
          .flatMap((row) => (row.lease === undefined ? [] : [claimOf({ ...row, lease: row.lease })]))
          .sort((one, other) => one.until - other.until || byBytes(one.run.runId, other.run.runId))
          .slice(0, limit),
      );
    },
    renew: async (claim, { now, leaseMs }) => {
      const until = checkedTime("now", now) + checkedLease(leaseMs);
      return tables.step(() => {
        const row = inHand(claim);
        if (row === undefined) return { kind: "lost" };
        const renewed = { ...row, dueAt: until, lease: { ...row.lease, until } };
        runs.set(row.run.runId, renewed);
        return { kind: "held", claim: claimOf(renewed) };
      });
    },
    release: async (claim) =>
      tables.step(() => {
        const row = inHand(claim);
        if (row === undefined) return { kind: "lost" };
        runs.set(row.run.runId, { ...row, dueAt: row.run.waitingUntil ?? 0, lease: undefined });
        return { kind: "done" };
      }),
    defer: async (claim, { until, why, readFailures = 0 }) => {
      checkedTime("until", until);
      return tables.step(() => {
        const row = inHand(claim);
        if (row === undefined) return { kind: "lost" };
        const run = changedRun(row.run, { waitingUntil: until, waitingFor: why, readFailures });
        runs.set(run.runId, { ...row, run, dueAt: until, lease: undefined });
        return { kind: "done" };
      });
    },
    settle: async ({ runId, generation, from, settlement, at, token }) => {
      checkedTime("at", at);
      return tables.step(() => {
        const row = runs.get(runId);
        if (row === undefined) return { kind: "unknown-run" };
        const { run, fence, lease } = row;
        const isSame = run.generation === generation && run.status === from && run.status !== "ended";
        const isHeld = token === undefined || (fence === token && lease !== undefined);
        if (!isSame || !isHeld) return { kind: "lost", run };
        const { kind: outcome, source } = settlement;
        const ended = changedRun(run, { status: "ended", endedAt: at, outcome, source });
        runs.set(runId, { run: ended, dueAt: null, fence: fence + 1 });
        tables.putMessage({
          ...about(ended, settlement, at),
          revision: 0,
          correction: 0,
          state: "pending",
          dueAt: at,
        });
        return { kind: "settled", run: ended };
      });
    },
    listImprovable: async ({ endedAfter, limit, after, reach }) => {
      checkedTime("endedAfter", endedAfter);
      checkedLimit(limit);
      return tables.step(() =>
        [...runs.values()]
          .map(({ run }) => run)
          .filter((run) => run.outcome === "error" && run.source === "sweeper-lost-context")
          .filter((run) => (run.endedAt ?? 0) >= endedAfter && isReached(run, reach))
          .sort(byEnd)
          .filter((run) => after === undefined || byEnd(run, after) > 0)
          .slice(0, limit),
      );
    },
    improve: async (request) => {
      checkedTime("at", request.at);
      return tables.step(() => improve(tables, request));
    },
  };
}

function improve(tables: Tables, { runId, generation, insteadOf, settlement, at }: ImproveRequest) {
  const row = tables.runs.get(runId);
  if (row === undefined) return { kind: "unknown-run" } as const;
  const { run } = row;
  const last = tables.messagesOf(runId).at(-1);
  const isStanding = last?.generation === generation && last.settlement.digest === insteadOf;
  if (
    run.generation !== generation ||
    run.status !== "ended" ||
    !isStanding ||
    !isImprovable(last.settlement)
  ) {
    return { kind: "lost", run } as const;
  }
  const wasHanded = last.firstAttemptAt !== undefined;
  const plan = planImprovement({ ...last, wasHanded, leaseUntil: last.lease?.until }, at);
  if (plan.supersedes) tables.putMessage({ ...last, state: "superseded", dueAt: null });
  const { kind, correction, state, dueAt } = plan;
  tables.putMessage({ ...about(run, settlement, at), revision: last.revision + 1, correction, state, dueAt });
  const better = changedRun(run, { outcome: settlement.kind, source: settlement.source });
  tables.runs.set(runId, { ...row, run: better });
  return { kind, run: better } as const;
}

function about(
  { runId, generation, requesterSessionKey, childSessionKey }: Run,
  settlement: Settlement,
  settledAt: number,
): Omit<MessageRow, "revision" | "correction" | "state" | "dueAt"> {
  const kept = keep(settlement);
  const fresh = { settlement: kept, settledAt, attempts: 0, fence: 0 };
  return { runId, generation, requesterSessionKey, childSessionKey, ...fresh };
}

function claimOf({ run, lease, fence }: HeldRow): Claim {
  return { run, holder: lease.holder, token: fence, until: lease.until };
}

function isReached({ host, transcript }: Run, reach: Reach | undefined): boolean {
  if (reach === undefined || host === reach.host) return true;
  return (reach.sharedRoots ?? []).some((root) => transcript?.startsWith(`${root}/`) === true);
}

function byDue(one: RunRow, other: RunRow): number {
  return (
    (one.dueAt ?? 0) - (other.dueAt ?? 0) ||
    beganAt(one.run) - beganAt(other.run) ||
    byBytes(one.run.runId, other.run.runId)
  );
}
