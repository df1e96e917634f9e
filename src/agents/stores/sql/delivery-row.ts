/** A row of the settlements as a delivery. */

import { settlementFrom } from "../../kept-settlement.ts";
import { deliveryKey } from "../../outbox.ts";
import type { Delivery, DeliveryState, HandedDelivery } from "../../outbox.ts";
import { fault } from "../failure.ts";
import { asNumber } from "./run-row.ts";
import type { SqlRow } from "./statement.ts";
import { textFrom } from "./text.ts";

/**
 * The delivery that a row holds.
 *
 * @throws {StoreError} `corrupt` where it holds none
 */
export function deliveryFrom(row: SqlRow): Delivery {
  const [runId, requesterSessionKey, childSessionKey] = texts(
    row,
    "run_id",
    "requester_session_key",
    "child_session_key",
  );
  const [generation, revision, correction, attempts, settledAt] = numbers(
    row,
    "generation",
    "revision",
    "correction",
    "attempts",
    "settled_at",
  );
  const state = states.find((known) => known === row["state"]);
  const settlement = settlementFrom({
    settlement: String(row["settlement"]),
    evidence: String(row["evidence"]),
  });
  if (state === undefined || settlement === undefined) throw corrupt(row);
  const [dueAt, finishedAt] = [asNumber(row["due_at"]), asNumber(row["finished_at"])];
  const lastError = row["last_error"];
  return {
    key: deliveryKey({ runId, generation, correction }),
    runId,
    generation,
    revision,
    correction,
    requesterSessionKey,
    childSessionKey,
    settlement,
    state,
    attempts,
    settledAt,
    ...(dueAt === undefined ? {} : { dueAt }),
    ...(finishedAt === undefined ? {} : { finishedAt }),
    ...(typeof lastError === "string" ? { lastError: textFrom(lastError) } : {}),
  };
}

/** The same, of a row that was just claimed. */
export function handedFrom(row: SqlRow): HandedDelivery {
  const [token, until] = numbers(row, "fence", "lease_until");
  return { ...deliveryFrom(row), token, until };
}

const states: readonly DeliveryState[] = ["pending", "delivered", "dead", "dismissed", "superseded"];

function texts<const N extends readonly string[]>(row: SqlRow, ...names: N): { [K in keyof N]: string } {
  return mapped(names, (name) => {
    const value = row[name];
    if (typeof value !== "string") throw corrupt(row);
    return textFrom(value);
  });
}

function numbers<const N extends readonly string[]>(row: SqlRow, ...names: N): { [K in keyof N]: number } {
  return mapped(names, (name) => {
    const value = asNumber(row[name]);
    if (value === undefined) throw corrupt(row);
    return value;
  });
}

/** One value a name, as many as there are names. */
function mapped<const N extends readonly string[], V>(
  names: N,
  read: (name: string) => V,
): { [K in keyof N]: V } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `map` keeps the length, which its type does not say
  return names.map(read) as { [K in keyof N]: V };
}

function corrupt(row: SqlRow): Error {
  return fault("corrupt", `a row of the settlements is none: ${String(row["run_id"])}`);
}
