/** `lastword doctor`'s options and help. Its code is loaded when asked for. */

import type { Command } from "commander";
import type { DoctorFlags } from "./doctor.ts";
import { DOCTOR_HELP } from "./help.ts";
import type { Io } from "./io.ts";

/** Adds the command to the program. */
export function addDoctorCommand(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command("doctor")
    .summary("whether sessions will be heard, and what to do where not")
    .description(
      "Looks at the relay, its settings, folders, trust, transcripts and the store, and sends a test event through " +
        "the registered command.",
    )
    .usage("[options]")
    .option("--project <DIR>", "the project's folder (default: this one)")
    .option("--events-dir <DIR>", "the folder that a loop names for its events")
    .option("--store <URL>", "the store: sqlite:PATH or postgres://USER@HOST/DATABASE")
    .option("--json", "write one JSON object, its keys in canonical order")
    .showHelpAfterError("Try lastword doctor --help.")
    .addHelpText("after", DOCTOR_HELP)
    .action(async (flags: DoctorFlags) => {
      const { doctor } = await import("./doctor.ts");
      done(await doctor(flags, io));
    });
}
