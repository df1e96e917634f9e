/** The commands and their options as data, read off the program itself: for completions and for the settings' schema. Pure. */

import type { Command, Option } from "commander";
import { TOPIC_NAMES } from "./help-command.ts";

/** An option, as it is typed. */
export interface OptionModel {
  /** `--json`, `-h`. */
  readonly names: readonly string[];
  /** The long name without its dashes. */
  readonly key: string;
  readonly summary: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

/** A command: where it stands, and what may follow it. */
export interface CommandModel {
  /** `["hook", "install"]`; the program itself is `[]`. */
  readonly path: readonly string[];
  readonly summary: string;
  readonly options: readonly OptionModel[];
  readonly subcommands: readonly string[];
  /** What its arguments may be, where that is a list. */
  readonly words: readonly string[];
  /** True where its arguments may be files. */
  readonly takesFiles: boolean;
}

/** The program and every command below it, the program first. */
export function commandModels(program: Command): readonly CommandModel[] {
  return modelsBelow(program, []);
}

function modelsBelow(command: Command, path: readonly string[]): readonly CommandModel[] {
  const subcommands = command.commands.map((one) => one.name());
  const words = path.join(" ") === "help" ? helpWords(command) : choicesOf(command);
  const model: CommandModel = {
    path,
    summary: command.summary() || command.description(),
    options: command.options.filter(({ hidden }) => !hidden).map(optionModel),
    subcommands,
    words,
    takesFiles: command.registeredArguments.length > 0 && words.length === 0,
  };
  return [model, ...command.commands.flatMap((one) => modelsBelow(one, [...path, one.name()]))];
}

function choicesOf(command: Command): readonly string[] {
  return command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
}

/** What `help` takes: every command beside it, and the topics. It is no list of choices, since `help runs list` is right. */
function helpWords({ parent }: Command): readonly string[] {
  const names = parent?.commands.map((one) => one.name()) ?? [];
  return [...new Set([...names, ...TOPIC_NAMES])];
}

function optionModel(option: Option): OptionModel {
  const { short, long, argChoices, required, optional, description } = option;
  return {
    names: [long, short].filter((name) => name !== undefined && name !== null),
    key: (long ?? short ?? "").replace(/^-+/, ""),
    summary: description.split(";")[0] ?? "",
    takesValue: required || optional,
    choices: argChoices ?? [],
  };
}
