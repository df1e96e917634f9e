/** The replayed incident for people: before and after, side by side, in 80 columns. Pure. */

import type { Palette } from "../../src/cli/colour.ts";
import { pad, wrap } from "../../src/cli/width.ts";
import type { Incident, Outcome } from "./incident.ts";

const LABEL_COLUMNS = 12;
const LEFT_COLUMNS = 30;
const RIGHT_COLUMNS = 36;
const GAP = "  ";
const MS_PER_MINUTE = 60_000;

/** The table: a row for each question, a column for each way. */
export function incidentTable({ before, after, holds }: Incident, palette: Palette): string {
  const count = Math.max(before.sessions.length, after.sessions.length);
  const sessions = Array.from({ length: count }, (_, index) =>
    row(`session ${index + 1}`, before.sessions[index] ?? "not run", after.sessions[index] ?? "not run"),
  );
  const rows = [
    palette.faint(row("", "BEFORE", "AFTER")),
    ...sessions,
    both("the result", before, after, ({ resultUsed }) =>
      resultUsed ? "used, session 1's" : "thrown away unread",
    ),
    both("charged", before, after, ({ attemptsCharged }) => `${attemptsCharged} attempts`),
    both("blamed", before, after, ({ blamed }) => blamed),
    both("to repair", before, after, ({ repair }) => repair ?? "nobody is told"),
    both("time burnt", before, after, ({ burntMs }) => `${burntMs / MS_PER_MINUTE} minutes`),
  ];
  const last = holds
    ? palette.kind("terminal", "The first result is used, and the channel is blamed.")
    : palette.trouble("The incident is judged wrongly.");
  return `${rows.join("")}\n${last}\n`;
}

function both(label: string, before: Outcome, after: Outcome, words: (outcome: Outcome) => string): string {
  return row(label, words(before), words(after));
}

function row(label: string, before: string, after: string): string {
  const [left, right] = [wrap(before, LEFT_COLUMNS), wrap(after, RIGHT_COLUMNS)];
  const lines = Array.from({ length: Math.max(left.length, right.length, 1) }, (_, index) => {
    const start = pad(index === 0 ? label : "", LABEL_COLUMNS);
    return `${start}${pad(left[index] ?? "", LEFT_COLUMNS)}${GAP}${right[index] ?? ""}`.trimEnd();
  });
  return `${lines.join("\n")}\n`;
}
