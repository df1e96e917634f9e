/**
 * The proof: what four ways of judging a lost child make of the same transcripts, and which of them is right.
 * Reads fixtures and the user's own files; writes to a temporary folder alone, and removes it.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import stringify from "fast-json-stable-stringify";
import { paletteFor } from "../../src/cli/colour.ts";
import { escapeJson, escapeText } from "../../src/cli/escape.ts";
import type { Io } from "../../src/cli/io.ts";
import { prepareToMeasure } from "../../src/cli/width.ts";
import { dataOf, ownData } from "./data.ts";
import { cases, recordings } from "./fixtures.ts";
import { replayIncident } from "./incident.ts";
import type { Incident } from "./incident.ts";
import { incidentTable } from "./incident-report.ts";
import { judgeOwn } from "./own.ts";
import { fixtureTable, heading, legend, ownFile, paragraph, situation, summary } from "./report.ts";
import { writeSituations } from "./situations.ts";
import type { Subject } from "./subject.ts";
import { sweep } from "./sweep.ts";
import { tryAll, wrongOfOurs } from "./trial.ts";

const EXIT_HOLDS = 0;
const EXIT_FAILS = 1;
const EXIT_USAGE = 2;

const HELP = `Tries four ways of judging a lost child on the same transcripts.

  npm run proof                    the four situations, and every fixture
  npm run proof -- --json          the same as one JSON object
  npm run proof -- PATH...         your own files or folders: what would each say?

Exit codes: 0 the proof holds; 1 lastword is wrong somewhere; 2 wrong usage.
`;

/** What the proof is made on. */
export interface Corpus {
  readonly situations: readonly Subject[];
  readonly fixtures: readonly Subject[];
}

/**
 * The four situations and every fixture; what has to be written to disk goes into the folder.
 *
 * @param now Unix ms
 */
export function corpusIn(folder: string, now: number): Corpus {
  return { situations: writeSituations(folder, now), fixtures: [...recordings(now), ...cases(folder)] };
}

/**
 * Runs the proof.
 *
 * @param args what was typed behind the program's name
 * @param gather makes the corpus in a temporary folder that exists while the proof runs
 * @returns the exit code
 */
export async function main(
  args: readonly string[],
  io: Io,
  gather: (folder: string, now: number) => Corpus = corpusIn,
): Promise<number> {
  const asked = parse(args);
  if (typeof asked === "string") {
    await io.stderr.write(`proof: ${escapeText(asked)}\n\n${HELP}`);
    return EXIT_USAGE;
  }
  if (asked.help) {
    await io.stdout.write(HELP);
    return EXIT_HOLDS;
  }
  if (asked.paths.length > 0) return ownFiles(asked.paths, asked.json, io);
  const folder = mkdtempSync(join(tmpdir(), "lastword-proof-"));
  try {
    return await prove(gather(folder, io.now()), await replayIncident(folder), asked.json, io);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Asked {
  readonly json: boolean;
  readonly help: boolean;
  readonly paths: readonly string[];
}

/** What was asked for, or why it cannot be understood. */
function parse(args: readonly string[]): Asked | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        json: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
      allowPositionals: true,
    });
    return { ...values, paths: positionals };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function prove(
  { situations, fixtures }: Corpus,
  incident: Incident,
  json: boolean,
  io: Io,
): Promise<number> {
  const { stdout } = io;
  const palette = paletteFor(stdout, io.env);
  const first = await tryAll(situations);
  const swept = await Promise.all(situations.map(sweep));
  const rest = await tryAll(fixtures);
  const all = [...first, ...rest];
  const code = wrongOfOurs(all).length > 0 || !incident.holds ? EXIT_FAILS : EXIT_HOLDS;
  if (json) {
    await stdout.write(`${escapeJson(stringify(dataOf(first, swept, rest, incident)))}\n`);
    return code;
  }
  await prepareToMeasure(JSON.stringify(all));
  await stdout.write(paragraph(OPENING) + heading("FOUR WAYS TO JUDGE", palette) + legend());
  await stdout.write(heading("THE FOUR SITUATIONS", palette) + paragraph(TRIGGER) + "\n");
  await stdout.write(
    first.map((trial, index) => situation(trial, swept[index], index + 1, palette)).join(""),
  );
  await stdout.write(heading("EVERY RECORDING AND CASE", palette).slice(1) + paragraph(FIXTURES) + "\n");
  await stdout.write(fixtureTable(rest, palette));
  await stdout.write(heading("A LOOP THAT HEARD NOTHING", palette) + paragraph(INCIDENT) + "\n");
  await stdout.write(incidentTable(incident, palette));
  await stdout.write(heading("SUMMARY", palette) + summary(all, palette));
  return code;
}

async function ownFiles(paths: readonly string[], json: boolean, io: Io): Promise<number> {
  const { stdout, stderr } = io;
  const palette = paletteFor(stdout, io.env);
  if (!json) await stdout.write(paragraph(OWN) + "\n" + legend() + "\n");
  let code = EXIT_HOLDS;
  for await (const found of judgeOwn(paths, io.now())) {
    if (found.kind === "trouble") {
      code = EXIT_USAGE;
      await stderr.write(`proof: ${found.message}\n`);
    } else if (json) await stdout.write(`${escapeJson(stringify(ownData(found.path, found.claims)))}\n`);
    else {
      await prepareToMeasure(JSON.stringify(found));
      await stdout.write(ownFile(found.path, found.claims, palette));
    }
    if (stdout.failure !== undefined) break;
  }
  return code;
}

const OPENING =
  "A parent agent lost track of its children: the gateway restarted, and what it knew of each run in memory is " +
  "gone. Its sweeper finds the runs, old and owned by nobody, and must settle each as ok, with the child's " +
  "result, or as failed. All that is left is what each child wrote to disk.";
const TRIGGER =
  "Each is a real .jsonl file in a temporary folder, as OpenClaw writes it. The session store's entry lags " +
  'behind and still says "running", so that it settles nothing (it resolves to null), and no run context is ' +
  "live: that is when the sweeper turns to the transcript. Each is swept by the sweeper that ships.";
const FIXTURES =
  "The same on what real programs wrote before they were killed, resumed or cut off, and on cases out of public " +
  "reports. PROVED is what the record proves of the child; unproven where its writer does not record how a turn " +
  "ends, or the file is damaged. MISSED: the child had finished, and its work is thrown away. FALSE OK: what is " +
  "no answer, the wrong one, or not proved to be one is handed on as the result.";
const INCIDENT =
  "The same mistake in a loop that starts sessions and waits for their Stop. Its relay was never registered, so no " +
  "event arrives; each session writes a valid result after a minute, and reads as a timeout after 45. Before: the " +
  "loop as it was. After: lastword judge.";
const OWN = "What each way of judging would make of these files. Nobody knows here what is true of them.";
