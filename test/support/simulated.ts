/** A range of simulations as tests: in each every promise is kept, and together they come to everything. */

import { expect, test } from "vitest";
import { Seen } from "../../harness/sim/seen.ts";
import { simulate } from "../../harness/sim/simulate.ts";

/** As many as one test has time for, on a slow and busy machine too. */
const SEEDS_A_TEST = 250;

/** @param first the first seed of a thousand */
export function keepsEveryPromise(first: number): void {
  const seen = new Seen();
  const firsts = [0, 1, 2, 3].map((n) => first + n * SEEDS_A_TEST);

  test.each(firsts)(`every promise is kept in ${SEEDS_A_TEST} simulations from seed %i`, async (from) => {
    for (let seed = from; seed < from + SEEDS_A_TEST; seed += 1) {
      const simulated = await simulate(seed);
      expect(simulated.broken, `npm run sim -- --seeds 1 --first ${seed}`).toBeUndefined();
      seen.add(simulated.seen);
    }
  });

  test("every fault and every outcome was among them", () => {
    expect(seen.neverSeen()).toEqual([]);
  });
}
