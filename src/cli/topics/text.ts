/** A topic as text for a terminal: ASCII, in at most so many columns. Pure. */

import type { CommandModel } from "../command-model.ts";
import { wrap } from "../width.ts";
import type { Block, Term, Topic } from "./topic.ts";

const INDENT = "  ";
/** A longer term has a line of its own. */
const TERM_COLUMNS_MAX = 26;

/** The topic, its name and summary first. */
export function topicText(topic: Topic, models: readonly CommandModel[], columns: number): string {
  const blocks = topic.blocks(models).map((block) => blockText(block, columns).join("\n"));
  return [`${topic.name}: ${topic.summary}`, ...blocks].map((text) => `${text}\n`).join("\n");
}

function blockText(block: Block, columns: number): readonly string[] {
  switch (block.kind) {
    case "paragraph":
      return wrap(block.text, columns);
    case "terms":
      return termLines(block.rows, columns);
    case "lines":
      return block.lines.map((line) => INDENT + line);
    default:
      return block satisfies never;
  }
}

/** The terms in a column as wide as most of them take, what is said beside them. */
function termLines(rows: readonly Term[], columns: number): readonly string[] {
  const widths = rows.map(([term]) => term.length).filter((width) => width <= TERM_COLUMNS_MAX);
  const column = Math.max(0, ...widths) + INDENT.length;
  const margin = INDENT + " ".repeat(column);
  return rows.flatMap(([term, text]) => {
    const [first = "", ...others] = wrap(text, columns - margin.length);
    const head = INDENT + term.padEnd(column);
    const beside = head.length > margin.length ? [INDENT + term, margin + first] : [head + first];
    return [...beside, ...others.map((line) => margin + line)];
  });
}
