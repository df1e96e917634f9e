/** Two sweepers on one registry, in any order of events: one settles, the other learns what was decided. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { MemoryRegistry, createSweeper } from "../../src/agents/index.ts";
import type { Run, RunRegistry, SettleResult, Sweep } from "../../src/agents/index.ts";
import { START } from "../support/openclaw-records.ts";
import { LATER, runOf } from "../support/run-facts.ts";

/** The registry as one that is far away: each call takes its time to get there, and its answer to come back. */
function farAway(registry: MemoryRegistry, scheduler: fc.Scheduler): RunRegistry {
  const onTheWay = (what: string) => scheduler.schedule(Promise.resolve(), what);
  return {
    listStale: async (query) => {
      await onTheWay("list");
      const runs = await registry.listStale(query);
      await onTheWay("listed");
      return runs;
    },
    settle: async (request) => {
      await onTheWay("settle");
      const written = await registry.settle(request);
      await onTheWay("settled");
      return written;
    },
  };
}

/** Two sweepers that see different things of the same runs, so that it shows who decided. */
function twoSweeps(registry: RunRegistry, told: string[]): readonly Promise<Sweep>[] {
  const saysDone = () => ({ status: "done", endedAt: START + 9_000 });
  return [saysDone, () => null].map((sessionEntry) =>
    createSweeper({
      registry,
      sessionEntry,
      clock: () => LATER,
      onSettled: ({ runId }) => void told.push(runId),
    }).sweepOnce(),
  );
}

function settledOnce(registry: MemoryRegistry, written: readonly SettleResult[], runId: string): void {
  const now = registry.get(runId);
  expect(now).toMatchObject({ status: "ended", endedAt: LATER });
  expect(written.filter(({ kind }) => kind === "settled").length).toBe(1);
  // Winner and loser hold the same outcome, and it is the one that was written.
  for (const result of written) expect(result).toMatchObject({ run: now });
  expect(registry.settlementOf(runId)).toMatchObject({ kind: now?.outcome, source: now?.source });
}

test("settled once, told once, and the loser learns the outcome", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 4 }), async (scheduler, count) => {
      const runs = Array.from({ length: count }, (_, n) => runOf({ runId: `run-${n}` }));
      const registry = new MemoryRegistry(runs);
      const told: string[] = [];
      const sweeps = await scheduler.waitFor(Promise.all(twoSweeps(farAway(registry, scheduler), told)));
      expect(sweeps.flatMap(({ failures }) => failures)).toEqual([]);
      const swept = sweeps.flatMap((sweep) => sweep.runs);
      for (const { runId } of runs) {
        const ofRun = swept.filter(({ run }) => run.runId === runId);
        settledOnce(
          registry,
          ofRun.flatMap(({ written }) => written ?? []),
          runId,
        );
      }
      expect(told.toSorted()).toEqual(runs.map(({ runId }) => runId).toSorted());
    }),
    { numRuns: 200 },
  );
});

test.each<[string, (run: Run) => Run]>([
  ["was started again", (run) => ({ ...run, generation: run.generation + 1 })],
  ["was paused", (run) => ({ ...run, status: "paused" })],
])("a run that %s while it was decided is not settled", async (_name, change) => {
  const run = runOf();
  const registry = new MemoryRegistry([run]);
  const locateTranscript = (): undefined => {
    registry.put(change(run));
  };
  const { runs } = await createSweeper({ registry, locateTranscript, clock: () => LATER }).sweepOnce();
  expect(runs).toMatchObject([{ written: { kind: "lost", run: change(run) } }]);
  expect(registry.get("run-1")).toEqual(change(run));
  expect(registry.settlementOf("run-1")).toBeUndefined();
});
