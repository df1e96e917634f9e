/** The options of `lastword judge`: how they are typed, and what is said of a wrong one. */

import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import type { SessionStatus } from "../agents/index.ts";
import { FORMAT_NAMES } from "./options.ts";
import { TIME_FORMS, parseTime } from "./times.ts";

/** The statuses, for the help: the deciding half itself is loaded only by who decides. */
const STATUSES = [
  "completed",
  "stalled",
  "timeout",
  "crashed",
  "over_budget",
  "aborted",
] as const satisfies readonly SessionStatus[];

/** Adds the options to the command. */
export function addSessionOptions(command: Command, nowMs: number): Command {
  const time = (flags: string, what: string): Option =>
    new Option(flags, `${what}: ${TIME_FORMS}`).argParser((text) => timeFrom(text, nowMs));
  return command
    .addOption(new Option("--status <STATUS>", "how the loop says it ended").choices(STATUSES))
    .option("--stop-seen", "a Stop event arrived")
    .option("--no-stop-seen", "no Stop event arrived")
    .option("--session-id <ID>", "the session's id")
    .option("--no-session-id", "the loop never learned the id")
    .option("--window-alive", "its window or process is still there")
    .option("--vanished", "the multiplexer no longer lists it")
    .addOption(time("--ended-at <TIME>", "when it ended"))
    .option("--artifact <FILE>", "the result that it was to leave")
    .option("--schema <NAME>", "bmad-triage, bmad-migration, or a JSON Schema's file")
    .option("--required", "text never stands in for the result")
    .addOption(time("--launched-at <TIME>", "when it was launched"))
    .option("--launch-sha256 <HEX>", "what lay in the result's place at launch")
    .option("--transcript <FILE>", "its transcript")
    .addOption(new Option("--format <NAME>", "the transcript's format").choices(FORMAT_NAMES))
    .option("--events-dir <DIR...>", "the relay's folder, or all of them")
    .option("--events-log <FILE>", "a JSON-lines log of events")
    .option("--task-id <ID>", "the task's id, as events bear it")
    .option("--hookless", "its profile has no hooks; silence is normal")
    .addOption(
      new Option("--attempts <USED/MAX>", "attempts charged before, and how many there may be").argParser(
        attemptsFrom,
      ),
    )
    .option("--env-fault <TEXT>", "what kept the program from its API")
    .option("--run-paused", "the run was paused before")
    .option("--project <DIR>", "the project: its relay is looked up, and repaired");
}

function timeFrom(text: string, nowMs: number): number {
  const time = parseTime(text, nowMs);
  if (time !== undefined) return time;
  throw new InvalidArgumentError(`Give a time: ${TIME_FORMS}.`);
}

function attemptsFrom(text: string): { readonly used: number; readonly max: number } {
  const [, used, max] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  if (used !== undefined && max !== undefined) return { used: Number(used), max: Number(max) };
  throw new InvalidArgumentError("Give two whole numbers, such as 1/2.");
}
