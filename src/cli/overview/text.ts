/** The overview as people read it, in 80 columns or more. Pure, but for loading what measures text. */

import { sentenceFor } from "../../transcripts/index.ts";
import type { AgentFolder } from "../agent-folders.ts";
import type { Palette } from "../colour.ts";
import { GAP_COLUMNS, inColumns } from "../columns.ts";
import { escapePath, oneLine } from "../escape.ts";
import { explainCommand } from "../explain-command.ts";
import { phraseFor } from "../phrases.ts";
import { formatCount } from "../sizes.ts";
import { agoOf } from "../times.ts";
import { cutStart, prepareToMeasure, wrap } from "../width.ts";
import type { JudgedTranscript } from "./gather.ts";
import type { Numbers } from "./numbers.ts";

/** Reasons named, at most. */
const REASONS_MAX = 6;
/** Where the output is no terminal. */
const COLUMNS_ELSEWHERE = 100;
/** A path is not cut to less, however narrow the terminal. */
const PATH_COLUMNS_MIN = 16;

const AGENT_COLUMNS = 13;

/** What the text is made for. */
export interface View {
  readonly columns: number | undefined;
  readonly palette: Palette;
  /** Unix ms. */
  readonly now: number;
}

/** Nothing found: where it was looked, how to have it look elsewhere, and what to type instead. */
export function nothingText(folders: readonly AgentFolder[], columns = COLUMNS_ELSEWHERE): string {
  const rows = folders.map(({ agent, path, variable, overridden, exists }) => {
    const what = exists ? "no transcript in it" : "not there";
    return `  ${agent.padEnd(AGENT_COLUMNS)}${escapePath(path)}  (${what}${overridden ? `; ${variable} says so` : ""})\n`;
  });
  const variables = [...new Set(folders.flatMap((one) => (one.overridden ? [] : [one.variable])))];
  const elsewhere = `These variables name other places: ${variables.join(", ")}.`;
  const hint = variables.length === 0 ? "" : `\n${wrap(elsewhere, columns).join("\n")}\n`;
  return `No transcripts found. Looked here:\n\n${rows.join("")}${hint}\nNext:\n  lastword check PATH...    # transcripts that lie elsewhere\n  lastword --help           # everything else\n`;
}

/** How many ended how, the newest that need a look, and the next command. */
export async function overviewText(numbers: Numbers, view: View): Promise<string> {
  const parts = [await agentsText(numbers, view), reasonsText(numbers, view), await looksText(numbers, view)];
  return [...parts, nextText(numbers)].filter((part) => part !== "").join("\n");
}

async function agentsText({ total, kinds, agents }: Numbers, { palette, columns }: View): Promise<string> {
  const heading = ["AGENT", "ANSWERED", "PARKED", "UNFINISHED", "UNPROVED", "TOTAL"];
  const cells = (name: string, counts: Numbers["kinds"], sum: number): readonly string[] => [
    name,
    ...[counts.terminal, counts.parked, counts.unfinished, counts.indeterminate, sum].map(formatCount),
  ];
  const rows = agents.map((counts) => cells(counts.agent, counts, counts.total));
  if (agents.length > 1) rows.push(cells("all", kinds, total));
  const aligned = rightAligned(heading, rows);
  const taken = widthsOf(aligned).reduce((sum, width) => sum + width + GAP_COLUMNS, -GAP_COLUMNS);
  if (columns !== undefined && columns < taken) return inWords(heading, rows, columns);
  return inColumns(aligned[0] ?? [], aligned.slice(1), { columns: columns ?? COLUMNS_ELSEWHERE, palette });
}

/** The same for a terminal that is too narrow for columns. */
function inWords(heading: readonly string[], rows: readonly (readonly string[])[], columns: number): string {
  const lines = rows.flatMap(([name = "", ...counts]) => {
    const words = counts.map((count, index) => `${count} ${(heading[index + 1] ?? "").toLowerCase()}`);
    return wrap(`${name}: ${words.join(", ")}`, columns);
  });
  return lines.map((line) => `${line}\n`).join("");
}

/** Numbers stand under each other's last digit; the first column is a name. */
function rightAligned(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const all = [heading, ...rows];
  const widths = widthsOf(all);
  return all.map((row) =>
    row.map((cell, column) => (column === 0 ? cell : cell.padStart(widths[column] ?? 0))),
  );
}

/** How wide each column of this program's own words is: ASCII. */
function widthsOf(rows: readonly (readonly string[])[]): readonly number[] {
  const [first = []] = rows;
  return first.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
}

function reasonsText({ reasons }: Numbers, { columns, palette }: View): string {
  if (reasons.length === 0) return "";
  const width = Math.min(columns ?? COLUMNS_ELSEWHERE, 100);
  const indent = " ".repeat(8);
  const lines = reasons.slice(0, REASONS_MAX).flatMap(({ reason, count }) => {
    const [first = "", ...rest] = wrap(sentenceFor(reason), width - indent.length);
    return [`${formatCount(count).padStart(6)}  ${first}`, ...rest.map((line) => indent + line)];
  });
  const more = reasons.slice(REASONS_MAX).reduce((sum, { count }) => sum + count, 0);
  if (more > 0) lines.push(`${formatCount(more).padStart(6)}  for other reasons`);
  return `${palette.strong("Did not end with an answer, and why")}\n${lines.map((line) => `${line}\n`).join("")}`;
}

async function looksText({ looks }: Numbers, view: View): Promise<string> {
  if (looks.length === 0) return "";
  const { columns, palette, now } = view;
  const all = [
    ["CHANGED", "AGENT", "WHY"],
    ...looks.map((look) => [agoOf(look.modifiedMs, now), look.agent, phraseFor(look.judgement)]),
  ];
  const roomBeside = (rows: readonly (readonly string[])[]): number =>
    widthsOf(rows).reduce((room, width) => room - width - GAP_COLUMNS, columns ?? Infinity);
  // On a narrow terminal the path is worth more than what stands before it.
  let shown = all;
  while (roomBeside(shown) < PATH_COLUMNS_MIN && shown[0]?.length !== 1) {
    shown = shown.map((row) => row.slice(0, -1));
  }
  const [heading = [], ...facts] = shown;
  const room = Math.max(roomBeside(shown), PATH_COLUMNS_MIN);
  const paths = looks.map((look) => escapePath(look.path));
  await prepareToMeasure(paths.join(""));
  const rows = facts.map((cells, index) => [...cells, cutStart(paths[index] ?? "", room)]);
  const table = await inColumns([...heading, "PATH"], rows, { columns: columns ?? Infinity, palette });
  return `${palette.strong("The newest that need a look")}\n${table}`;
}

function nextText({ looks }: Numbers): string {
  const [first] = looks;
  if (first === undefined) {
    return "Every transcript ends with an answer.\n\nNext:\n  lastword check PATH...    # one row a transcript, with its answer\n";
  }
  return `Next:\n  ${explainCommand(first.path)}\n`;
}

/** What could not be read, a line each. */
export function troublesText(troubles: readonly JudgedTranscript[]): string {
  return troubles
    .map(({ path, judgement }) => {
      const detail = judgement.kind === "indeterminate" ? (judgement.detail ?? "") : "";
      return `lastword: ${escapePath(path)}: ${oneLine(detail)}\n`;
    })
    .join("");
}
