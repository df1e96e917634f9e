/**
 * The bench: what a verdict costs, as ratios measured in one run, each beside its goal. Makes its files in a temporary
 * folder, and removes them.
 */

import { parseArgs } from "node:util";
import stringify from "fast-json-stable-stringify";
import { paletteFor } from "../../src/cli/colour.ts";
import { escapeText } from "../../src/cli/escape.ts";
import { formatBytes } from "../../src/cli/sizes.ts";
import type { Io } from "../../src/cli/io.ts";
import { build } from "./build.ts";
import { machineAt, machineText } from "./machine.ts";
import type { Machine } from "./machine.ts";
import { measureMany } from "./many.ts";
import { measureMemory } from "./memory.ts";
import { writeIntoReadme } from "./readme.ts";
import { isMet } from "./row.ts";
import type { Row } from "./row.ts";
import { FULL, PARTS, QUICK, bytesNeeded } from "./scale.ts";
import type { Part, Scale } from "./scale.ts";
import { measureSingle } from "./single.ts";
import { measureStores } from "./stores.ts";
import { markdownTable, textTable } from "./table.ts";
import { Workshop } from "./workshop.ts";

const EXIT_DONE = 0;
const EXIT_USAGE = 2;

const HELP = `Measures what a verdict costs, as ratios taken in one run, each beside its goal.

  npm run bench                  up to 8 GB of files in the temporary folder, some minutes
  npm run bench -- --quick       a few seconds; shows that it runs, and little else
  npm run bench -- --json        the rows as one JSON object
  npm run bench -- --markdown    the table of the README
  npm run bench -- --readme      the same, written into the README
  npm run bench -- --only NAME   one part alone: single, many, memory or stores
  npm run bench -- --keep        leave the files, and say where they are
`;

interface Asked {
  readonly quick: boolean;
  readonly json: boolean;
  readonly markdown: boolean;
  readonly readme: boolean;
  readonly keep: boolean;
  readonly help: boolean;
  readonly only?: string | undefined;
}

/** What a run found, and what it left out, for people. */
interface Found {
  readonly rows: readonly Row[];
  readonly skipped: readonly string[];
}

/**
 * Runs the bench. A goal that is not met is told, and is no failure: a busy machine is not broken.
 *
 * @param args what was typed behind the program's name
 * @returns the exit code
 */
export async function main(args: readonly string[], io: Io): Promise<number> {
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
    await report(await measure(asked, asked.quick ? QUICK : FULL, workshop, io), asked, io);
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
    const { only } = values;
    return only === undefined || PARTS.some((part) => part === only)
      ? values
      : `--only knows ${PARTS.join(", ")}, and not ${only}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function measure({ only }: Asked, scale: Scale, workshop: Workshop, io: Io): Promise<Found> {
  const rows: Row[] = [];
  const skipped: string[] = [];
  const built = await build(workshop.folder);
  const { entry, judging } = built;
  const step = async (
    part: Part,
    title: string,
    work: () => Promise<readonly Row[]> | readonly Row[],
  ): Promise<void> => {
    if (only !== undefined && only !== part) return;
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
  await step("single", "one file of growing size", () => measureSingle(judging, scale, workshop));
  await step("many", "thousands of files", () => measureMany(judging, scale, workshop));
  await step("memory", "peak memory", () => measureMemory(entry, scale, workshop));
  await step("stores", "stores, with ever more runs and sweepers", () =>
    measureStores(built, scale, workshop, (why) => skipped.push(why)),
  );
  return { rows, skipped };
}

async function report({ rows, skipped }: Found, asked: Asked, io: Io): Promise<void> {
  const { stdout, stderr, env, now } = io;
  const machine = machineAt(now());
  for (const what of skipped) await stderr.write(`bench: skipped: ${what}\n`);
  if (asked.readme) writeIntoReadme(markdown(rows, machine));
  if (asked.json) {
    const data = rows.map((row) => ({ ...row, met: isMet(row) }));
    await stdout.write(`${stringify({ machine, rows: data, quick: asked.quick, skipped })}\n`);
    return;
  }
  if (asked.markdown) {
    await stdout.write(markdown(rows, machine));
    return;
  }
  const palette = paletteFor(stdout, env);
  const missed = rows.filter((row) => isMet(row) === false).length;
  const outcome = missed === 0 ? "Every goal is met." : `${missed} goals are not met.`;
  await stdout.write(`${machineText(machine)}\n\n${textTable(rows, palette)}\n${outcome}\n`);
}

function markdown(rows: readonly Row[], machine: Machine): string {
  return `${machineText(machine)}, by \`npm run bench\`: medians over interleaved rounds of one run, in processor time, beside their goals.\n\n${markdownTable(rows)}`;
}
