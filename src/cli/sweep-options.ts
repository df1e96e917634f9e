/** The command `lastword sweep`: its options and help. Its code is loaded when asked for. */

import { statSync } from "node:fs";
import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import { interruption } from "./interruption.ts";
import type { Io } from "./io.ts";
import { countFrom } from "./options.ts";
import { SWEEP_HELP } from "./runs-help.ts";
import { storeOption } from "./runs-options.ts";
import type { SweepFlags } from "./sweep/sweep.ts";
import { parseLength } from "./times.ts";

/** More at once would only wait for the same disk. */
const CONCURRENCY_MAX = 64;
/** Nobody waits longer; and a longer timer fires at once, ms. */
const TIME_MS_MAX = 7 * 24 * 60 * 60_000;

/** Adds the command to the program. */
export function addSweepCommand(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command("sweep")
    .summary("settles a store's lost runs, and tells the parents")
    .description("Sweeps a store: settles the runs that were lost, and tells their parents.")
    .option("--once", "one sweep, and no more")
    .addOption(storeOption())
    .option("--deliver <TO>", "tell the parents: jsonl:PATH, http://… or https://…")
    .option("--secret-env <NAME>", "the variable that holds the secret to sign with")
    .option("--host <NAME>", "sweep the runs of this machine's name (in a database: this one's)")
    .option("--shared <DIR...>", "and those whose transcripts lie in these folders")
    .addOption(
      new Option("--root <DIR>", "read no file outside this folder, links resolved").argParser(folderFrom),
    )
    .addOption(
      new Option("--grace <TIME>", "leave younger runs alone: 90s, 5m")
        .default(60_000, "60s")
        .argParser(lengthFrom(0)),
    )
    .addOption(
      new Option("--interval <TIME>", "between two sweeps").default(30_000, "30s").argParser(lengthFrom(100)),
    )
    .addOption(
      new Option("--concurrency <N>", "runs read at once, and messages told at once")
        .default(4)
        .argParser((text) => countFrom(text, CONCURRENCY_MAX)),
    )
    .option("--json", "write a JSON object a line")
    .showHelpAfterError("Try lastword sweep --help.")
    .addHelpText("after", SWEEP_HELP)
    .action(async (flags: SweepFlags) => {
      const { sweep } = await import("./sweep/sweep.ts");
      const { signal, dispose } = interruption();
      done(await sweep(flags, io, signal).finally(dispose));
    });
}

function lengthFrom(msMin: number): (text: string) => number {
  return (text) => {
    const ms = parseLength(text);
    if (ms !== undefined && ms >= msMin && ms <= TIME_MS_MAX) return ms;
    throw new InvalidArgumentError(`Give a time from ${msMin} ms to 7d, such as 90s, 5m or 1h 30m.`);
  };
}

function folderFrom(text: string): string {
  if (statSync(text, { throwIfNoEntry: false })?.isDirectory() === true) return text;
  throw new InvalidArgumentError("Give a folder that exists.");
}
