/** The commands that set lastword up: completions, settings. Their arguments, options and help. */

import { Argument } from "commander";
import type { Command } from "commander";
import type { Shell } from "./completion.ts";
import { escapePath } from "./escape.ts";
import { EXIT_DONE, EXIT_NOT_DONE } from "./exit-codes.ts";
import type { Io } from "./io.ts";

/** The shells, for the help: the scripts are loaded only by who asks for one. */
const SHELLS = ["bash", "zsh", "fish"] as const satisfies readonly Shell[];

const COMPLETION_HELP = `
Examples:
  $ eval "$(lastword completion bash)"              # in ~/.bashrc
  $ lastword completion zsh > ~/.zfunc/_lastword    # a folder of $fpath
  $ lastword completion fish > ~/.config/fish/completions/lastword.fish

Exit codes:
  0    the script was written
`;

const CONFIG_HELP = `
The file holds defaults for options, { "check": { "sort": "newest" } } say. It
is config.json in $XDG_CONFIG_HOME/lastword (or ~/.config/lastword);
LASTWORD_CONFIG names another, and where it is empty none is read.

Examples:
  $ lastword config path
  $ lastword config schema > settings.schema.json

Exit codes:
  0    done; path: the file is there
  1    path: there is no such file
`;

/** Adds the commands to the program. */
export function addSetupCommands(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command("completion")
    .summary("a script that lets a shell complete commands and options")
    .description("Writes a script that lets a shell complete commands, options and their values.")
    .addArgument(new Argument("<SHELL>", "whose script").choices(SHELLS))
    .showHelpAfterError("Try lastword completion --help.")
    .addHelpText("after", COMPLETION_HELP)
    .action(async (shell: Shell) => {
      const [{ completionFor }, { commandModels }] = await Promise.all([
        import("./completion.ts"),
        import("./command-model.ts"),
      ]);
      await io.stdout.write(completionFor(shell, commandModels(program)));
      done(EXIT_DONE);
    });

  program
    .command("config")
    .summary("where your own defaults for options lie, and what they may be")
    .description("Says where the settings' file lies, or writes its JSON Schema.")
    .addArgument(new Argument("<WHAT>", "which of the two").choices(["path", "schema"]))
    .showHelpAfterError("Try lastword config --help.")
    .addHelpText("after", CONFIG_HELP)
    .action(async (what: "path" | "schema") => {
      done(await (what === "path" ? tellPath(io) : tellSchema(program, io)));
    });
}

async function tellPath({ stdout, env }: Io): Promise<number> {
  const [{ settingsPath }, { existsSync }] = await Promise.all([import("./settings.ts"), import("node:fs")]);
  const path = settingsPath(env);
  if (path === undefined) return EXIT_NOT_DONE;
  await stdout.write(`${escapePath(path)}\n`);
  return existsSync(path) ? EXIT_DONE : EXIT_NOT_DONE;
}

async function tellSchema(program: Command, { stdout }: Io): Promise<number> {
  const [{ settingsSchema }, { commandModels }] = await Promise.all([
    import("./settings-schema.ts"),
    import("./command-model.ts"),
  ]);
  await stdout.write(`${JSON.stringify(settingsSchema(commandModels(program)), null, 2)}\n`);
  return EXIT_DONE;
}
