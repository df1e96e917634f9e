/** The sweeper's side of an SQL store: runs claimed, held, put off, settled, and settled better. */

import { isImprovable, planImprovement } from "../../improvement.ts";
import { keep, textsOf } from "../../kept-settlement.ts";
import type { SettleRequest, SettleResult } from "../../registry.ts";
import type {
  Claim,
  ClaimQuery,
  ImproveAnswer,
  ImproveRequest,
  Reach,
  ReachedQuery,
  SweeperSide,
} from "../../run-store.ts";
import type { Run } from "../../run.ts";
import { fault } from "../failure.ts";
import { DESCENDANTS_DEPTH_MAX, LEASE_MS_MAX, checkedLease, checkedLimit, checkedTime } from "../limits.ts";
import { byAge } from "../order.ts";
import { deliveryFrom } from "./delivery-row.ts";
import type { Dialect } from "./dialect.ts";
import { asNumber, runFrom } from "./run-row.ts";
import { runStatements } from "./run-statements.ts";
import { settlementStatements } from "./settlement-statements.ts";
import type { SqlEngine, SqlParams, SqlRow, Steps } from "./statement.ts";
import { storedText, textFrom } from "./text.ts";

export function sweeperSide(engine: SqlEngine, dialect: Dialect): SweeperSide {
  const statements = runStatements(dialect);
  const settlements = settlementStatements(dialect);

  function* settling(request: SettleRequest & { readonly token?: number }): Steps<SettleResult> {
    const { runId, generation, from, settlement, at, token } = request;
    const [row] = yield {
      text: statements.settle,
      params: {
        runId: storedText(runId),
        generation,
        seen: from,
        token: token ?? null,
        at,
        outcome: settlement.kind,
        source: storedText(settlement.source),
      },
    };
    if (row === undefined) {
      const [now] = yield { text: statements.get, params: { runId: storedText(runId) } };
      return now === undefined ? { kind: "unknown-run" } : { kind: "lost", run: runFrom(now) };
    }
    const run = runFrom(row);
    yield insertion(run, settlement, { revision: 0, correction: 0, at, state: "pending", dueAt: at });
    return { kind: "settled", run };
  }

  function* improving({
    runId,
    insteadOf,
    generation,
    settlement,
    at,
  }: ImproveRequest): Steps<ImproveAnswer> {
    const [row] = yield { text: statements.getForUpdate, params: { runId: storedText(runId) } };
    if (row === undefined) return { kind: "unknown-run" };
    const run = runFrom(row);
    const [last] = yield { text: settlements.last, params: { runId: storedText(runId) } };
    const lost = { kind: "lost", run } as const;
    if (run.generation !== generation || run.status !== "ended" || last === undefined) return lost;
    const standing = deliveryFrom(last);
    if (standing.generation !== generation || standing.settlement.digest !== insteadOf) return lost;
    if (!isImprovable(standing.settlement)) return lost;
    const plan = planImprovement(
      {
        ...standing,
        wasHanded: asNumber(last["first_attempt_at"]) !== undefined,
        leaseUntil: asNumber(last["lease_until"]),
      },
      at,
    );
    if (plan.supersedes) {
      const { revision } = standing;
      yield { text: settlements.supersede, params: { runId: storedText(runId), generation, revision } };
    }
    const { kind, correction, state, dueAt } = plan;
    yield insertion(run, settlement, { revision: standing.revision + 1, correction, at, state, dueAt });
    const params = {
      runId: storedText(runId),
      outcome: settlement.kind,
      source: storedText(settlement.source),
    };
    const [better] = yield { text: statements.improve, params };
    return { kind, run: better === undefined ? run : runFrom(better) };
  }

  function insertion(
    run: Run,
    settlement: SettleRequest["settlement"],
    message: {
      readonly revision: number;
      readonly correction: number;
      readonly at: number;
      readonly state: "pending" | "dismissed";
      readonly dueAt: number | null;
    },
  ) {
    return {
      text: settlements.insert,
      params: {
        ...message,
        ...textsOf(keep(settlement)),
        runId: storedText(run.runId),
        generation: run.generation,
        requesterSessionKey: storedText(run.requesterSessionKey),
        childSessionKey: storedText(run.childSessionKey),
        outcome: settlement.kind,
        source: storedText(settlement.source),
        digest: settlement.digest,
      },
    };
  }

  return {
    listStale: async (query) =>
      (await engine.one({ text: statements.listStale, params: staleParams(query) })).map(runFrom),
    hasActiveDescendant: async (runId) => {
      const params = { runId: storedText(runId), depthMax: DESCENDANTS_DEPTH_MAX };
      return (await engine.one({ text: statements.hasActiveDescendant, params })).length > 0;
    },
    countStale: async (query) => {
      const [row] = await engine.one({ text: statements.countStale, params: staleParams(query) });
      return asNumber(row?.["n"]) ?? 0;
    },
    claim: async (query) => {
      const params = claimParams(query);
      await engine.one({ text: statements.breakUp, params: { leaseMax: query.now + LEASE_MS_MAX } });
      const rows = await engine.one({ text: statements.claim, params });
      return rows.map(claimFrom).sort(byAge);
    },
    listClaims: async ({ limit }) => {
      const params = { limit: checkedLimit(limit) };
      return (await engine.one({ text: statements.listClaims, params })).map(claimFrom);
    },
    renew: async (claim, { now, leaseMs }) => {
      const until = checkedTime("now", now) + checkedLease(leaseMs);
      const [row] = await engine.one({ text: statements.renew, params: { ...handParams(claim), until } });
      return row === undefined ? { kind: "lost" } : { kind: "held", claim: claimFrom(row) };
    },
    release: async (claim) => {
      const rows = await engine.one({ text: statements.release, params: handParams(claim) });
      return { kind: rows.length > 0 ? "done" : "lost" };
    },
    defer: async (claim, { until, why, readFailures = 0 }) => {
      const params = { until: checkedTime("until", until), why: storedText(why), readFailures };
      const rows = await engine.one({ text: statements.defer, params: { ...handParams(claim), ...params } });
      return { kind: rows.length > 0 ? "done" : "lost" };
    },
    settle: async (request) => {
      checkedTime("at", request.at);
      return engine.all(() => settling(request));
    },
    listImprovable: async ({ endedAfter, limit, after, reach }) => {
      const params = {
        endedAfter: Math.max(checkedTime("endedAfter", endedAfter), after?.endedAt ?? endedAfter),
        afterId: after === undefined ? "" : storedText(after.runId),
        limit: checkedLimit(limit),
        ...reachParams(reach),
      };
      return (await engine.one({ text: statements.listImprovable, params })).map(runFrom);
    },
    improve: async (request) => {
      checkedTime("at", request.at);
      return engine.all(() => improving(request));
    },
  };
}

function staleParams({ now, graceMs, limit, reach }: ReachedQuery) {
  const beganBefore = checkedTime("now", now) - checkedTime("graceMs", graceMs);
  return { now, beganBefore, limit: checkedLimit(limit), ...reachParams(reach) };
}

function claimParams(query: ClaimQuery) {
  const until = checkedTime("now", query.now) + checkedLease(query.leaseMs);
  return { ...staleParams(query), holder: storedText(query.holder), until };
}

function reachParams(reach: Reach | undefined): SqlParams {
  const roots = (reach?.sharedRoots ?? []).map(storedText);
  return { host: reach === undefined ? null : storedText(reach.host), roots: JSON.stringify(roots) };
}

function handParams({ run, token }: Claim) {
  return { runId: storedText(run.runId), generation: run.generation, token };
}

function claimFrom(row: SqlRow): Claim {
  const [token, until] = [asNumber(row["fence"]), asNumber(row["lease_until"])];
  if (token === undefined || until === undefined) throw fault("corrupt", "a claimed row has no lease");
  return { run: runFrom(row), holder: textFrom(String(row["lease_holder"])), token, until };
}
