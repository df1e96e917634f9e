/** The commands below `lastword hook`: their arguments, options and help. A command's code is loaded when asked for. */

import type { Command } from "commander";
import { EXIT_DECIDED } from "./exit-codes.ts";
import type { Io } from "./io.ts";

/** Adds the commands to the program. */
export function addHookCommands(program: Command, io: Io, done: (exitCode: number) => void): void {
  const hook = program
    .command("hook")
    .summary("the relay: hands a session's events to the loop that started it")
    .description("Registers the relay in an agent's settings, and runs it.");

  hook
    .command("relay")
    .summary("what a registered hook runs: one event, from standard input")
    .description(
      "Writes one event file to $LASTWORD_EVENTS_DIR (or where bmad-loop's variables say), and nothing where " +
        "neither is set. Silent, and always exit code 0.",
    )
    .usage("EVENT < PAYLOAD")
    .argument("<EVENT>", "the event's name, such as Stop")
    .action(async (event: string) => {
      const { hookRelay } = await import("./hook-relay.ts");
      await hookRelay(event, io);
      done(EXIT_DECIDED);
    });
}
