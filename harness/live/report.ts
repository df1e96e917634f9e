/** The live runs as a table: a row a scenario, and below it what disagrees. Pure. */

import type { Palette } from "../../src/cli/colour.ts";
import { escapeText, oneLine } from "../../src/cli/escape.ts";
import { agrees, holds } from "./suite.ts";
import type { LiveRow, SkippedSuite } from "./suite.ts";

const SCENARIO_COLUMNS = 44;
const MS_PER_S = 1_000;

/** A row of the table. */
export function rowText(row: LiveRow, { strong, trouble, faint }: Palette): string {
  const good = holds(row);
  const count = `${row.checks.filter(agrees).length} of ${row.checks.length}`;
  const head = [
    `${row.suite} ${row.version}`,
    row.scenario.padEnd(SCENARIO_COLUMNS),
    good ? strong("agrees   ") : trouble("DISAGREES"),
    faint(`${count} in ${(row.ms / MS_PER_S).toFixed(1)} s`),
  ];
  const wrong = row.checks
    .filter((check) => !agrees(check))
    .flatMap(({ what, wanted, found }) => [`  ${what}`, `    wanted  ${wanted}`, `    found   ${found}`]);
  const why = row.trouble === undefined ? [] : [`  could not be tried: ${oneLine(row.trouble)}`];
  return [head.join("  "), ...wrong, ...why].map((line) => `${line}\n`).join("");
}

/** A suite that was not run, on a line. */
export function skippedText({ suite, version, skipped }: SkippedSuite): string {
  return `${suite} ${version}  skipped: ${escapeText(skipped)}\n`;
}

/** The last line. */
export function summaryText(rows: readonly LiveRow[], skipped: readonly SkippedSuite[]): string {
  const good = rows.filter(holds).length;
  const less = skipped.length === 0 ? "" : `; ${skipped.length} skipped`;
  return `${good} of ${rows.length} agree${less}\n`;
}
