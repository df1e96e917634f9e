/** The commands below `lastword hook`: their arguments, options and help. A command's code is loaded when asked for. */

import { Argument, Option } from "commander";
import type { Command } from "commander";
import type { SettingsScope } from "../agents/hooks/settings-places.ts";
import { EXIT_DONE } from "./exit-codes.ts";
import { HOOK_EXAMPLES } from "./help.ts";
import type { HookFlags } from "./hook.ts";
import type { Io } from "./io.ts";

/** The scopes, for the help: the code that knows them is loaded only when it is needed. */
const SCOPES = ["project", "local", "user"] as const satisfies readonly SettingsScope[];

/** Adds the commands to the program. */
export function addHookCommands(program: Command, io: Io, done: (exitCode: number) => void): void {
  const hook = program
    .command("hook")
    .summary("the relay: hands a session's events to the loop that started it")
    .description("Registers the relay in an agent's settings, and runs it.")
    .showHelpAfterError("Try lastword hook --help.")
    .addHelpText("after", HOOK_EXAMPLES);

  const forAgent = (name: string, summary: string, description: string): Command =>
    hook
      .command(name)
      .summary(summary)
      .description(description)
      .usage("claude-code [options]")
      .showHelpAfterError(`Try lastword hook ${name} --help.`)
      .addArgument(new Argument("<AGENT>", "whose settings").choices(["claude-code"]))
      .option("--project <DIR>", "the project's folder (default: this one)")
      .option("--json", "write one JSON object, its keys in canonical order");
  const scope = new Option("--scope <SCOPE>", "the project's settings, this machine's for it, or the user's")
    .choices(SCOPES)
    .default("project");

  forAgent(
    "install",
    "registers the relay",
    "Registers the relay for every event that tells how a session goes on or ends. Nothing else in the settings " +
      "changes, and a copy of what was there stays beside them.",
  )
    .addOption(scope)
    .option("--dry-run", "print the change, and make none")
    .action(async (_agent: string, flags: HookFlags) => {
      const { changeHook } = await import("./hook.ts");
      done(await changeHook("install", flags, io));
    });

  forAgent(
    "remove",
    "takes it out",
    "Takes the relay out of the settings, and nothing that is not lastword's.",
  )
    .addOption(scope)
    .option("--dry-run", "print the change, and make none")
    .action(async (_agent: string, flags: HookFlags) => {
      const { changeHook } = await import("./hook.ts");
      done(await changeHook("remove", flags, io));
    });

  forAgent(
    "status",
    "says where it is registered",
    "Says which settings register the relay, and for which events.",
  ).action(async (_agent: string, flags: HookFlags) => {
    const { hookStatus } = await import("./hook.ts");
    done(await hookStatus(flags, io));
  });

  hook
    .command("relay")
    .summary("what a registered hook runs: one event, from standard input")
    .description(
      "Writes one event file to $LASTWORD_EVENTS_DIR (or where bmad-loop's variables say), and nothing where " +
        "neither is set. Silent, and always exit code 0.",
    )
    .usage("EVENT < PAYLOAD")
    .showHelpAfterError("Try lastword hook relay --help.")
    .argument("<EVENT>", "the event's name, such as Stop")
    .action(async (event: string) => {
      const { hookRelay } = await import("./hook-relay.ts");
      await hookRelay(event, io);
      done(EXIT_DONE);
    });
}
