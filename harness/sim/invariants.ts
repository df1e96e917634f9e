/** What must hold of a store's rows after every step of a simulation, and at its end. It compares them with before. */

import { createHash } from "node:crypto";
import { deliveryKey } from "../../src/agents/outbox.ts";
import type { DeliveryState } from "../../src/agents/outbox.ts";
import { LEASE_MS_MAX } from "../../src/agents/stores/limits.ts";
import type { MessageRow, RunRow, Tables } from "../../src/agents/stores/memory/tables.ts";
import { asObject, asString } from "../../src/transcripts/json.ts";
import type { Trace } from "./trace.ts";
import type { Truth } from "./truth.ts";

/** What a message's state may become. */
const NEXT: Readonly<Record<DeliveryState, ReadonlySet<DeliveryState>>> = {
  pending: new Set(["delivered", "dead", "dismissed", "superseded"]),
  delivered: new Set(),
  dead: new Set(["pending", "dismissed", "superseded"]),
  dismissed: new Set(["pending", "delivered", "superseded"]),
  superseded: new Set(["delivered"]),
};

/** Compares a store's rows from step to step. */
export class Invariants {
  readonly #tables: Tables;
  readonly #truth: Truth;
  readonly #trace: Trace;
  /** The latest time that any clock has shown, Unix ms. */
  readonly #latest: () => number;
  readonly #runs = new Map<string, RunRow>();
  readonly #messages = new Map<string, readonly MessageRow[]>();

  constructor(tables: Tables, truth: Truth, trace: Trace, latest: () => number) {
    this.#tables = tables;
    this.#truth = truth;
    this.#trace = trace;
    this.#latest = latest;
  }

  /** To be called after every step. */
  check(): void {
    for (const [runId, before] of this.#runs) {
      if (this.#tables.runs.has(runId)) continue;
      const isOpen = (this.#messages.get(runId) ?? []).some(
        ({ state }) => state === "pending" || state === "dead",
      );
      if (before.run.status !== "ended" || isOpen) this.#breaks("no run is lost", `${runId} is gone`);
      this.#runs.delete(runId);
      this.#messages.delete(runId);
    }
    for (const [runId, row] of this.#tables.runs) {
      const before = this.#runs.get(runId);
      if (before === row) continue;
      this.#runs.set(runId, row);
      this.#checkRun(row, before);
    }
    for (const [runId, rows] of this.#tables.messages) {
      const before = this.#messages.get(runId);
      if (before === rows) continue;
      this.#messages.set(runId, rows);
      this.#checkMessages(rows, before ?? []);
    }
  }

  #checkRun({ run, dueAt, lease, fence }: RunRow, before: RunRow | undefined): void {
    const name = `${run.runId}/${run.generation}`;
    if (before !== undefined) {
      if (fence < before.fence) this.#breaks("a fence only grows", name);
      if (run.generation < before.run.generation) this.#breaks("a generation only grows", name);
      if (run.generation === before.run.generation && before.run.status === "ended") {
        const isEnded = run.status === "ended" && run.endedAt === before.run.endedAt;
        if (!isEnded) this.#breaks("settled at most once", `${name} had ended`);
        if (before.run.outcome === "ok" && run.outcome !== "ok") this.#breaks("an ok stays", name);
      }
    }
    const isSettled = run.status === "ended" && run.source !== "host";
    if (isSettled && !this.#tables.messagesOf(run.runId).some((row) => row.generation === run.generation)) {
      this.#breaks("settled with word for its parent", name);
    }
    const isAsleep = run.status === "ended" || run.status === "queued";
    if (isAsleep !== (dueAt === null)) {
      this.#breaks("due, unless it is ended or queued", `${name} at ${dueAt}`);
    }
    if (dueAt !== null && !(dueAt <= this.#latest() + LEASE_MS_MAX)) {
      this.#breaks("every wait is bounded", `${name} is due at ${dueAt}`);
    }
    if (lease !== undefined && lease.until !== dueAt) this.#breaks("due when its lease ends", name);
  }

  #checkMessages(rows: readonly MessageRow[], before: readonly MessageRow[]): void {
    for (const [index, row] of rows.entries()) {
      const was = before[index];
      if (was === row) continue;
      const name = `${deliveryKey(row)} revision ${row.revision}`;
      if ((row.state === "pending") !== (row.dueAt !== null)) {
        this.#breaks("a message is due while it is pending", `${name} ${row.state} at ${row.dueAt}`);
      }
      if (row.dueAt !== null && !(row.dueAt <= this.#latest() + LEASE_MS_MAX)) {
        this.#breaks("every wait is bounded", `${name} is due at ${row.dueAt}`);
      }
      if (was === undefined) this.#checkNew(row, rows[index - 1], name);
      else this.#checkChange(row, was, name);
    }
    if (rows.length < before.length) this.#breaks("no message is lost", before.map(deliveryKey).join());
    const keys = rows.filter(({ firstAttemptAt }) => firstAttemptAt !== undefined).map(deliveryKey);
    if (new Set(keys).size < keys.length) this.#breaks("one message under one key", keys.join());
  }

  #checkNew(row: MessageRow, last: MessageRow | undefined, name: string): void {
    const { settlement, revision } = row;
    const isNext = revision === 0 || (last?.generation === row.generation && last.revision === revision - 1);
    const isSecond = revision === 0 && last?.generation === row.generation;
    if (!isNext || isSecond) this.#breaks("settled at most once", name);
    if (revision > 0 && last?.settlement.source !== "sweeper-lost-context") {
      this.#breaks("only what was lost is improved", name);
    }
    const digest = createHash("sha256").update(settlement.evidence).digest("hex");
    if (digest !== settlement.digest) this.#breaks("evidence has its digest", name);
    const { text } = settlement.kind === "ok" ? settlement.result : {};
    if (text !== undefined && text !== answerIn(settlement.evidence)) {
      this.#breaks("a result is from its evidence", name);
    }
    const denied = this.#truth.denies(row, this.#tables);
    if (denied !== undefined) this.#breaks("never a false ok", `${name}: ${denied}`);
  }

  #checkChange(row: MessageRow, was: MessageRow, name: string): void {
    const isSame =
      row.settlement.digest === was.settlement.digest &&
      row.settledAt === was.settledAt &&
      row.correction === was.correction;
    if (!isSame) this.#breaks("a settlement stays as it was written", name);
    if (row.fence < was.fence) this.#breaks("a fence only grows", name);
    if (row.state !== was.state && !NEXT[was.state].has(row.state)) {
      this.#breaks("what is finished stays so", `${name} from ${was.state} to ${row.state}`);
    }
  }

  #breaks(invariant: string, detail: string): void {
    this.#trace.breaks(invariant, detail);
  }
}

/** The answer that the evidence proves. */
function answerIn(evidence: string): string | undefined {
  const verdict = asObject(asObject(asObject(JSON.parse(evidence))?.["transcript"])?.["verdict"]);
  return verdict?.["kind"] === "terminal" ? asString(verdict["text"]) : undefined;
}
