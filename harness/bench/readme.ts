/** The bench's tables in the README, each between two marks of its name. */

import { readFileSync, writeFileSync } from "node:fs";

const README = new URL("../../README.md", import.meta.url);

/** The tables: who races how fast, and what was measured beside its goal. */
export type Table = "race" | "bench";

/** Puts the text between a table's marks. */
export function writeIntoReadme(table: Table, text: string): void {
  writeFileSync(README, between(readFileSync(README, "utf8"), table, text));
}

/**
 * A page with the text between its marks, in place of what stood there.
 *
 * @throws {Error} where the page has no such marks
 */
export function between(page: string, table: Table, text: string): string {
  const [first, last] = [`<!-- ${table}:begin -->`, `<!-- ${table}:end -->`];
  const [begin, end] = [page.indexOf(first), page.indexOf(last)];
  if (begin < 0 || end < begin) throw new Error(`the README has no ${first} before an ${last}`);
  return `${page.slice(0, begin + first.length)}\n\n${text.trim()}\n\n${page.slice(end)}`;
}
