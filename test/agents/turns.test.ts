/** Whose turn it is: nobody twice before everybody had one. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { MemoryRegistry, createSweeper } from "../../src/agents/index.ts";
import type { Run } from "../../src/agents/index.ts";
import { Turns } from "../../src/agents/turns.ts";
import { START } from "../support/openclaw-records.ts";
import { LATER, runOf } from "../support/run-facts.ts";

function runs(count: number): readonly Run[] {
  return Array.from({ length: count }, (_, n) => runOf({ runId: `run-${n}`, startedAt: START + n }));
}

/** The runs of one sweep, by number, as a registry with these would list them. */
function swept(turns: Turns, registry: readonly Run[]): readonly number[] {
  return turns.take(registry.slice(0, turns.limit)).map(({ runId }) => Number(runId.slice(4)));
}

test("a sweep that can takes all, in the order of the registry, every time", () => {
  const turns = new Turns(3);
  for (let sweep = 0; sweep < 3; sweep += 1) expect(swept(turns, runs(3))).toEqual([0, 1, 2]);
});

test("else it goes on where the last one ended, and begins again", () => {
  const turns = new Turns(2);
  const sweeps = [1, 2, 3, 4].map(() => swept(turns, runs(5)));
  expect(sweeps).toEqual([
    [0, 1],
    [2, 3],
    [4, 0],
    [1, 2],
  ]);
});

test("a new generation is a new run", () => {
  const turns = new Turns(1);
  const [first, second] = runs(2);
  expect(turns.take([first!, second!])).toEqual([first]);
  const again = { ...first!, generation: 2 };
  expect(turns.take([again, second!])).toEqual([again]);
});

test("whatever comes and goes: no run is passed over for longer than a round takes", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 30 }), (runsMax, count) => {
      const turns = new Turns(runsMax);
      const registry = runs(count);
      const seen = new Set<number>();
      for (let sweep = 0; sweep < Math.ceil(count / runsMax); sweep += 1) {
        const taken = swept(turns, registry);
        expect(taken.length).toBe(Math.min(runsMax, count));
        for (const number of taken) seen.add(number);
      }
      expect(seen.size).toBe(count);
    }),
  );
});

test("a sweeper reaches a lost run behind more live ones than a sweep takes", async () => {
  const registry = new MemoryRegistry(runs(20));
  const isLive = ({ runId }: Run) => runId !== "run-19";
  const sweeper = createSweeper({ registry, isLive, clock: () => LATER, runsMax: 7 });
  for (let sweep = 0; sweep < 3; sweep += 1) await sweeper.sweepOnce();
  expect(registry.get("run-19")?.status).toBe("ended");
  expect(registry.get("run-0")?.status).toBe("running");
});
