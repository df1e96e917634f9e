/**
 * The deterministic simulation: each can be had again, and a part that breaks a promise is found. That what ships
 * keeps them is in sim-first-thousand.test.ts and sim-second-thousand.test.ts.
 */

import { expect, test } from "vitest";
import { main } from "../../harness/sim/main.ts";
import { simulate } from "../../harness/sim/simulate.ts";
import type { Subject } from "../../harness/sim/simulate.ts";
import { BROKEN } from "../support/broken-parts.ts";
import { harnessRun } from "../support/harness-run.ts";
import type { HarnessRun } from "../support/harness-run.ts";

/** In so many simulations a broken part has to be found out. Most take one or two. */
const SEEDS_TO_FIND_MAX = 500;

async function sim(args: readonly string[], subject: Subject = {}): Promise<HarnessRun> {
  return harnessRun((io) => main(args, io, subject));
}

test("a seed is the whole of a simulation: the same one takes the same steps", async () => {
  const digests = new Set<string>();
  for (let seed = 1; seed <= 20; seed += 1) {
    const [once, again] = [await simulate(seed), await simulate(seed)];
    expect(again.trace).toEqual(once.trace);
    expect(again.digest).toBe(once.digest);
    digests.add(once.digest);
  }
  expect(digests.size).toBe(20);
});

test.each(BROKEN)("%s is found out", async (_name, expected, subject) => {
  for (let seed = 1; seed <= SEEDS_TO_FIND_MAX; seed += 1) {
    const { broken } = await simulate(seed, subject);
    if (broken === undefined) continue;
    expect(expected).toContain(broken.invariant);
    return;
  }
  expect.unreachable(`nothing was found in ${SEEDS_TO_FIND_MAX} simulations`);
});

test("npm run sim: says what it has seen, and with --verbose every step", async () => {
  const quiet = await sim(["--seeds", "3", "--first", "7"]);
  expect(quiet).toMatchObject({ code: 0, err: "" });
  expect(quiet.out).toMatch(/^sim: 3 seeds from 7, \d+ steps: every promise kept\n( +\d+ [a-z ]+\n)+$/);
  const verbose = await sim(["--verbose", "--first", "7"]);
  const { trace } = await simulate(7);
  expect(verbose.code).toBe(0);
  expect(verbose.out.split("\n").slice(0, trace.length)).toEqual(trace);
});

test("npm run sim: ends at the first broken promise, with the story and how to have it again", async () => {
  const [, , subject] = BROKEN.find(([name]) => name.includes("leaves no word"))!;
  const { code, out } = await sim(["--seeds", "50", "--first", "1"], subject);
  expect(code).toBe(1);
  expect(out).toMatch(/^\+0\.000s m1\.host\.1 starts\n/);
  const [, seed = ""] =
    /sim: seed (\d+) broke "settled with word for its parent" at step \d+/.exec(out) ?? [];
  expect(out).toContain(`again: npm run sim -- --seeds 1 --first ${seed}\n`);
  expect((await sim(["--seeds", "1", "--first", seed], subject)).out).toBe(out);
});

test.each([["--seeds", "0"], ["--seeds", "x"], ["--first", "-1"], ["--first", "4294967296"], ["--fast"]])(
  "npm run sim: %s %s is a mistake, and says what would be none",
  async (...args) => {
    const { code, out, err } = await sim(args.filter((arg) => arg !== undefined));
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(args[0]);
    expect(err).toContain("npm run sim");
  },
);
