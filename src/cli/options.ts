/** The options that judge: how they are typed, what they mean to the judge, and what is said of a wrong one. */

import { constants } from "node:buffer";
import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import type { JudgeOptions } from "../transcripts/index.ts";
import { isFolder } from "./is-folder.ts";
import { parseBytes } from "./sizes.ts";
import { TIME_FORMS, parseTime } from "./times.ts";

/** The judging options as commander hands them over; every value went through its parser below. */
export interface JudgeFlags {
  readonly format?: NonNullable<JudgeOptions["format"]>;
  readonly since?: number;
  readonly sessionId?: string;
  readonly skew?: number;
  readonly acceptUnrecordedStop?: boolean;
  readonly descendantsKnown?: boolean;
  readonly root?: string;
  readonly lineBytes?: number;
}

/** The formats that can be asked for. */
export const FORMAT_NAMES = [
  "auto",
  "openclaw",
  "claude-code",
  "codex",
] as const satisfies readonly JudgeFlags["format"][];

/** Adds the judging options to a command. */
export function addJudgeOptions(command: Command, nowMs: number): Command {
  return command
    .addOption(
      new Option("--format <NAME>", "the transcripts' format (pi writes openclaw's)")
        .choices(FORMAT_NAMES)
        .default("auto"),
    )
    .addOption(
      new Option(
        "--since <TIME>",
        `when the run started: ${TIME_FORMS}; older answers do not count`,
      ).argParser((text) => timeFrom(text, nowMs)),
    )
    .addOption(
      new Option("--skew <MS>", "clocks may disagree by so many milliseconds (default: 5000)").argParser(
        skewFrom,
      ),
    )
    .addOption(
      new Option("--session-id <ID>", "the session that the transcript must belong to").argParser(idFrom),
    )
    .option(
      "--accept-unrecorded-stop",
      "take an answer whose end was not recorded; only if the child is dead and its file quiet",
    )
    .option(
      "--descendants-known",
      "do not search for background work: you know the run's children, and wait for them",
    )
    .addOption(
      new Option("--root <DIR>", "refuse files that lie outside this folder, links resolved").argParser(
        folderFrom,
      ),
    )
    .addOption(
      new Option(
        "--line-bytes <N>",
        "the longest line that is read, 64K or 32M say (default: 16M)",
      ).argParser(lineBytesFrom),
    );
}

/** What the flags mean to the judge. */
export function judgeOptionsFrom(flags: JudgeFlags): JudgeOptions {
  const { format, since, sessionId, skew, acceptUnrecordedStop, descendantsKnown, root, lineBytes } = flags;
  return {
    ...(format === undefined ? {} : { format }),
    ...(since === undefined ? {} : { since }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(skew === undefined ? {} : { skewMs: skew }),
    ...(acceptUnrecordedStop === undefined ? {} : { acceptUnrecordedStop }),
    ...(descendantsKnown === undefined ? {} : { descendantsKnown }),
    ...(root === undefined ? {} : { root }),
    ...(lineBytes === undefined ? {} : { lineBytesMax: lineBytes }),
  };
}

/** A point in time, for `--since` and its like. */
export function timeFrom(text: string, nowMs: number): number {
  const time = parseTime(text, nowMs);
  if (time !== undefined) return time;
  throw new InvalidArgumentError(`Give a time: ${TIME_FORMS}.`);
}

function skewFrom(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Give a whole number of milliseconds, zero or more, such as 5000.");
}

function idFrom(text: string): string {
  if (text !== "") return text;
  throw new InvalidArgumentError("Give the session's id; leave the option away to take any session.");
}

function lineBytesFrom(text: string): number {
  const bytes = parseBytes(text);
  // A longer line cannot be held as text at all.
  if (bytes !== undefined && bytes > 0 && bytes <= constants.MAX_STRING_LENGTH) return bytes;
  throw new InvalidArgumentError("Give a number of bytes from 1 to 511M, such as 65536, 64K or 32M.");
}

function folderFrom(text: string): string {
  if (isFolder(text)) return text;
  throw new InvalidArgumentError("Give a folder that exists.");
}

/** A whole number from 1 to `max`, for `--last` and its like. */
export function countFrom(text: string, max: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= max) return count;
  throw new InvalidArgumentError(`Give a whole number from 1 to ${max}.`);
}
