/** What a run of the bench found, told: as a table for a terminal, as data, or as the tables of the README. */

import stringify from "fast-json-stable-stringify";
import { paletteFor } from "../../src/cli/colour.ts";
import type { Io } from "../../src/cli/io.ts";
import { machineAt, machineText } from "./machine.ts";
import type { Machine } from "./machine.ts";
import { rowsOf } from "./race/lap.ts";
import type { Race } from "./race/race.ts";
import { raceTable } from "./race/table.ts";
import { writeIntoReadme } from "./readme.ts";
import { isMet } from "./row.ts";
import type { Row } from "./row.ts";
import { markdownTable, textTable } from "./table.ts";

/** What a run found, and what it left out, for people. */
export interface Found {
  readonly rows: readonly Row[];
  readonly race: Race | undefined;
  readonly skipped: readonly string[];
}

/** How it is to be told. */
export interface Telling {
  readonly quick: boolean;
  readonly json: boolean;
  readonly markdown: boolean;
  readonly readme: boolean;
}

/** Tells it. What was left out goes to standard error. */
export async function report({ rows, race, skipped }: Found, asked: Telling, io: Io): Promise<void> {
  const { stdout, stderr, env, now } = io;
  const machine = machineAt(now());
  for (const what of skipped) await stderr.write(`bench: skipped: ${what}\n`);
  if (asked.readme) {
    if (race !== undefined) writeIntoReadme("race", raceMarkdown(race, machine));
    if (rows.length > 0) writeIntoReadme("bench", goalsMarkdown(rows, machine));
  }
  if (asked.json) {
    const data = rows.map((row) => ({ ...row, met: isMet(row) }));
    await stdout.write(`${stringify({ machine, rows: data, race, quick: asked.quick, skipped })}\n`);
    return;
  }
  if (asked.markdown) {
    if (race !== undefined) await stdout.write(`${raceMarkdown(race, machine)}\n`);
    if (rows.length > 0) await stdout.write(goalsMarkdown(rows, machine));
    return;
  }
  const palette = paletteFor(stdout, env);
  const missed = rows.filter((row) => isMet(row) === false).length;
  const outcome = missed === 0 ? "Every goal is met." : `${missed} goals are not met.`;
  const all = [...rowsOf(race?.laps ?? []), ...rows];
  await stdout.write(`${machineText(machine)}\n\n${textTable(all, palette)}\n`);
  for (const line of linesOf(race)) await stdout.write(`${line}\n`);
  if (rows.length > 0) await stdout.write(`${outcome}\n`);
}

/** What of a race is no number. */
function linesOf(race: Race | undefined): readonly string[] {
  if (race === undefined) return [];
  const left = race.laps.flatMap(({ files, way, found }) =>
    found.kind === "left-out" ? [`Left out at ${files}: ${way}; ${found.why}.`] : [],
  );
  return [...new Set([...left, ...race.peers.map((peer) => `${peer}.`)])];
}

function goalsMarkdown(rows: readonly Row[], machine: Machine): string {
  return `${machineText(machine)}, by \`npm run bench\`: medians over interleaved rounds of one run, in processor time (the start of a process by the clock), beside their goals.\n\n${markdownTable(rows)}`;
}

function raceMarkdown({ laps, peers }: Race, machine: Machine): string {
  const from = peers.length === 0 ? "" : ` ${peers.join("; ")}.`;
  return `${machineText(machine)}, by \`npm run bench\`: medians over interleaved rounds of one run, in processor time; in brackets where half of the rounds lie.${from}\n\n${raceTable(laps)}`;
}
