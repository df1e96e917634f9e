/** The ways of this project, and those that need none: they are always there. */

import type { Judging } from "../build.ts";
import { parseLines, parseWhole, readEnd } from "../plain.ts";
import { RACE_FORMATS, each, eachLater } from "./way.ts";
import type { RaceFormat, Way } from "./way.ts";

/** What the others are measured by: the same question that they answer, how the last turn ended. */
export function ours({ judgeTranscriptSync: judge }: Judging, format: RaceFormat): Way {
  return {
    name: format === "openclaw" ? "lastword" : "lastword, Claude Code's files",
    format,
    read: each((path) => judge(path, { descendantsKnown: true }).kind === "terminal"),
  };
}

/** A string of Node's holds no more than half a gigabyte. */
const STRING = { bytesMax: 500_000_000, why: "no string is so long" };

/** What races beside it on every machine. */
export function plainWays({ judgeTranscriptSync: judge }: Judging): readonly Way[] {
  return [
    {
      name: "lastword, launched work searched for",
      format: "openclaw",
      read: each((path) => judge(path).kind === "terminal"),
    },
    { name: "open, fstat, pread of 64 KiB, close", format: "openclaw", read: each(readEnd) },
    { name: "readFile, split, JSON.parse", format: "openclaw", read: each(parseWhole), limit: STRING },
    { name: "readline, JSON.parse", format: "openclaw", read: eachLater(parseLines) },
  ];
}

/** Ours in each format. */
export function oursInAll(judging: Judging): readonly Way[] {
  return RACE_FORMATS.map((format) => ours(judging, format));
}
