/**
 * The live runs: real programs, a scripted model, no network. What is installed, is installed first; then this same
 * harness goes on inside a network namespace with loopback alone, and there it starts the programs.
 */

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import stringify from "fast-json-stable-stringify";
import { paletteFor } from "../../src/cli/colour.ts";
import { escapeJson, escapeText } from "../../src/cli/escape.ts";
import type { Io } from "../../src/cli/io.ts";
import { install } from "../packages.ts";
import { BUILT } from "./built.ts";
import { runInside } from "./inside.ts";
import { findWay } from "./namespace.ts";
import type { Way } from "./namespace.ts";
import { outside } from "./outside.ts";
import { rowText, skippedText, summaryText } from "./report.ts";
import { holds } from "./suite.ts";
import type { LiveRow, LiveSuite, SkippedSuite } from "./suite.ts";
import { SUITES } from "./suites.ts";

const EXIT_AGREES = 0;
const EXIT_DISAGREES = 1;
const EXIT_USAGE = 2;

/** A short run waits no longer than this for a package. */
const SHORT_INSTALL_MS_MAX = 40_000;

const HELP = `Runs real agents against a scripted model, and compares what lastword makes of it.

  npm run live                       every program, every scenario
  npm run live -- --only claude-code one program; or pi, codex, openclaw-2026.9.6, openclaw-2026.6.5
  npm run live -- --short            pi and Codex, and a few scenarios; seconds
  npm run live -- --save FOLDER      keep pi's and Codex's transcripts, scrubbed, with the right verdicts
  npm run live -- --json             one JSON object

Programs come from the npm registry, once, into $XDG_CACHE_HOME/lastword/packages. They are
started in a network namespace with loopback alone (Linux, unshare, ip), with a home of
their own and a key that opens nothing. What this machine cannot do is skipped.

Exit codes: 0 all agrees, or was skipped; 1 something disagrees; 2 wrong usage.
`;

/** What the runs depend on; a test puts its own here. */
export interface LiveDeps {
  readonly suites: readonly LiveSuite[];
  readonly findWay: () => Way;
  readonly install: typeof install;
  /** True where the command line was built. */
  readonly isBuilt: () => boolean;
  /** Runs a suite in a namespace; hands out its rows as they come. */
  readonly outside: typeof outside;
}

/**
 * Runs everything that was asked for.
 *
 * @param args what was typed behind the program's name
 * @returns the exit code
 */
export async function main(
  args: readonly string[],
  io: Io,
  deps: LiveDeps = { suites: SUITES, findWay, install, outside, isBuilt: () => existsSync(BUILT) },
): Promise<number> {
  const asked = parse(args);
  if (typeof asked === "string") {
    await io.stderr.write(`live: ${escapeText(asked)}\n\n${HELP}`);
    return EXIT_USAGE;
  }
  if (asked.help) {
    await io.stdout.write(HELP);
    return EXIT_AGREES;
  }
  const suites = deps.suites.filter(
    ({ name, short }) =>
      (asked.only === undefined || name === asked.only) && (!asked.short || short === true),
  );
  if (suites.length === 0) {
    await io.stderr.write(`live: there is no program ${escapeText(asked.only ?? "")} here\n`);
    return EXIT_USAGE;
  }
  if (asked.inside !== undefined) return runInside(suites, asked.inside, io, asked);
  return runAll(suites, asked, io, deps);
}

async function runAll(
  suites: readonly LiveSuite[],
  { json, short, save }: Asked,
  io: Io,
  deps: LiveDeps,
): Promise<number> {
  const wishes = { short, ...(save === undefined ? {} : { save: resolve(save) }) };
  const { stdout, stderr, env } = io;
  const palette = paletteFor(stdout, env);
  const rows: LiveRow[] = [];
  const skipped: SkippedSuite[] = [];
  for (const suite of suites) {
    const { name, package: wanted } = suite;
    const ready = await prepare(suite, short ? SHORT_INSTALL_MS_MAX : undefined, stderr, deps);
    if (typeof ready === "string") {
      const line = { suite: name, version: wanted.version, skipped: ready };
      skipped.push(line);
      if (!json) await stdout.write(skippedText(line));
      continue;
    }
    for await (const row of deps.outside(suite, ready.folder, ready.way, wishes)) {
      rows.push(row);
      if (!json) await stdout.write(rowText(row, palette));
    }
  }
  if (json) await stdout.write(`${escapeJson(stringify({ rows, skipped }))}\n`);
  else await stdout.write(summaryText(rows, skipped));
  return rows.every(holds) ? EXIT_AGREES : EXIT_DISAGREES;
}

type Ready = { readonly folder: string; readonly way: Extract<Way, { readonly kind: "way" }> };

/** Makes a suite ready to run, or says why it cannot. */
async function prepare(
  { package: program, needs = [], unable }: LiveSuite,
  installMsMax: number | undefined,
  stderr: Io["stderr"],
  deps: LiveDeps,
): Promise<Ready | string> {
  const reason = unable();
  if (reason !== undefined) return reason;
  const way = deps.findWay();
  if (way.kind === "none") return way.why;
  if (!deps.isBuilt()) return "lastword is not built; npm run build makes it";
  let folder = "";
  for (const wanted of [...needs, program]) {
    await stderr.write(
      `live: ${wanted.name}@${wanted.version} from the npm registry, if it is not here yet\n`,
    );
    const installed = await deps.install(wanted, installMsMax);
    if (installed.kind === "failed") return installed.detail;
    folder = installed.folder;
  }
  return { folder, way };
}

interface Asked {
  readonly json: boolean;
  readonly help: boolean;
  readonly short: boolean;
  readonly save?: string;
  readonly only?: string;
  /** The folder of the installed package: this process is the one inside. */
  readonly inside?: string;
}

function parse(args: readonly string[]): Asked | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        json: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
        short: { type: "boolean", default: false },
        save: { type: "string" },
        only: { type: "string" },
        inside: { type: "string" },
      },
    });
    return values;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
