/**
 * The deterministic simulation: hosts, children, sweepers and couriers on machines that fail, in virtual time, from a
 * seed. The sweeper, the decision table, the reader of transcripts, the store in memory and the courier are those that
 * ship; the clock, the disks, the network and the parents are made up, and everything in between may be lost, late,
 * done twice, or the last thing that a process does.
 */

import { parseArgs } from "node:util";
import { escapeText } from "../../src/cli/escape.ts";
import type { Io } from "../../src/cli/io.ts";
import { Seen } from "./seen.ts";
import { simulate } from "./simulate.ts";
import type { Simulated, Subject } from "./simulate.ts";

const EXIT_HELD = 0;
const EXIT_BROKEN = 1;
const EXIT_USAGE = 2;
const SEEDS_DEFAULT = 200;
/** What a weekend has time for. */
const SEEDS_MAX = 100_000_000;
/** The largest seed: a whole number of 32 bits. */
const SEED_MAX = 2 ** 32 - 1;

const HELP = `Simulates machines that fail, and holds the sweeper, the store and the courier to what they promise.

  npm run sim                          ${SEEDS_DEFAULT} simulations, from seed 1
  npm run sim -- --seeds N --first S   N of them, from seed S
  npm run sim -- --first S --verbose   with every step of each; one, unless --seeds says more

It ends at the first promise that is broken with exit code 1, and prints the seed, what happened step by step,
and how to see it again.
`;

interface Asked {
  readonly seeds: number;
  readonly first: number;
  readonly verbose: boolean;
  readonly help: boolean;
}

/**
 * Runs simulations.
 *
 * @param args what was typed behind the program's name
 * @param subject replaces a part of what is put to the test
 * @returns the exit code: 1 if a promise was broken
 */
export async function main(args: readonly string[], io: Io, subject: Subject = {}): Promise<number> {
  const asked = parse(args);
  if (typeof asked === "string") {
    await io.stderr.write(`sim: ${escapeText(asked)}\n\n${HELP}`);
    return EXIT_USAGE;
  }
  if (asked.help) {
    await io.stdout.write(HELP);
    return EXIT_HELD;
  }
  const { seeds, first, verbose } = asked;
  let steps = 0;
  const seen = new Seen();
  for (let seed = first; seed < first + seeds; seed += 1) {
    const simulated = await simulate(seed, subject);
    if (simulated.broken !== undefined) {
      await io.stdout.write(brokenText(simulated));
      return EXIT_BROKEN;
    }
    if (verbose) await io.stdout.write(`${linesOf(simulated)}\nsim: seed ${seed} kept every promise\n`);
    steps += simulated.steps;
    seen.add(simulated.seen);
  }
  await io.stdout.write(
    `sim: ${seeds} seeds from ${first}, ${steps} steps: every promise kept\n${seen.toString()}`,
  );
  return EXIT_HELD;
}

/** What was asked for, or why it cannot be understood. */
function parse(args: readonly string[]): Asked | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        seeds: { type: "string" },
        first: { type: "string" },
        verbose: { type: "boolean", short: "v", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    const { verbose, help } = values;
    const first = Number(values.first ?? 1);
    const seeds = Number(values.seeds ?? (verbose ? 1 : SEEDS_DEFAULT));
    if (!(Number.isInteger(seeds) && seeds >= 1 && seeds <= SEEDS_MAX)) {
      return `--seeds is a whole number from 1 to ${SEEDS_MAX}, and not ${values.seeds}`;
    }
    if (!(Number.isInteger(first) && first >= 0 && first + seeds - 1 <= SEED_MAX)) {
      return `--first is a whole number from 0, the last seed at most ${SEED_MAX}, and not ${values.first}`;
    }
    return { seeds, first, verbose, help };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The whole story of a simulation in which something broke. */
function brokenText(simulated: Simulated): string {
  const { seed, broken, steps, digest } = simulated;
  return [
    linesOf(simulated),
    "",
    `sim: seed ${seed} broke "${broken?.invariant ?? "nothing"}" at step ${steps}`,
    `  ${escapeText(broken?.detail ?? "")}`,
    `  digest of the trace: ${digest}`,
    `  again: npm run sim -- --seeds 1 --first ${seed}`,
    "",
  ].join("\n");
}

function linesOf({ trace }: Simulated): string {
  return trace.map(escapeText).join("\n");
}
