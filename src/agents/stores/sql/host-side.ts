/** The host's side of an SQL store: runs added, changed, listed, removed. */

import { changedRun } from "../../run-changes.ts";
import type { RunChanges } from "../../run-changes.ts";
import type { AddAnswer, HostSide, RunQuery, SeenRun, UpdateAnswer } from "../../run-store.ts";
import type { Run } from "../../run.ts";
import { checkedRun } from "../checked-run.ts";
import { fault } from "../failure.ts";
import { DESCENDANTS_DEPTH_MAX, checkedLimit, checkedTime } from "../limits.ts";
import { deliveryFrom } from "./delivery-row.ts";
import type { Dialect } from "./dialect.ts";
import { runFrom, runParams } from "./run-row.ts";
import { runStatements } from "./run-statements.ts";
import { settlementStatements } from "./settlement-statements.ts";
import type { SqlEngine, Steps } from "./statement.ts";
import { storedText, textFrom } from "./text.ts";

export function hostSide(engine: SqlEngine, dialect: Dialect): HostSide {
  const statements = runStatements(dialect);
  const settlements = settlementStatements(dialect);

  const lookUp = async (runId: string): Promise<Run | undefined> => {
    const [row] = await engine.one({ text: statements.get, params: { runId: storedText(runId) } });
    return row === undefined ? undefined : runFrom(row);
  };

  function* held(runId: string): Steps<Run | undefined> {
    const [row] = yield { text: statements.getForUpdate, params: { runId: storedText(runId) } };
    return row === undefined ? undefined : runFrom(row);
  }

  function* replaced(run: Run): Steps<Run> {
    const [row] = yield { text: statements.replace, params: runParams(checkedRun(run)) };
    return row === undefined ? run : runFrom(row);
  }

  function* adding(run: Run): Steps<AddAnswer> {
    const [row] = yield { text: statements.insert, params: runParams(run) };
    if (row !== undefined) return { kind: "added", run: runFrom(row) };
    const known = yield* held(run.runId);
    // Removed between two statements, by nobody who knew of this run.
    if (known === undefined) throw fault("busy", "the run was removed while it was added; try again");
    if (known.generation >= run.generation) return { kind: "exists", run: known };
    return { kind: "added", run: yield* replaced(run) };
  }

  function* updating(seen: SeenRun, changes: RunChanges): Steps<UpdateAnswer> {
    const run = yield* held(seen.runId);
    if (run === undefined) return { kind: "unknown-run" };
    if (run.generation !== seen.generation || run.status !== seen.status) return { kind: "lost", run };
    return { kind: "updated", run: yield* replaced(changedRun(run, changes)) };
  }

  function* beating({ runId, generation, status }: SeenRun, at: number): Steps<UpdateAnswer> {
    const params = { runId: storedText(runId), generation, seen: status, at };
    const [row] = yield { text: statements.heartbeat, params };
    if (row !== undefined) return { kind: "updated", run: runFrom(row) };
    const run = yield* held(runId);
    return run === undefined ? { kind: "unknown-run" } : { kind: "lost", run };
  }

  function* pruning(endedBefore: number, limit: number): Steps<number> {
    const rows = yield { text: statements.removable, params: { endedBefore, limit } };
    const ids = JSON.stringify(rows.map((row) => row["run_id"]));
    const gone = yield { text: statements.remove, params: { endedBefore, ids } };
    return gone.length;
  }

  return {
    add: async (run) => {
      checkedRun(run);
      return engine.all(() => adding(run));
    },
    get: lookUp,
    list: async (query) => {
      // The open runs have an index of their own: a list of them costs what they are, not what has ended.
      const isOpen = query.status !== undefined && !query.status.includes("ended");
      const text = isOpen ? statements.listOpen : statements.listAll;
      return (await engine.one({ text, params: pageParams(query) })).map(runFrom);
    },
    update: async (seen, changes) => engine.all(() => updating(seen, changes)),
    heartbeat: async (seen, at) => {
      checkedTime("at", at);
      return engine.all(() => beating(seen, at));
    },
    settlementOf: async (runId) => {
      const run = await lookUp(runId);
      if (run === undefined) return undefined;
      const [row] = await engine.one({
        text: settlements.ofGeneration,
        params: { runId: storedText(runId), generation: run.generation },
      });
      return row === undefined ? undefined : deliveryFrom(row).settlement;
    },
    activeDescendants: async (runId, limit) => {
      const rows = await engine.one({
        text: statements.activeDescendants,
        params: { runId: storedText(runId), depthMax: DESCENDANTS_DEPTH_MAX, limit: checkedLimit(limit) },
      });
      return rows.map((row) => textFrom(String(row["run_id"])));
    },
    prune: async ({ endedBefore, limit }) => {
      checkedTime("endedBefore", endedBefore);
      checkedLimit(limit);
      return engine.all(() => pruning(endedBefore, limit));
    },
  };
}

function pageParams({ status, outcome, limit, after }: RunQuery) {
  return {
    statuses: status === undefined ? null : JSON.stringify(status),
    outcome: outcome ?? null,
    createdBefore: after?.createdAt ?? Number.MAX_SAFE_INTEGER,
    afterId: after === undefined ? "" : storedText(after.runId),
    limit: checkedLimit(limit),
  };
}
