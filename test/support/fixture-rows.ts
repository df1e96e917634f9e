/** The fixtures' lists as they stand: a row for each recording, and for each case. */

import { readFileSync } from "node:fs";
import type { JudgeOptions } from "../../src/transcripts/index.ts";

/** A file that a program wrote, and the verdicts that are right for it. */
export interface Recording {
  readonly file: string;
  readonly agent: string;
  readonly expect: readonly string[];
  readonly text?: string;
}

/** A transcript written by hand, and its verdict. */
export interface Case {
  readonly id: string;
  readonly format: string;
  readonly lines: readonly string[];
  readonly finalNewline?: boolean;
  readonly options?: JudgeOptions;
  readonly expect: {
    readonly kind: string;
    readonly reason: string;
    readonly text?: string;
    readonly salvage?: string;
    readonly warnings?: readonly string[];
  };
}

/** The folder of the fixtures. */
export const fixtures = new URL("../fixtures/", import.meta.url);

/** The rows of one list. */
export function rowsOf<T>(path: string): T[] {
  const lines = readFileSync(new URL(path, fixtures), "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as T);
}
