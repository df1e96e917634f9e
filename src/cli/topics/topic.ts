/**
 * What a help topic is made of: `lastword help TOPIC` and the man page show the same. Data alone; what the code knows
 * (reasons, exit codes, settings) is asked of the code, never written down again here.
 */

import type { CommandModel } from "../command-model.ts";

/** One piece of a topic. Text has no line breaks: who shows it breaks it. */
export type Block =
  | { readonly kind: "paragraph"; readonly text: string }
  /** Terms, and what is said of each. */
  | { readonly kind: "terms"; readonly rows: readonly Term[] }
  /** Lines to type or to copy, as they are; at most 76 columns. */
  | { readonly kind: "lines"; readonly lines: readonly string[] };

export type Term = readonly [term: string, text: string];

/** A topic of the help. */
export interface Topic {
  /** As it is typed behind `help`. */
  readonly name: string;
  readonly summary: string;
  /** @param models the program's commands, for what depends on them */
  readonly blocks: (models: readonly CommandModel[]) => readonly Block[];
}

export function paragraph(text: string): Block {
  return { kind: "paragraph", text };
}

export function terms(rows: readonly Term[]): Block {
  return { kind: "terms", rows };
}

export function lines(...text: readonly string[]): Block {
  return { kind: "lines", lines: text };
}
