/** Parts that break a promise each, put in the place of what ships: the simulation has to find every one. */

import { createCourier, createSweeper } from "../../src/agents/index.ts";
import type { RunStore } from "../../src/agents/index.ts";
import type { MessageRow, RunRow, Tables } from "../../src/agents/stores/memory/tables.ts";
import type { Subject } from "../../harness/sim/simulate.ts";

type BrokenStore = (store: RunStore, tables: Tables) => Partial<RunStore>;

/** What is broken, which promises that may break, and how. */
export const BROKEN: readonly (readonly [string, readonly string[], Subject])[] = [
  [
    "a store that settles without compare-and-set",
    ["settled at most once", "settled by who holds it"],
    storeThat((store, tables) => ({
      settle: async ({ token: _, ...request }) => {
        const row = tables.runs.get(request.runId);
        if (row === undefined) return store.settle(request);
        const { outcome: __, endedAt: ___, source: ____, ...open } = row.run;
        tables.runs.set(request.runId, { ...row, run: { ...open, status: "running" } });
        return store.settle({ ...request, generation: row.run.generation, from: "running" });
      },
    })),
  ],
  [
    "a store that ignores the fencing token",
    ["settled by who holds it"],
    storeThat((store) => ({ settle: async ({ token: _, ...request }) => store.settle(request) })),
  ],
  [
    "a store that forgets whom it handed a run to",
    ["due when its lease ends", "claimed by one at a time"],
    storeThat((store, tables) => ({
      claim: async (query) => {
        const claims = await store.claim(query);
        for (const { run } of claims) change(tables, run.runId, (row) => ({ ...row, dueAt: 0 }));
        return claims;
      },
    })),
  ],
  [
    "a store whose leases never end",
    ["due, unless it is ended or queued"],
    storeThat((store, tables) => ({
      claim: async (query) => {
        const claims = await store.claim(query);
        for (const { run } of claims) change(tables, run.runId, (row) => ({ ...row, dueAt: null }));
        return claims;
      },
    })),
  ],
  [
    "a store that forgets to put off",
    ["let go of by its holder", "let go of at a sweep's end"],
    storeThat(() => ({ defer: async () => ({ kind: "done" }) })),
  ],
  [
    "a store that settles and leaves no word for the parent",
    ["settled with word for its parent"],
    storeThat((store, tables) => ({
      settle: async (request) => {
        const before = tables.messagesOf(request.runId);
        const answer = await store.settle(request);
        tables.messages.set(request.runId, before);
        return answer;
      },
    })),
  ],
  [
    "a store that hands a message to two at a time",
    ["handed out to one at a time"],
    storeThat((store, tables) => ({
      claimDeliveries: async (query) => {
        const handed = await store.claimDeliveries(query);
        for (const { runId, generation, revision } of handed) {
          changeMessage(tables, { runId, generation, revision }, (row) => ({ ...row, dueAt: query.now }));
        }
        return handed;
      },
    })),
  ],
  [
    "a store that forgets that a sink may have seen an error",
    ["what is finished stays so", "one message under one key"],
    storeThat((store, tables) => ({
      improve: async (request) => {
        const last = tables.messagesOf(request.runId).at(-1);
        if (last !== undefined) changeMessage(tables, last, (row) => ({ ...row, firstAttemptAt: undefined }));
        return store.improve(request);
      },
    })),
  ],
  [
    "a sweeper that forgets the quiet time",
    ["never a false ok"],
    { createSweeper: (options) => createSweeper({ ...options, quietMs: 0 }) },
  ],
  [
    "a sweeper that forgets the helpers of a run",
    ["never a false ok"],
    { createSweeper: (options) => createSweeper({ ...options, hasActiveDescendant: () => false }) },
  ],
  [
    "a sweeper that forgets whose disk it reads",
    ["claimed where it can be read"],
    {
      createSweeper: ({ reach: _, ...options }) => createSweeper(options),
    },
  ],
  [
    "a sweeper that never looks back",
    ["no answer is lost"],
    { createSweeper: (options) => createSweeper({ ...options, improveForMs: 0 }) },
  ],
  [
    "a courier that says delivered before it delivers",
    ["delivered where a sink took it"],
    {
      createCourier: (options) =>
        createCourier({
          ...options,
          sink: {
            name: options.sink.name,
            deliver: async (message, signal) => {
              void options.sink.deliver(message, signal).catch(() => undefined);
              return { kind: "delivered" };
            },
          },
        }),
    },
  ],
];

function storeThat(broken: BrokenStore): Subject {
  return { store: (store, tables) => ({ ...store, ...broken(store, tables) }) };
}

function change(tables: Tables, runId: string, to: (row: RunRow) => RunRow): void {
  const row = tables.runs.get(runId);
  if (row !== undefined) tables.runs.set(runId, to(row));
}

function changeMessage(
  tables: Tables,
  { runId, generation, revision }: Pick<MessageRow, "runId" | "generation" | "revision">,
  to: (row: MessageRow) => MessageRow,
): void {
  const row = tables
    .messagesOf(runId)
    .find((other) => other.generation === generation && other.revision === revision);
  if (row !== undefined) tables.putMessage(to(row));
}
