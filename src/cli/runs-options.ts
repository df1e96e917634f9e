/** The commands below `lastword runs`: their arguments, options and help. A command's code is loaded when asked for. */

import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import type { DeliveryState, RunStatus } from "../agents/index.ts";
import type { Io } from "./io.ts";
import { countFrom, timeFrom } from "./options.ts";
import { ADD_HELP, RUNS_HELP } from "./runs-help.ts";
import type { AddFlags } from "./runs/add.ts";
import type { HandFlags, HandVerb } from "./runs/hand.ts";
import type { ListFlags } from "./runs/list.ts";
import type { ShowFlags } from "./runs/show.ts";
import { TIME_FORMS } from "./times.ts";

const STATUSES = ["queued", "running", "paused", "ended"] as const satisfies readonly RunStatus[];
const DELIVERY_STATES = [
  "pending",
  "delivered",
  "dead",
  "dismissed",
  "superseded",
] as const satisfies readonly DeliveryState[];
const LIST_MAX = 10_000;

/** The option that names a store. What is typed is not quoted in an error: a password may stand in it. */
export function storeOption(): Option {
  return new Option("--store <URL>", "sqlite:PATH, or postgres://USER@HOST/DATABASE");
}

/** Adds the commands to the program. */
export function addRunsCommands(program: Command, io: Io, done: (exitCode: number) => void): void {
  const runs = program
    .command("runs")
    .summary("the runs of a store: list, show, add, and their messages")
    .description("Shows and changes what a store keeps: runs, how they were decided, what parents were told.")
    .showHelpAfterError("Try lastword runs --help.")
    .addHelpText("after", RUNS_HELP);

  runs
    .command("list")
    .summary("runs, the newest first")
    .description("Lists runs, the newest first, and what became of the message about each.")
    .addOption(storeOption())
    .addOption(new Option("--status <STATUS...>", "only runs that stand so").choices(STATUSES))
    .addOption(new Option("--outcome <HOW>", "only runs that ended so").choices(["ok", "error"]))
    .addOption(
      new Option("--delivery <STATE>", "by the messages in this state, the oldest first").choices(
        DELIVERY_STATES,
      ),
    )
    .addOption(
      new Option("--limit <N>", "list so many").default(50).argParser((text) => countFrom(text, LIST_MAX)),
    )
    .option("--json", "write a JSON object a line")
    .showHelpAfterError("Try lastword runs list --help.")
    .addHelpText("after", RUNS_HELP)
    .action(async (flags: ListFlags) => {
      const { listRuns } = await import("./runs/list.ts");
      done(await listRuns(flags, io));
    });

  runs
    .command("show")
    .summary("one run: decision, rule, evidence, digest, messages")
    .description("Shows a run: how it was decided, by which rule, from what, and what its parent was told.")
    .argument("<RUN>", "the run's id")
    .addOption(storeOption())
    .option("--json", "write one JSON object")
    .showHelpAfterError("Try lastword runs show --help.")
    .addHelpText("after", RUNS_HELP)
    .action(async (runId: string, flags: ShowFlags) => {
      const { showRun } = await import("./runs/show.ts");
      done(await showRun(runId, flags, io));
    });

  const hand = (verb: HandVerb, summary: string, description: string): void => {
    runs
      .command(verb)
      .summary(summary)
      .description(description)
      .argument("[RUN...]", "the runs' ids")
      .addOption(storeOption())
      .option("--dead", "all that were given up")
      .option("--json", "write a JSON object a line")
      .showHelpAfterError(`Try lastword runs ${verb} --help.`)
      .addHelpText("after", RUNS_HELP)
      .action(async (runIds: string[], flags: HandFlags) => {
        const { handRuns } = await import("./runs/hand.ts");
        done(await handRuns(verb, runIds, flags, io));
      });
  };
  hand(
    "retry",
    "tells a parent again",
    "Makes the last message about each run due again, with all its attempts.",
  );
  hand(
    "dismiss",
    "tells a parent nothing",
    "Says that the last message about each run is not wanted any more.",
  );

  const nowMs = io.now();
  runs
    .command("add")
    .summary("a run by flags, or many as JSON lines")
    .description("Adds runs: one by flags, or many from standard input.")
    .addOption(storeOption())
    .option("--id <RUN>", "the run's id")
    .option("--session <KEY>", "the child's session key")
    .option("--requester <KEY>", "the session that is told how it ends")
    .option("--session-id <ID>", "the id of the child's session, which its transcript must bear")
    .addOption(
      new Option("--generation <N>", "how often it was started (default: 1)").argParser((text) =>
        countFrom(text, 999_999_999),
      ),
    )
    .addOption(
      new Option("--status <STATUS>", "where it stands (default: running)").choices(STATUSES.slice(0, 3)),
    )
    .addOption(
      new Option("--started <TIME>", `when it started: ${TIME_FORMS}`).argParser((text) =>
        timeFrom(text, nowMs),
      ),
    )
    .addOption(new Option("--transcript <FILE>", "its transcript").argParser(nonEmpty))
    .addOption(new Option("--artifact <FILE>", "the result that it was told to leave").argParser(nonEmpty))
    .option("--host <NAME>", "the machine whose disk holds them (default: this one)")
    .option("--parent <RUN>", "the run that started it")
    .option("--label <TEXT>", "for people")
    .option("--task <TEXT>", "what it is to do, for people")
    .option("--json", "write a JSON object a line")
    .showHelpAfterError("Try lastword runs add --help.")
    .addHelpText("after", ADD_HELP)
    .action(async (flags: AddFlags) => {
      const { addRuns } = await import("./runs/add.ts");
      done(await addRuns(flags, io));
    });
}

function nonEmpty(text: string): string {
  if (text !== "") return text;
  throw new InvalidArgumentError("Give a file's path.");
}
