/** The outbox of an SQL store: messages claimed, delivered, tried again, given up. */

import type { FailedAnswer, HandAnswer, HandedDelivery, Outbox } from "../../outbox.ts";
import { StoreError } from "../failure.ts";
import { LEASE_MS_MAX, ROWS_MAX, checkedLease, checkedLimit, checkedTime } from "../limits.ts";
import { bySettled } from "../order.ts";
import { shortened } from "../shortened.ts";
import { deliveryFrom, handedFrom } from "./delivery-row.ts";
import type { Dialect } from "./dialect.ts";
import { asNumber } from "./run-row.ts";
import { runStatements } from "./run-statements.ts";
import { settlementStatements } from "./settlement-statements.ts";
import type { SqlEngine, SqlRow, Steps } from "./statement.ts";
import { storedText } from "./text.ts";

export function outbox(engine: SqlEngine, dialect: Dialect): Outbox {
  const runs = runStatements(dialect);
  const statements = settlementStatements(dialect);

  /** What a person does with a run's last message. */
  function* byHand(what: "retry" | "dismiss", runId: string, now: number): Steps<HandAnswer> {
    // The run first, as everybody does who holds both: nobody may remove it meanwhile.
    yield { text: runs.getForUpdate, params: { runId: storedText(runId) } };
    const [row] = yield { text: statements.last, params: { runId: storedText(runId) } };
    if (row === undefined) return { kind: "nothing" };
    const delivery = deliveryFrom(row);
    const isOut = (asNumber(row["lease_until"]) ?? 0) > now;
    if (delivery.state === "delivered" || (what === "retry" && isOut)) return { kind: "refused", delivery };
    const { generation, revision } = delivery;
    const [changed] = yield {
      text: statements[what],
      params: { runId: storedText(runId), generation, revision, now },
    };
    return { kind: "done", delivery: changed === undefined ? delivery : deliveryFrom(changed) };
  }

  return {
    claimDeliveries: async ({ now, limit, leaseMs, holder }) => {
      const until = checkedTime("now", now) + checkedLease(leaseMs);
      const params = { now, until, limit: checkedLimit(limit), holder: storedText(holder) };
      await engine.one({ text: statements.breakUp, params: { leaseMax: now + LEASE_MS_MAX } });
      const rows = await engine.one({ text: statements.claim, params });
      return rows.flatMap(handedOrNone).sort(bySettled);
    },
    delivered: async (delivery, at) => {
      const params = { ...handParams(delivery), at: checkedTime("at", at) };
      const rows = await engine.one({ text: statements.delivered, params });
      return { kind: rows.length > 0 ? "delivered" : "lost" };
    },
    failed: async (delivery, { at, error, retryAt }) => {
      const params = {
        ...handParams(delivery),
        at: checkedTime("at", at),
        error: storedText(shortened(error)),
        retryAt: retryAt === undefined ? null : checkedTime("retryAt", retryAt),
      };
      const [row] = await engine.one({ text: statements.failed, params });
      if (row === undefined) return { kind: "lost" };
      return answerTo(row["state"], asNumber(row["due_at"]));
    },
    deliveriesOf: async (runId) => {
      const params = { runId: storedText(runId), limit: ROWS_MAX };
      return (await engine.one({ text: statements.ofRun, params })).map(deliveryFrom);
    },
    listDeliveries: async ({ state, limit, after }) => {
      const params = {
        state,
        limit: checkedLimit(limit),
        settledAfter: after?.settledAt ?? -Number.MAX_SAFE_INTEGER,
        afterId: after === undefined ? "" : storedText(after.runId),
        afterGeneration: after?.generation ?? 0,
        afterRevision: after?.revision ?? 0,
      };
      return (await engine.one({ text: statements.list, params })).map(deliveryFrom);
    },
    retry: async (runId, now) => engine.all(() => byHand("retry", runId, checkedTime("now", now))),
    dismiss: async (runId, now) => engine.all(() => byHand("dismiss", runId, checkedTime("now", now))),
  };
}

/** A row that somebody spoiled by hand keeps none of the others back; whoever asks for it is told. */
function handedOrNone(row: SqlRow): readonly HandedDelivery[] {
  try {
    return [handedFrom(row)];
  } catch (error) {
    if (error instanceof StoreError && error.failure.code === "corrupt") return [];
    throw error;
  }
}

function handParams({ runId, generation, revision, token }: HandedDelivery) {
  return { runId: storedText(runId), generation, revision, token };
}

function answerTo(state: unknown, dueAt: number | undefined): FailedAnswer {
  if (state === "pending" && dueAt !== undefined) return { kind: "retry", at: dueAt };
  return { kind: state === "dead" ? "dead" : "dropped" };
}
