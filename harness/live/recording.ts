/** What a live run keeps on request: a scrubbed transcript, and the verdict that is right, as test/fixtures has them. */

import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A transcript, fit to be kept. */
export interface Recording {
  readonly content: string;
  /** Names its folder. */
  readonly key: string;
  /** The verdict's kind, by what the script did. */
  readonly kind: string;
  /** The answer, where there is one. */
  readonly text?: string;
  /** The reason, where there is none. */
  readonly why?: string;
}

/**
 * Writes a recording into a folder of its own, and its line into the folder's `index.jsonl`.
 *
 * @param folder is made where it is not there
 * @returns the recording's path below the folder
 */
export function keep(
  { content, key, kind, text, why }: Recording,
  about: { readonly suite: string; readonly version: string; readonly scenario: string },
  folder: string,
): string {
  const scenario = `live-${key}`;
  const file = join(`${about.suite}-${about.version}`, scenario, "main-0.jsonl");
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  const row = { file, agent: about.suite, scenario, note: about.scenario, expect: [kind], text, why };
  appendFileSync(join(folder, "index.jsonl"), `${JSON.stringify(row)}\n`);
  return file;
}
