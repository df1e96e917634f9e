/** Rows of cells as lines of columns: aligned, and on a terminal no wider than it. */

import type { Palette } from "./colour.ts";
import { cutEnd, pad, prepareToMeasure, widthOf } from "./width.ts";

const GAP = "  ";
/** What stands between two columns. */
export const GAP_COLUMNS = GAP.length;

/** Where rows go. */
export interface ColumnsOptions {
  /** The terminal's width; undefined elsewhere: then there is no heading, and nothing is cut. */
  readonly columns: number | undefined;
  readonly palette: Palette;
}

/**
 * The rows as text, a line each.
 *
 * @param heading a name for each column
 * @param rows cells that are escaped already; the last one of a row may be of any length
 */
export async function inColumns(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  { columns, palette }: ColumnsOptions,
): Promise<string> {
  if (rows.length === 0) return "";
  const all = columns === undefined ? rows : [heading, ...rows];
  await prepareToMeasure(all.flat().join(""));
  const widths = heading.map((_, column) => Math.max(...all.map((row) => widthOf(row[column] ?? ""))));
  const lineOf = (row: readonly string[]): string => {
    const line = row.map((cell, column) => pad(cell, widths[column] ?? 0)).join(GAP);
    return cutEnd(line.trimEnd(), columns ?? Infinity);
  };
  const lines = rows.map(lineOf);
  const top = columns === undefined ? [] : [palette.faint(lineOf(heading))];
  return [...top, ...lines].map((line) => `${line}\n`).join("");
}
