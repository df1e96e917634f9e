/** Backing off. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { backoffMs } from "../../src/agents/backoff.ts";

test("doubles from the base up to the cap, half of it by chance", () => {
  const waits = [1, 2, 3, 4, 5].map((failures) => backoffMs(failures, 0, { baseMs: 100, capMs: 1_000 }));
  expect(waits).toEqual([50, 100, 200, 400, 500]);
  expect(backoffMs(1, 0.999_999)).toBeCloseTo(1_000, 0);
  expect(backoffMs(50, 0)).toBe(5 * 60_000);
});

test("is never nothing, never beyond the cap, and finite whatever the count", () => {
  fc.assert(
    fc.property(
      fc.nat(100_000),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (failures, random) => {
        const wait = backoffMs(failures, random, { baseMs: 7, capMs: 9_000 });
        expect(wait).toBeGreaterThanOrEqual(3.5);
        expect(wait).toBeLessThanOrEqual(9_000);
      },
    ),
  );
});
