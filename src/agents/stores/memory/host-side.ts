/** The host's side of the store in memory: runs added, changed, listed, removed. */

import { changedRun } from "../../run-changes.ts";
import type { HostSide, RunQuery } from "../../run-store.ts";
import type { Run } from "../../run.ts";
import { checkedRun } from "../checked-run.ts";
import { dueAtOf } from "../due.ts";
import { DESCENDANTS_DEPTH_MAX, checkedLimit, checkedTime } from "../limits.ts";
import { byBytes, byEnd } from "../order.ts";
import type { RunRow, Tables } from "./tables.ts";

export function hostSide(tables: Tables): HostSide {
  return {
    add: async (run) => {
      checkedRun(run);
      return tables.step(({ runs }) => {
        const known = runs.get(run.runId);
        if (known !== undefined && known.run.generation >= run.generation) {
          return { kind: "exists", run: known.run };
        }
        runs.set(run.runId, free(run, known));
        return { kind: "added", run };
      });
    },
    get: async (runId) => tables.step(({ runs }) => runs.get(runId)?.run),
    list: async (query) => {
      checkedLimit(query.limit);
      return tables.step(({ runs }) =>
        [...runs.values()]
          .map(({ run }) => run)
          .filter((run) => fits(run, query))
          .sort(byAgeDown)
          .filter((run) => query.after === undefined || byAgeDown(run, query.after) > 0)
          .slice(0, query.limit),
      );
    },
    update: async (seen, changes) =>
      tables.step(({ runs }) => {
        const known = runs.get(seen.runId);
        if (known === undefined) return { kind: "unknown-run" };
        const { run } = known;
        if (run.generation !== seen.generation || run.status !== seen.status) return { kind: "lost", run };
        const changed = checkedRun(changedRun(run, changes));
        runs.set(seen.runId, free(changed, known));
        return { kind: "updated", run: changed };
      }),
    heartbeat: async (seen, at) => {
      checkedTime("at", at);
      return tables.step(({ runs }) => {
        const known = runs.get(seen.runId);
        if (known === undefined) return { kind: "unknown-run" };
        const { run, dueAt } = known;
        const isSame = run.generation === seen.generation && run.status === seen.status;
        if (!isSame || dueAt === null || run.owner === undefined) return { kind: "lost", run };
        const alive = { ...run, owner: { ...run.owner, heartbeatAt: at } };
        runs.set(seen.runId, free(alive, known));
        return { kind: "updated", run: alive };
      });
    },
    settlementOf: async (runId) =>
      tables.step(({ runs, messages }) => {
        const generation = runs.get(runId)?.run.generation;
        return messages.get(runId)?.findLast((row) => row.generation === generation)?.settlement;
      }),
    activeDescendants: async (runId, limit) => {
      checkedLimit(limit);
      return tables.step(() => activeBelow(tables, runId).sort(byBytes).slice(0, limit));
    },
    prune: async ({ endedBefore, limit }) => {
      checkedTime("endedBefore", endedBefore);
      checkedLimit(limit);
      return tables.step(({ runs, messages }) => {
        const parents = new Set([...runs.values()].map(({ run }) => run.parentRunId));
        const isKept = (runId: string) =>
          parents.has(runId) ||
          tables.messagesOf(runId).some(({ state }) => state === "pending" || state === "dead");
        const gone = [...runs.values()]
          .map(({ run }) => run)
          .filter(({ endedAt = Infinity, runId }) => endedAt < endedBefore && !isKept(runId))
          .sort(byEnd)
          .slice(0, limit);
        for (const { runId } of gone) {
          runs.delete(runId);
          messages.delete(runId);
        }
        return gone.length;
      });
    },
  };
}

/** Ids of the runs below, at any depth, that have not ended. */
export function activeBelow({ runs }: Tables, runId: string): string[] {
  const active: string[] = [];
  const seen = new Set([runId]);
  let parents = new Set([runId]);
  for (let depth = 0; depth < DESCENDANTS_DEPTH_MAX && parents.size > 0; depth += 1) {
    const children = [...runs.values()].map(({ run }) => run).filter((run) => isBelow(run, parents, seen));
    for (const child of children) seen.add(child.runId);
    active.push(...children.filter(({ status }) => status !== "ended").map((child) => child.runId));
    parents = new Set(children.map((child) => child.runId));
  }
  return active;
}

function isBelow(run: Run, parents: ReadonlySet<string>, seen: ReadonlySet<string>): boolean {
  return run.parentRunId !== undefined && parents.has(run.parentRunId) && !seen.has(run.runId);
}

/** In nobody's hand: a later fence than any claim's. */
function free(run: Run, before: RunRow | undefined): RunRow {
  return { run, dueAt: dueAtOf(run), fence: before === undefined ? 0 : before.fence + 1 };
}

function fits(run: Run, { status, outcome }: RunQuery): boolean {
  return (
    (status === undefined || status.includes(run.status)) &&
    (outcome === undefined || run.outcome === outcome)
  );
}

function byAgeDown(one: Run, other: Run): number {
  return other.createdAt - one.createdAt || byBytes(one.runId, other.runId);
}
