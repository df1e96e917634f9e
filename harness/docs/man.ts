/** man/lastword.1: the commands as the program has them, and the topics of `lastword help`. Pure, and without a date. */

import type { Command } from "commander";
import { commandModels } from "../../src/cli/command-model.ts";
import { TOPICS } from "../../src/cli/topics/all.ts";
import type { Block } from "../../src/cli/topics/topic.ts";

/** The page, in roff (man(7)). */
export function manPage(program: Command): string {
  const models = commandModels(program);
  return [
    `.TH LASTWORD 1 "" "lastword ${program.version() ?? ""}" "User Commands"`,
    ".SH NAME",
    "lastword \\- says what a lost child agent's transcript proves",
    ".SH SYNOPSIS",
    ".B lastword",
    "[\\fICOMMAND\\fR] [\\fIOPTIONS\\fR]",
    ".SH DESCRIPTION",
    plain(program.description()),
    ".PP",
    "Without a command it looks into the agents' own folders on this machine, and says what became of their runs.",
    ".SH COMMANDS",
    ...commandsBelow(program, []).flatMap(({ command, path }) => commandLines(command, path)),
    ...TOPICS.flatMap((topic) => [
      `.SH ${plain(topic.name.toUpperCase().replaceAll("-", " "))}`,
      ...topic.blocks(models).flatMap((block) => blockLines(block)),
    ]),
    "",
  ].join("\n");
}

interface Placed {
  readonly command: Command;
  readonly path: readonly string[];
}

/** Every command that does something itself, with the words that are typed for it. */
function commandsBelow(command: Command, path: readonly string[]): readonly Placed[] {
  return command.commands.flatMap((one) => {
    const placed = { command: one, path: [...path, one.name()] };
    return one.commands.length > 0 ? commandsBelow(one, placed.path) : [placed];
  });
}

function commandLines(command: Command, path: readonly string[]): readonly string[] {
  const options = command.options.filter(({ hidden }) => !hidden);
  return [
    `.SS "lastword ${plain([...path, command.usage()].join(" "))}"`,
    plain(command.description()),
    ...options.flatMap(({ flags, description, argChoices }) => {
      const choices = argChoices === undefined ? "" : ` (one of ${argChoices.join(", ")})`;
      return [".TP", `.B ${plain(flags)}`, plain(`${description}${choices}`)];
    }),
    ...epilogueLines(textBehind(command)),
  ];
}

/** What the help of a command says behind its options: examples, exit codes. */
function textBehind(command: Command): string {
  let text = "";
  command.configureOutput({ writeOut: (more) => (text += more) }).outputHelp();
  return text.slice(command.helpInformation().length).trim();
}

function blockLines(block: Block): readonly string[] {
  switch (block.kind) {
    case "paragraph":
      return [".PP", plain(block.text)];
    case "terms":
      return block.rows.flatMap(([term, text]) => [".TP", `.B ${plain(term)}`, plain(text)]);
    case "lines":
      return verbatim(block.lines.join("\n"));
    default:
      return block satisfies never;
  }
}

/** What stands behind the options: prose is filled to the reader's width, all else stays as it is. */
function epilogueLines(text: string): readonly string[] {
  return text
    .split(/\n{2,}/)
    .flatMap((part) =>
      /^\s/m.test(part) || part === "" ? verbatim(part) : [".PP", plain(part.replaceAll("\n", " "))],
    );
}

/** Lines that stay as they are. */
function verbatim(text: string): readonly string[] {
  return text === "" ? [] : [".PP", ".nf", ...text.split("\n").map((line) => plain(line)), ".fi"];
}

/** Text that says nothing to roff: no escapes, no requests, a hyphen that can be copied. */
function plain(text: string): string {
  return text
    .replaceAll("\\", String.raw`\e`)
    .replaceAll("-", String.raw`\-`)
    .replaceAll("…", "...")
    .replaceAll('"', String.raw`\(dq`)
    .replace(/^(?=[.'])/, String.raw`\&`);
}
