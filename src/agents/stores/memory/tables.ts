/** What the store in memory holds, as the SQL stores hold it in tables. */

import type { KeptSettlement } from "../../kept-settlement.ts";
import { deliveryKey } from "../../outbox.ts";
import type { Delivery, DeliveryState } from "../../outbox.ts";
import type { Run } from "../../run.ts";
import { fault } from "../failure.ts";

/** A row of the runs. */
export interface RunRow {
  readonly run: Run;
  /** When a sweep is to look at it; null where none is to. */
  readonly dueAt: number | null;
  readonly lease?: Lease | undefined;
  readonly fence: number;
}

export interface Lease {
  readonly holder: string;
  readonly until: number;
}

/** A row of the settlements. */
export interface MessageRow {
  readonly runId: string;
  readonly generation: number;
  readonly revision: number;
  readonly correction: number;
  readonly requesterSessionKey: string;
  readonly childSessionKey: string;
  readonly settlement: KeptSettlement;
  readonly settledAt: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly firstAttemptAt?: number | undefined;
  readonly dueAt: number | null;
  readonly finishedAt?: number | undefined;
  readonly lastError?: string | undefined;
  readonly lease?: Lease | undefined;
  readonly fence: number;
}

/** Both tables. Rows are values: a change puts a new one in. */
export class Tables {
  readonly runs = new Map<string, RunRow>();
  /** By run; each list in the order of writing. */
  readonly messages = new Map<string, readonly MessageRow[]>();
  #isOpen = true;

  /** These tables, for one step: nothing comes between, for nothing in it waits. */
  async step<T>(work: (tables: Tables) => T): Promise<T> {
    if (!this.#isOpen) throw fault("closed", "the store is closed");
    return Promise.resolve(work(this));
  }

  close(): void {
    this.#isOpen = false;
    this.runs.clear();
    this.messages.clear();
  }

  messagesOf(runId: string): readonly MessageRow[] {
    return this.messages.get(runId) ?? [];
  }

  allMessages(): MessageRow[] {
    return [...this.messages.values()].flat();
  }

  putMessage(row: MessageRow): void {
    const isSame = (other: MessageRow) =>
      other.generation === row.generation && other.revision === row.revision;
    const before = this.messagesOf(row.runId);
    const index = before.findIndex(isSame);
    this.messages.set(row.runId, index < 0 ? [...before, row] : before.with(index, row));
  }
}

/** The row as the port gives it. */
export function deliveryOf(row: MessageRow): Delivery {
  const { firstAttemptAt: _first, lease: _lease, fence: _fence, dueAt, finishedAt, lastError, ...rest } = row;
  return {
    key: deliveryKey(row),
    ...rest,
    ...(dueAt === null ? {} : { dueAt }),
    ...(finishedAt === undefined ? {} : { finishedAt }),
    ...(lastError === undefined ? {} : { lastError }),
  };
}
