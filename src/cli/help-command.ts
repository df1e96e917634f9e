/** `lastword help [COMMAND... | TOPIC]`: the help of a command, or a topic. What topics say is loaded when asked for. */

import type { Command } from "commander";
import { escapeText } from "./escape.ts";
import { EXIT_DONE, EXIT_USAGE } from "./exit-codes.ts";
import type { Io } from "./io.ts";

const HELP_COLUMNS_MAX = 100;

/** The topics, for the program's help and for completions; topics/all.ts has what they say. */
export const TOPIC_NAMES = [
  "verdicts",
  "reasons",
  "exit-codes",
  "formats",
  "stores",
  "config",
  "environment",
] as const;

const TOPICS_HELP = `Topics, by lastword help TOPIC:
  ${TOPIC_NAMES.join(", ")}
`;

const HELP_HELP = `
A word that is a command and a topic (config) gives the topic; --help behind the
command gives its help.

Examples:
  $ lastword help check
  $ lastword help runs list
  $ lastword help reasons

Exit codes:
  0    it was printed
  2    there is no such command or topic
`;

/** Adds the command to the program, and the list of topics to its help. */
export function addHelpCommand(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .helpCommand(false)
    .addHelpText("after", TOPICS_HELP)
    .command("help")
    .summary("the help of a command, or a topic")
    .description(`Prints the help of a command, or a topic: ${TOPIC_NAMES.join(", ")}.`)
    .usage("[COMMAND... | TOPIC]")
    .argument("[WORD...]", "a command, or a topic; nothing for the program's own help")
    .showHelpAfterError("Try lastword help --help.")
    .addHelpText("after", HELP_HELP)
    .action(async (words: readonly string[]) => {
      done(await tellAbout(words, program, io));
    });
}

async function tellAbout(words: readonly string[], program: Command, io: Io): Promise<number> {
  if (words.length === 1 && TOPIC_NAMES.some((name) => name === words[0])) {
    await tellTopic(words[0] ?? "", program, io);
    return EXIT_DONE;
  }
  const command = words.reduce<Command | undefined>(
    (found, word) => found?.commands.find((one) => one.name() === word),
    program,
  );
  if (command === undefined) {
    await io.stderr.write(
      `lastword: no command and no topic "${escapeText(words.join(" "))}". Try lastword help, or lastword help ` +
        `${TOPIC_NAMES.join("|")}.\n`,
    );
    return EXIT_USAGE;
  }
  command.outputHelp();
  return EXIT_DONE;
}

async function tellTopic(name: string, program: Command, { stdout }: Io): Promise<void> {
  const [{ TOPICS }, { topicText }, { commandModels }] = await Promise.all([
    import("./topics/all.ts"),
    import("./topics/text.ts"),
    import("./command-model.ts"),
  ]);
  const columns = Math.min(stdout.columns ?? 80, HELP_COLUMNS_MAX);
  for (const topic of TOPICS) {
    if (topic.name === name) await stdout.write(topicText(topic, commandModels(program), columns));
  }
}
