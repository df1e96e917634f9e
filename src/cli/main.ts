/** The command line: its commands, their options and help. Parses and dispatches; a command's code is loaded when asked for. */

import { Command, CommanderError, Option } from "commander";
import { packageVersion } from "../agents/hooks/package-version.ts";
import { escapeText } from "./escape.ts";
import { EXIT_TERMINAL, EXIT_USAGE } from "./exit-codes.ts";
import type { CheckFlags } from "./check.ts";
import type { OpenClawFlags } from "./check-openclaw.ts";
import { addDoctorCommand } from "./doctor-options.ts";
import type { ExplainFlags } from "./explain.ts";
import { addFilterOptions } from "./filter-options.ts";
import { finish } from "./finish.ts";
import { addFollowCommands } from "./follow-options.ts";
import { CHECK_EXAMPLES, EXIT_CODES, EXPLAIN_EXAMPLES, JUDGE_HELP, PROGRAM_EXAMPLES } from "./help.ts";
import { addHelpCommand } from "./help-command.ts";
import { addHookCommands } from "./hook-options.ts";
import type { Io } from "./io.ts";
import type { SessionFlags } from "./judge-flags.ts";
import { addSessionOptions } from "./judge-options.ts";
import { addJudgeOptions, countFrom } from "./options.ts";
import { addRunsCommands } from "./runs-options.ts";
import { SettingsError, useSettings } from "./settings.ts";
import { addSetupCommands } from "./setup-options.ts";
import { addSweepCommand } from "./sweep-options.ts";

/** Most records that `explain --last` lists. */
const LAST_MAX = 1_000;
const HELP_COLUMNS_MAX = 100;

/**
 * Runs the command line.
 *
 * @param args what was typed behind the program's name
 * @returns the exit code; see exit-codes.ts
 */
export async function main(args: readonly string[], io: Io): Promise<number> {
  return finish(io, await dispatch(args, io));
}

async function dispatch(args: readonly string[], io: Io): Promise<number> {
  let exitCode = EXIT_TERMINAL;
  const program = programFor(io, (code) => {
    exitCode = code;
  });
  if (args.length === 0) {
    const { overview } = await import("./overview.ts");
    return overview(io);
  }
  try {
    useSettings(program, io.env);
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (error instanceof SettingsError) {
      await io.stderr.write(`lastword: ${escapeText(error.message)}\n`);
      return EXIT_USAGE;
    }
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT_TERMINAL : EXIT_USAGE;
  }
  return exitCode;
}

/** The program with all its commands; parses nothing yet. */
export function programFor(io: Io, done: (exitCode: number) => void): Command {
  const { stdout, stderr } = io;
  const program = new Command("lastword")
    .description(
      "Says what a lost child agent's transcript proves: finished, parked, unfinished, or not to be known from here.",
    )
    .version(packageVersion(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .showHelpAfterError("Try lastword --help, or lastword check PATH.")
    .exitOverride()
    .configureHelp({ showGlobalOptions: false })
    .configureOutput({
      writeOut: (text) => stdout.writeNow(text),
      writeErr: (text) => stderr.writeNow(text),
      outputError: (text, write) => write(errorText(text)),
      getOutHelpWidth: () => Math.min(stdout.columns ?? 80, HELP_COLUMNS_MAX),
      getErrHelpWidth: () => Math.min(stderr.columns ?? 80, HELP_COLUMNS_MAX),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .addHelpText("after", PROGRAM_EXAMPLES + EXIT_CODES);

  const check = program
    .command("check")
    .summary("a verdict for each transcript")
    .description(
      "Judges transcripts, a row each: files, folders (searched for *.jsonl), globs, - for standard input.",
    )
    .usage("PATH... [options]")
    .argument("[PATH...]", "what to judge; a path named twice is judged once")
    .option("--json", "write a JSON object a line, its keys in canonical order")
    .option(
      "--openclaw [STATE_DIR]",
      "list OpenClaw's runs instead, its registry beside what the records prove",
    )
    .option("--fix-hint", "with --openclaw: say what each parent was told, and what to do")
    .option("--all", "take retired copies in folders too (.reset., .deleted., .checkpoint., .bak-)")
    .showHelpAfterError("Try lastword check --help, or lastword check PATH.")
    .addHelpText("after", CHECK_EXAMPLES + EXIT_CODES)
    .action(async (paths: string[], flags: CheckFlags & Partial<OpenClawFlags>) => {
      const { openclaw } = flags;
      if (openclaw !== undefined) {
        if (paths.length > 0) check.error("error: --openclaw takes one state folder, and no other paths");
        const { checkOpenClaw } = await import("./check-openclaw.ts");
        done(await checkOpenClaw({ ...flags, openclaw }, io));
        return;
      }
      if (paths.length === 0 && flags.agent === undefined) {
        check.error("error: missing required argument 'PATH'");
      }
      const { check: judgePaths } = await import("./check.ts");
      done(await judgePaths(paths, flags, io));
    });
  addJudgeOptions(check, io.now());
  addFilterOptions(check, io.now());

  const explain = program
    .command("explain")
    .summary("one verdict, with the records that led to it")
    .description(
      "Explains a verdict: the reason, what would have been accepted, warnings, and the last records.",
    )
    .usage("PATH [options]")
    .argument("<PATH>", "the transcript")
    .option("--json", "write one JSON object, its keys in canonical order")
    .addOption(
      new Option("--last <N>", "list so many of the last records")
        .default(12)
        .argParser((text) => countFrom(text, LAST_MAX)),
    )
    .showHelpAfterError("Try lastword explain --help, or lastword explain PATH.")
    .addHelpText("after", EXPLAIN_EXAMPLES + EXIT_CODES)
    .action(async (path: string, flags: ExplainFlags) => {
      const { explain } = await import("./explain.ts");
      done(await explain(path, flags, io));
    });
  addJudgeOptions(explain, io.now());

  const judge = program
    .command("judge")
    .summary("what becomes of a session that stopped, for loops in any language")
    .description("Decides a stopped session from its result, its events and its transcript.")
    .usage("[options]")
    .showHelpAfterError("Try lastword judge --help.")
    .addHelpText("after", JUDGE_HELP)
    .action(async (flags: SessionFlags) => {
      const { judge } = await import("./judge.ts");
      done(await judge(flags, io));
    });
  addSessionOptions(judge, io.now());

  addFollowCommands(program, io, done);

  addHookCommands(program, io, done);
  addDoctorCommand(program, io, done);

  addRunsCommands(program, io, done);

  addSweepCommand(program, io, done);
  addSetupCommands(program, io, done);
  addHelpCommand(program, io, done);

  return program;
}

/** Commander's message in this program's name. What was typed stands in it, and may have come from a glob. */
function errorText(text: string): string {
  return text
    .replace(/^error: /, "lastword: ")
    .split("\n")
    .map((line) => escapeText(line))
    .join("\n");
}
