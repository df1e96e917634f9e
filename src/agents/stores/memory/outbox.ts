/** The outbox of the store in memory: messages claimed, delivered, tried again, given up. */

import type { HandAnswer, HandedDelivery, Outbox } from "../../outbox.ts";
import { LEASE_MS_MAX, checkedLease, checkedLimit, checkedTime } from "../limits.ts";
import { bySettled } from "../order.ts";
import { shortened } from "../shortened.ts";
import { deliveryOf } from "./tables.ts";
import type { MessageRow, Tables } from "./tables.ts";

export function outbox(tables: Tables): Outbox {
  const inHand = ({ runId, generation, revision, token }: HandedDelivery): MessageRow | undefined =>
    tables
      .messagesOf(runId)
      .find((row) => row.generation === generation && row.revision === revision && isHeld(row, token));
  /** No clock that is right gives a lease so long: who has it is told that it is lost. */
  const breakUp = (now: number): void => {
    for (const row of tables.allMessages()) {
      if (row.lease === undefined || row.lease.until <= now + LEASE_MS_MAX) continue;
      const dueAt = row.state === "pending" ? 0 : null;
      tables.putMessage({ ...row, dueAt, lease: undefined, fence: row.fence + 1 });
    }
  };
  const put = (row: MessageRow): MessageRow => {
    tables.putMessage(row);
    return row;
  };

  return {
    claimDeliveries: async ({ now, limit, leaseMs, holder }) => {
      checkedLimit(limit);
      const until = checkedTime("now", now) + checkedLease(leaseMs);
      return tables.step(() => {
        breakUp(now);
        return tables
          .allMessages()
          .filter(({ dueAt }) => dueAt !== null && dueAt <= now)
          .sort(byDue)
          .slice(0, limit)
          .map((row) =>
            put({
              ...row,
              attempts: row.attempts + 1,
              firstAttemptAt: row.firstAttemptAt ?? now,
              lease: { holder, until },
              dueAt: until,
              fence: row.fence + 1,
            }),
          )
          .map((row) => ({ ...deliveryOf(row), token: row.fence, until }))
          .sort(bySettled);
      });
    },
    delivered: async (delivery, at) => {
      checkedTime("at", at);
      return tables.step(() => {
        const row = inHand(delivery);
        if (row === undefined) return { kind: "lost" };
        put({
          ...row,
          state: "delivered",
          dueAt: null,
          finishedAt: at,
          lastError: undefined,
          lease: undefined,
        });
        return { kind: "delivered" };
      });
    },
    failed: async (delivery, { at, error, retryAt }) => {
      checkedTime("at", at);
      if (retryAt !== undefined) checkedTime("retryAt", retryAt);
      return tables.step(() => {
        const row = inHand(delivery);
        if (row === undefined) return { kind: "lost" };
        const free = { ...row, lastError: shortened(error), lease: undefined };
        if (row.state !== "pending") {
          put(free);
          return { kind: "dropped" };
        }
        if (retryAt === undefined) {
          put({ ...free, state: "dead", dueAt: null, finishedAt: at });
          return { kind: "dead" };
        }
        put({ ...free, dueAt: retryAt });
        return { kind: "retry", at: retryAt };
      });
    },
    deliveriesOf: async (runId) => tables.step(() => tables.messagesOf(runId).map(deliveryOf)),
    listDeliveries: async ({ state, limit, after }) => {
      checkedLimit(limit);
      return tables.step(() =>
        tables
          .allMessages()
          .filter((row) => row.state === state)
          .map(deliveryOf)
          .sort(bySettled)
          .filter((row) => after === undefined || bySettled(row, after) > 0)
          .slice(0, limit),
      );
    },
    retry: async (runId, now) => {
      checkedTime("now", now);
      return tables.step((): HandAnswer => {
        const row = tables.messagesOf(runId).at(-1);
        if (row === undefined) return { kind: "nothing" };
        const isOut = (row.lease?.until ?? 0) > now;
        if (row.state === "delivered" || isOut) return { kind: "refused", delivery: deliveryOf(row) };
        const due = { ...row, state: "pending", dueAt: now, attempts: 0, finishedAt: undefined } as const;
        return {
          kind: "done",
          delivery: deliveryOf(put({ ...due, lease: undefined, fence: row.fence + 1 })),
        };
      });
    },
    dismiss: async (runId, now) => {
      checkedTime("now", now);
      return tables.step((): HandAnswer => {
        const row = tables.messagesOf(runId).at(-1);
        if (row === undefined) return { kind: "nothing" };
        if (row.state === "delivered") return { kind: "refused", delivery: deliveryOf(row) };
        return {
          kind: "done",
          delivery: deliveryOf(put({ ...row, state: "dismissed", dueAt: null, finishedAt: now })),
        };
      });
    },
  };
}

function byDue(one: MessageRow, other: MessageRow): number {
  return (one.dueAt ?? 0) - (other.dueAt ?? 0) || bySettled(one, other);
}

function isHeld({ fence, lease }: MessageRow, token: number): boolean {
  return fence === token && lease !== undefined;
}
