/** The bench's table in the README, between two marks. */

import { readFileSync, writeFileSync } from "node:fs";

const README = new URL("../../README.md", import.meta.url);
const BEGIN = "<!-- bench:begin -->";
const END = "<!-- bench:end -->";

/** Puts the text between the marks. */
export function writeIntoReadme(text: string): void {
  writeFileSync(README, between(readFileSync(README, "utf8"), text));
}

/**
 * A page with the text between its marks, in place of what stood there.
 *
 * @throws {Error} where the page has no such marks
 */
export function between(page: string, text: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`the README has no ${BEGIN} before an ${END}`);
  return `${page.slice(0, begin + BEGIN.length)}\n\n${text.trim()}\n\n${page.slice(end)}`;
}
