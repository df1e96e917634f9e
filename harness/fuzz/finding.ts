/** A finding as it is kept: the smallest input that was found, and beside it what it takes to judge it again. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { escapeText } from "../../src/cli/escape.ts";
import type { JudgeOptions } from "../../src/transcripts/index.ts";

/** How much of a finding is printed, characters; all of it is in the file. */
const PRINTED_CHARS_MAX = 2_000;

/** What was found, and with which input. */
export interface Finding {
  /** The law, or what became of the process: `crash`, `hang`, `memory`. */
  readonly law: string;
  readonly detail: string;
  readonly seed: number;
  readonly index: number;
  readonly bytes: Buffer;
  readonly options: JudgeOptions;
}

/**
 * Writes a finding to a folder, which is made where there is none.
 *
 * @returns the path of the input; what it was judged by stands beside it, in a file that ends in `.json`
 */
export function keep({ bytes, ...rest }: Finding, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${rest.law}-${rest.seed}-${rest.index}.jsonl`);
  writeFileSync(path, bytes);
  writeFileSync(path.replace(/jsonl$/, "json"), `${JSON.stringify(rest, undefined, 2)}\n`);
  return path;
}

/** A finding for people to read. */
export function findingText({ law, detail, seed, index, bytes, options }: Finding, path: string): string {
  return [
    `fuzz: broke the law "${law}" with seed ${seed}, input ${index}`,
    `  ${escapeText(detail.slice(0, PRINTED_CHARS_MAX))}`,
    `  options ${JSON.stringify(options)}`,
    `  ${bytes.byteLength} bytes, kept in ${escapeText(path)}`,
    `  ${escapeText(bytes.toString("utf8").slice(0, PRINTED_CHARS_MAX))}`,
    `  again: npm run fuzz -- --seed ${seed} --from ${index}`,
    "",
  ].join("\n");
}
