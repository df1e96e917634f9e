/**
 * The bench: what a verdict costs, as ratios measured in one run, each beside its goal. Makes its files in a temporary
 * folder, and removes them.
 */

import { parseArgs } from "node:util";
import { escapeText } from "../../src/cli/escape.ts";
import { formatBytes } from "../../src/cli/sizes.ts";
import type { Io } from "../../src/cli/io.ts";
import { build } from "./build.ts";
import { measureMany } from "./many.ts";
import { measureMemory } from "./memory.ts";
import { PEERS } from "./race/peers.ts";
import { measureRace } from "./race/race.ts";
import type { Race } from "./race/race.ts";
import type { PeerFinder } from "./race/way.ts";
import { report } from "./report.ts";
import type { Found, Telling } from "./report.ts";
import type { Row } from "./row.ts";
import { FULL, PARTS, QUICK, bytesNeeded } from "./scale.ts";
import type { Part, Scale } from "./scale.ts";
import { measureSingle } from "./single.ts";
import { measureStart } from "./start.ts";
import { measureStores } from "./stores.ts";
import { Workshop } from "./workshop.ts";

/** Every part but the race: what has goals, and a table of its own. */
const GOALS = "goals";

const EXIT_DONE = 0;
const EXIT_USAGE = 2;

const HELP = `Measures what a verdict costs, as ratios taken in one run, each beside its goal.

  npm run bench                  up to 8 GB of files in the temporary folder, half an hour
  npm run bench -- --quick       a few seconds; shows that it runs, and little else
  npm run bench -- --json        the rows as one JSON object
  npm run bench -- --markdown    the tables of the README
  npm run bench -- --readme      the same, written into the README
  npm run bench -- --only NAME   one part alone: race, start, single, many, memory, stores;
                                 or goals: every part but the race
  npm run bench -- --keep        leave the files, and say where they are

The race is against other projects' readers and against what one would write oneself, on
the same files. Peers come from the npm registry, once, into $XDG_CACHE_HOME/lastword/packages;
jq is raced where it is. Who is missing is skipped, who tells of a run what is not so ends it.
`;

interface Asked extends Telling {
  readonly keep: boolean;
  readonly help: boolean;
  readonly only?: string | undefined;
}

/**
 * Runs the bench. A goal that is not met is told, and is no failure: a busy machine is not broken.
 *
 * @param args what was typed behind the program's name
 * @param peers who else races
 * @returns the exit code
 */
export async function main(
  args: readonly string[],
  io: Io,
  peers: readonly PeerFinder[] = PEERS,
): Promise<number> {
  const asked = parse(args);
  if (typeof asked === "string") {
    await io.stderr.write(`bench: ${escapeText(asked)}\n\n${HELP}`);
    return EXIT_USAGE;
  }
  if (asked.help) {
    await io.stdout.write(HELP);
    return EXIT_DONE;
  }
  const workshop = new Workshop();
  try {
    await report(await measure(asked, asked.quick ? QUICK : FULL, workshop, io, peers), asked, io);
  } finally {
    if (asked.keep) await io.stderr.write(`bench: the files are in ${workshop.folder}\n`);
    else workshop.remove();
  }
  return EXIT_DONE;
}

/** What was asked for, or why it cannot be understood. */
function parse(args: readonly string[]): Asked | string {
  const flag = { type: "boolean", default: false } as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        quick: flag,
        json: flag,
        markdown: flag,
        readme: flag,
        keep: flag,
        help: { ...flag, short: "h" },
        only: { type: "string" },
      },
    });
    const { only, readme } = values;
    if (only !== undefined && only !== GOALS && !PARTS.some((part) => part === only)) {
      return `--only knows ${PARTS.join(", ")}, and ${GOALS}, and not ${only}`;
    }
    if (readme && values.quick) return "--readme takes no numbers of --quick: they say little";
    // A table of goals with most of them missing would look like all of them.
    return readme && only !== undefined && only !== "race" && only !== GOALS
      ? `--readme takes every part, or with --only the race or the ${GOALS}`
      : values;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function measure(
  { only }: Asked,
  scale: Scale,
  workshop: Workshop,
  io: Io,
  peers: readonly PeerFinder[],
): Promise<Found> {
  const rows: Row[] = [];
  const skipped: string[] = [];
  const skip = (why: string): void => void skipped.push(why);
  let race: Race | undefined;
  const built = await build(workshop.folder);
  const { entry, judging } = built;
  const step = async (
    part: Part,
    title: string,
    work: () => Promise<readonly Row[]> | readonly Row[],
  ): Promise<void> => {
    if (only !== undefined && only !== part && (only !== GOALS || part === "race")) return;
    const [needed, room] = [bytesNeeded(part, scale), workshop.room];
    if (needed > room) {
      skipped.push(
        `${title}: ${formatBytes(needed)} needed, ${formatBytes(room)} free; TMPDIR can name another disk`,
      );
      return;
    }
    await io.stderr.write(`bench: ${title}\n`);
    rows.push(...(await work()));
  };
  await step("race", "a race against other readers", async () => {
    race = await measureRace(judging, scale, workshop, { finders: peers, skip }, async (what) =>
      io.stderr.write(`bench: race: ${what}\n`),
    );
    return [];
  });
  await step("start", "the start of the command line", () => measureStart(built.program, scale, workshop));
  await step("single", "one file of growing size", () => measureSingle(judging, scale, workshop));
  await step("many", "thousands of files", () => measureMany(judging, scale, workshop));
  await step("memory", "peak memory", () => measureMemory(entry, scale, workshop));
  await step("stores", "stores, with ever more runs and sweepers", () =>
    measureStores(built, scale, workshop, skip),
  );
  return { rows, race, skipped };
}
