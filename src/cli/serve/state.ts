/** A store as the live page shows it: the newest runs, who has them in hand, and the messages that did not arrive. */

import { beganAt } from "../../agents/index.ts";
import type { Claim, Delivery, Run, RunStore } from "../../agents/index.ts";
import type { ServedMessage, ServedRun, ServedState } from "./data.ts";

/** Runs, claims and messages asked for each time. */
export const SERVED_MAX = 500;
const ABOUT_MAX = 160;

/** What the page needs of a store. */
export type ServedStore = Pick<
  RunStore,
  "list" | "listClaims" | "listDeliveries" | "get" | "retry" | "dismiss"
>;

/** @param now Unix ms */
export async function servedState(store: ServedStore, now: number): Promise<ServedState> {
  const limit = SERVED_MAX;
  const [runs, claims, dead, pending] = await Promise.all([
    store.list({ limit: limit + 1 }),
    store.listClaims({ limit }),
    store.listDeliveries({ state: "dead", limit }),
    store.listDeliveries({ state: "pending", limit }),
  ]);
  const messages = new Map([...pending, ...dead].map((message) => [message.runId, message]));
  const shown = new Map(runs.slice(0, limit).map((run) => [run.runId, run]));
  // A message that was given up is what somebody must look at, however old its run is.
  const missing = dead.filter(({ runId }) => !shown.has(runId)).slice(0, limit);
  for (const { runId } of missing) {
    // A few, and one after the other.
    const run = await store.get(runId);
    if (run !== undefined) shown.set(runId, run);
  }
  const held = new Map(claims.map((claim) => [claim.run.runId, claim]));
  return {
    at: now,
    runs: [...shown.values()].map((run) => served(run, held.get(run.runId), messages.get(run.runId))),
    more: runs.length > limit,
  };
}

function served(run: Run, claim: Claim | undefined, message: Delivery | undefined): ServedRun {
  const { runId, status, outcome, source, endedAt, host, pauseReason, waitingUntil, waitingFor } = run;
  return {
    runId,
    status,
    outcome,
    source,
    about: (run.label ?? run.task ?? "").slice(0, ABOUT_MAX),
    began: beganAt(run),
    ended: endedAt,
    host,
    pauseReason,
    waitingUntil,
    waitingFor,
    holder: claim?.holder,
    leaseUntil: claim?.until,
    message: message === undefined ? undefined : messageOf(message),
  };
}

function messageOf({ state, attempts, lastError }: Delivery): ServedMessage {
  return { state, attempts, lastError };
}
