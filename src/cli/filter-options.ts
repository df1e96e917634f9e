/** The options that filter, sort and limit what `check` shows: how they are typed, and what is said of a wrong one. */

import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import { kindOf, reasons } from "../transcripts/reasons.ts";
import type { Kind, Reason } from "../transcripts/index.ts";
import { AGENT_NAMES } from "./agent-folders.ts";
import { ORDERS } from "./filters.ts";
import { countFrom, timeFrom } from "./options.ts";
import { TIME_FORMS } from "./times.ts";

/** More rows than this nobody asks for by number. */
const LIMIT_MAX = 1_000_000;
/** More would only wait for each other: the disk is one. */
export const JOBS_MAX = 64;

const KINDS: readonly Kind[] = [...new Set(reasons.map(kindOf))];

/** Adds the options to a command. */
export function addFilterOptions(command: Command, nowMs: number): Command {
  return command
    .addOption(
      new Option("--kind <KIND,...>", `show these alone: ${KINDS.join(", ")}`).argParser((text) =>
        listFrom(text, KINDS),
      ),
    )
    .addOption(
      new Option("--reason <REASON,...>", "show these alone, such as open-tool-call").argParser((text) =>
        listFrom<Reason>(
          text,
          reasons,
          "reason codes, with commas between; lastword help reasons lists them",
        ),
      ),
    )
    .addOption(
      new Option(
        "--agent <NAME>",
        "this agent's transcripts alone; without PATH those in its own folder",
      ).choices(AGENT_NAMES),
    )
    .addOption(
      new Option("--changed-since <TIME>", `only files changed since: ${TIME_FORMS}`).argParser((text) =>
        timeFrom(text, nowMs),
      ),
    )
    .addOption(new Option("--sort <ORDER>", "in this order").choices(ORDERS).default("path"))
    .addOption(
      new Option("--limit <N>", "show so many at most, and judge no more than it takes").argParser((text) =>
        countFrom(text, LIMIT_MAX),
      ),
    )
    .addOption(
      new Option("--jobs <N>", "judge with so many threads")
        .default(1)
        .argParser((text) => countFrom(text, JOBS_MAX)),
    );
}

/** Some of the known words, from a list with commas. */
function listFrom<Word extends string>(
  text: string,
  known: readonly Word[],
  what = `some of these, with commas between: ${known.join(", ")}`,
): readonly Word[] {
  const words = text.split(",").map((word) => word.trim());
  const found = known.filter((word) => words.includes(word));
  const unknown = words.find((word) => !known.some((one) => one === word));
  if (unknown === undefined) return found;
  throw new InvalidArgumentError(`Give ${what}.`);
}
