/** `lastword runs list`: the runs of a store, the newest first, and what their parents were told. */

import type { Delivery, DeliveryState, Run, RunQuery, RunStatus, RunStore } from "../../agents/index.ts";
import { paletteFor } from "../colour.ts";
import { inColumns } from "../columns.ts";
import { oneLine } from "../escape.ts";
import { EXIT_DONE } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { jsonFor } from "../judged.ts";
import { withStore } from "../with-store.ts";
import type { StoreFlags } from "../with-store.ts";
import { stateOf, toldOf, whenOf } from "./words.ts";

export interface ListFlags extends StoreFlags {
  readonly status?: readonly RunStatus[];
  readonly outcome?: "ok" | "error";
  readonly delivery?: DeliveryState;
  readonly limit: number;
  readonly json?: boolean;
}

/** A run, and the last message about it. */
export interface ListedRun {
  readonly run: Run;
  readonly delivery?: Delivery;
}

/** Rows asked for at once. */
const PAGE = 200;
const HEADING = ["RUN", "STATE", "SINCE", "PARENT", "TASK"];

/**
 * Lists runs.
 *
 * @returns the exit code
 */
export async function listRuns(flags: ListFlags, io: Io): Promise<number> {
  return withStore({ flags, io, needsFile: true }, async ({ store }) => {
    const listed: ListedRun[] = [];
    const found = flags.delivery === undefined ? byRun(store, flags) : byDelivery(store, flags.delivery);
    for await (const one of found) {
      if (listed.length >= flags.limit) break;
      if (isWanted(one.run, flags)) listed.push(one);
    }
    await io.stdout.write(flags.json === true ? jsonOf(listed, io) : await tableOf(listed, io));
    if (flags.json !== true) await io.stderr.write(sumOf(listed.length, flags.limit));
    return EXIT_DONE;
  });
}

async function* byRun(store: RunStore, { status, outcome }: ListFlags): AsyncGenerator<ListedRun> {
  const query = {
    ...(status === undefined ? {} : { status }),
    ...(outcome === undefined ? {} : { outcome }),
    limit: PAGE,
  };
  for await (const run of pages<Run, RunQuery>((page) => store.list(page), query)) {
    const delivery = (await store.deliveriesOf(run.runId)).at(-1);
    yield { run, ...(delivery === undefined ? {} : { delivery }) };
  }
}

/** By their messages, the oldest first: so that who cleans up begins with what has waited longest. */
async function* byDelivery(store: RunStore, state: DeliveryState): AsyncGenerator<ListedRun> {
  const query = { state, limit: PAGE };
  for await (const delivery of pages((page: typeof query) => store.listDeliveries(page), query)) {
    const run = await store.get(delivery.runId);
    if (run !== undefined) yield { run, delivery };
  }
}

/** All that a listing has, page after page. */
export async function* pages<T, Q extends { readonly limit: number }>(
  list: (query: Q & { readonly after?: T }) => Promise<readonly T[]>,
  query: Q,
): AsyncGenerator<T> {
  let page = await list(query);
  while (page.length > 0) {
    yield* page;
    const after = page.at(-1);
    if (after === undefined || page.length < query.limit) return;
    page = await list({ ...query, after });
  }
}

function isWanted({ status, outcome }: Run, wanted: ListFlags): boolean {
  return (
    (wanted.status === undefined || wanted.status.includes(status)) &&
    (wanted.outcome === undefined || wanted.outcome === outcome)
  );
}

function jsonOf(listed: readonly ListedRun[], { stdout }: Io): string {
  const lines = listed.map(({ run, delivery }) => {
    const { key, state, attempts, dueAt, finishedAt, lastError } = delivery ?? {};
    const told = delivery === undefined ? undefined : { key, state, attempts, dueAt, finishedAt, lastError };
    return jsonFor(stdout, { ...run, delivery: told });
  });
  return lines.map((line) => `${line}\n`).join("");
}

async function tableOf(listed: readonly ListedRun[], { stdout, env }: Io): Promise<string> {
  const rows = listed.map(({ run, delivery }) => [
    oneLine(run.runId),
    stateOf(run),
    whenOf(run.endedAt ?? run.startedAt ?? run.createdAt),
    delivery === undefined ? "-" : toldOf(delivery),
    oneLine((run.label ?? run.task ?? "").slice(0, 1_000)),
  ]);
  return inColumns(HEADING, rows, { columns: stdout.columns, palette: paletteFor(stdout, env) });
}

function sumOf(count: number, limit: number): string {
  if (count === 0) return "no such runs\n";
  return count === limit ? `the first ${count}; --limit lists more\n` : "";
}
