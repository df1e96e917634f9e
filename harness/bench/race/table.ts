/** A race as a table of the README: a line a way, a column for the files. Pure. */

import type { Spread } from "../contest.ts";
import { TASKS, TASK_TEXTS } from "./lap.ts";
import type { Lap } from "./lap.ts";

/** Beyond this three digits say all that a ratio on a busy machine can. */
const DIGITS = 3;

/** The table, in Markdown. */
export function raceTable(laps: readonly Lap[]): string {
  const files = [...new Set(laps.map((lap) => lap.files))];
  const lines = [
    ["", ...files],
    ["---", ...files.map(() => "--:")],
  ];
  for (const task of TASKS) {
    const of = laps.filter((lap) => lap.task === task);
    if (of.length === 0) continue;
    lines.push([`*${TASK_TEXTS[task]}*`, ...files.map(() => "")]);
    for (const way of new Set(of.map((lap) => lap.way))) {
      const cells = files.map((name) => cellOf(of.find((lap) => lap.way === way && lap.files === name)));
      lines.push([way, ...cells]);
    }
  }
  return lines.map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

function cellOf(lap: Lap | undefined): string {
  if (lap === undefined) return "";
  const { found } = lap;
  switch (found.kind) {
    case "measured":
      return `**${numberOf(found.measured.median)}${found.unit === "x" ? "x" : ` ${found.unit}`}** (${rangeOf(found.measured)})`;
    case "left-out":
      return found.why;
    default:
      return found satisfies never;
  }
}

function rangeOf({ low, high }: Spread): string {
  return `${numberOf(low)} to ${numberOf(high)}`;
}

function numberOf(value: number): string {
  return Number(value.toPrecision(DIGITS)).toLocaleString("en");
}
