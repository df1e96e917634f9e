/** The commands to look with: `report`, and those that stay, `watch`, `wait` and `serve`. Their arguments, options and help. */

import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import { interruption } from "./interruption.ts";
import type { Io } from "./io.ts";
import { addJudgeOptions, countFrom } from "./options.ts";
import type { ReportFlags } from "./report.ts";
import { storeOption } from "./runs-options.ts";
import type { ServeFlags } from "./serve.ts";
import { parseLength } from "./times.ts";
import type { WaitFlags } from "./wait.ts";
import type { WatchFlags } from "./watch.ts";

/** Looking more often would be all that the machine does, ms. */
const INTERVAL_MS_MIN = 20;

const WATCH_HELP = `
The command of --exec finds the change in LASTWORD_PATH, LASTWORD_KIND,
LASTWORD_REASON and LASTWORD_WAS, and as one JSON object on its standard input.

Examples:
  $ lastword watch                                  # the agents' own folders
  $ lastword watch ~/.codex/sessions
  $ lastword watch runs --json | jq -r 'select(.kind == "terminal") | .text'
  $ lastword watch runs --exec 'notify-send "$LASTWORD_KIND" "$LASTWORD_PATH"'

Exit codes:
  0    it was stopped (Ctrl-C)
  1    a command of --exec failed, or there is nothing to watch
`;

const WAIT_HELP = `
The answer goes to standard output. A parked run is waited for.

Examples:
  $ lastword wait child.jsonl --timeout 10m
  $ lastword wait run-17 --store sqlite:runs.db
  $ lastword wait child.jsonl --idle 2m || lastword explain child.jsonl

Exit codes:
  0    it ended with an answer
  1    it did not finish
  2    wrong usage, no such run, or a file that cannot be read
  124  the time was up, or Ctrl-C
`;

const REPORT_HELP = `
One file, which loads nothing: charts, a table to sort and search, and each
run's last turn with the record that decided. It holds what the transcripts say.

Examples:
  $ lastword report --out report.html               # the agents' own folders
  $ lastword report ~/.codex/sessions --out report.html --force

Exit codes:
  0    it was written
  1    there is no transcript to show
  2    wrong usage, or something could not be read, or the page not be written
`;

const SERVE_HELP = `
The page is served on 127.0.0.1 alone, under an address with a random part: who
does not have it sees nothing. Messages that did not arrive can be retried or
dismissed there.

Examples:
  $ lastword serve
  $ lastword serve --store sqlite:runs.db --port 8080

Exit codes:
  0    it was stopped (Ctrl-C)
  2    wrong usage, or the store or the port could not be had
`;

const PORT_MAX = 65_535;

/** Adds the commands to the program. */
export function addFollowCommands(program: Command, io: Io, done: (exitCode: number) => void): void {
  const watch = program
    .command("watch")
    .summary("follows transcripts, a line whenever a verdict changes")
    .description("Follows transcripts while they are written, and tells whenever a verdict changes.")
    .usage("[PATH...] [options]")
    .argument("[PATH...]", "files and folders; without any, the agents' own folders")
    .option("--json", "write a JSON object a line, its keys in canonical order")
    .option("--exec <COMMAND>", "a command of the shell to run for each change")
    .option("--poll", "ask the disk again and again, where the system cannot tell (network folders)")
    .addOption(
      new Option("--interval <TIME>", "how often, with --poll").default(1_000, "1s").argParser(intervalFrom),
    )
    .showHelpAfterError("Try lastword watch --help.")
    .addHelpText("after", WATCH_HELP)
    .action(async (paths: string[], flags: WatchFlags) => {
      const { watch: follow } = await import("./watch.ts");
      const { signal, dispose } = interruption();
      done(await follow(paths, flags, io, signal).finally(dispose));
    });
  addJudgeOptions(watch, io.now());

  const wait = program
    .command("wait")
    .summary("returns when a run has ended, with its answer or without")
    .description("Waits until a transcript, or a run of the registry, has ended.")
    .usage("PATH|RUN [options]")
    .argument("<PATH|RUN>", "the transcript, or the run's id")
    .option("--json", "write one JSON object, its keys in canonical order")
    .option("--store <URL>", "the registry of the run: sqlite:PATH or postgres://...")
    .addOption(new Option("--timeout <TIME>", "how long at most: 90s, 10m").argParser(lengthFrom))
    .addOption(
      new Option("--quiet <TIME>", "an answer counts once its file was left alone so long")
        .default(10_000, "10s")
        .argParser(lengthFrom),
    )
    .addOption(
      new Option("--idle <TIME>", "without an answer, a file left alone so long is a child that is gone")
        .default(600_000, "10m")
        .argParser(lengthFrom),
    )
    .addOption(
      new Option("--interval <TIME>", "how often to look").default(1_000, "1s").argParser(intervalFrom),
    )
    .showHelpAfterError("Try lastword wait --help.")
    .addHelpText("after", WAIT_HELP)
    .action(async (target: string, flags: WaitFlags) => {
      const { wait: until } = await import("./wait.ts");
      const stop = interruption();
      done(await until(target, flags, io, stop).finally(stop.dispose));
    });
  addJudgeOptions(wait, io.now());

  const report = program
    .command("report")
    .summary("a page to look at, in one file")
    .description("Writes a page that shows what became of many runs.")
    .usage("[PATH...] --out FILE [options]")
    .argument("[PATH...]", "files, folders and globs; without any, the agents' own folders")
    .requiredOption("--out <FILE>", "the page; - is standard output")
    .option("--force", "write over a file that is there")
    .showHelpAfterError("Try lastword report --help.")
    .addHelpText("after", REPORT_HELP)
    .action(async (paths: string[], flags: ReportFlags) => {
      const { report: write } = await import("./report.ts");
      done(await write(paths, flags, io));
    });
  addJudgeOptions(report, io.now());

  program
    .command("serve")
    .summary("a store's runs on a page that keeps up")
    .description("Serves a page with a store's runs, on this machine alone.")
    .usage("[options]")
    .addOption(storeOption())
    .addOption(
      new Option("--port <N>", "the port; without it any that is free")
        .default(0, "any")
        .argParser((text) => countFrom(text, PORT_MAX)),
    )
    .showHelpAfterError("Try lastword serve --help.")
    .addHelpText("after", SERVE_HELP)
    .action(async (flags: ServeFlags) => {
      const { serve } = await import("./serve.ts");
      const { signal, dispose } = interruption();
      done(await serve(flags, io, signal).finally(dispose));
    });
}

function lengthFrom(text: string): number {
  const length = parseLength(text);
  if (length !== undefined) return length;
  throw new InvalidArgumentError("Give a length of time, such as 30s, 10m or 1h 30m.");
}

function intervalFrom(text: string): number {
  const length = lengthFrom(/^\d+$/.test(text) ? `${text}s` : text);
  if (length >= INTERVAL_MS_MIN) return length;
  throw new InvalidArgumentError(`Give a length of time of ${INTERVAL_MS_MIN}ms or more, such as 1s.`);
}
