/** The rows as people read them: in a terminal, and in the README. Pure. */

import type { Palette } from "../../src/cli/colour.ts";
import { pad, padStart } from "../../src/cli/width.ts";
import { isMet } from "./row.ts";
import type { Row, Unit } from "./row.ts";

const WHAT_COLUMNS = 42;
const MEASURED_COLUMNS = 10;
const SPREAD_COLUMNS = 14;
const GOAL_COLUMNS = 10;

/** The table for a terminal: at most 80 columns, the rows of one part together. */
export function textTable(rows: readonly Row[], palette: Palette): string {
  const top = `${pad("", WHAT_COLUMNS)}${padStart("MEDIAN", MEASURED_COLUMNS)}${padStart("HALF WITHIN", SPREAD_COLUMNS)}${padStart("GOAL", GOAL_COLUMNS)}`;
  const parts = [...new Set(rows.map(({ part }) => part))];
  const blocks = parts.map((part) => {
    const lines = rows.filter((row) => row.part === part).map((row) => textRow(row, palette));
    return `${palette.strong(part)}\n${lines.join("")}`;
  });
  return `${palette.faint(top)}\n${blocks.join("")}`;
}

function textRow(row: Row, palette: Palette): string {
  const { what, measured, unit, goal } = row;
  const median = padStart(valueOf(measured.median, unit), MEASURED_COLUMNS);
  const spread = padStart(`${numberOf(measured.low)}-${numberOf(measured.high)}`, SPREAD_COLUMNS);
  const met = isMet(row);
  const wanted = goal === undefined ? "" : padStart(goalOf(row), GOAL_COLUMNS);
  const mark = met === undefined ? "" : met ? palette.kind("terminal", " met") : palette.trouble(" NOT");
  return `${pad(`  ${what}`, WHAT_COLUMNS)}${median}${palette.faint(spread)}${wanted}${mark}\n`;
}

/** The same as a Markdown table. */
export function markdownTable(rows: readonly Row[]): string {
  const cells = rows.map((row) => {
    const { part, what, measured, unit } = row;
    const met = isMet(row);
    const spread = `${numberOf(measured.low)} to ${numberOf(measured.high)}`;
    return [
      part,
      what,
      `**${valueOf(measured.median, unit)}**`,
      spread,
      goalOf(row),
      met === undefined ? "" : met ? "yes" : "**no**",
    ];
  });
  const table = [
    ["", "", "median", "half within", "goal", "met"],
    ["---", "---", "--:", "--:", "--:", "---"],
    ...cells,
  ];
  return table.map((row) => `| ${row.join(" | ")} |\n`).join("");
}

function goalOf({ goal, unit }: Row): string {
  if (goal === undefined) return "";
  const [sign, value] = "atMost" in goal ? ["<=", goal.atMost] : [">=", goal.atLeast];
  // A goal is a round number, and one that is none, a third, is short enough like that.
  return `${sign} ${withUnit(String(Number(value.toFixed(2))), unit)}`;
}

function valueOf(value: number, unit: Unit): string {
  return withUnit(numberOf(value), unit);
}

function withUnit(number: string, unit: Unit): string {
  return unit === "x" || unit === "/s" ? `${number}${unit}` : `${number} ${unit}`;
}

function numberOf(value: number): string {
  return Math.abs(value) >= 100
    ? value.toFixed(0)
    : Math.abs(value) >= 10
      ? value.toFixed(1)
      : value.toFixed(2);
}
