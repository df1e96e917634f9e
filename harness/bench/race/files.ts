/** The files of a race, made in each format where its readers look for them. */

import { join } from "node:path";
import { PROJECT_FOLDER } from "../claude-code-transcript.ts";
import type { ClaudeCodePlan } from "../claude-code-transcript.ts";
import type { Workshop } from "../workshop.ts";
import type { RaceFormat } from "./way.ts";

/** How a file of a race ends. */
export type RaceEnding = ClaudeCodePlan["ending"];
export const RACE_ENDINGS: readonly RaceEnding[] = ["answer", "open-call", "tool-result"];

/** A file, and what must be told of it. */
export interface RaceFile {
  readonly path: string;
  readonly answered: boolean;
  /** How large it was meant to be. */
  readonly bytes: number;
}

/** Makes one of each ending in turn, the first with an answer. @param folder a new name in the workshop */
export function makeFiles(
  workshop: Workshop,
  folder: string,
  format: RaceFormat,
  { count, bytesMin }: { readonly count: number; readonly bytesMin: number },
): readonly RaceFile[] {
  return Array.from({ length: count }, (_, index) => {
    const ending = RACE_ENDINGS[index % RACE_ENDINGS.length] ?? "answer";
    const path =
      format === "openclaw"
        ? workshop.transcript(join(folder, format, `${index}.jsonl`), { bytesMin, turns: "several", ending })
        : workshop.claudeCode(join(folder, format, "projects", PROJECT_FOLDER), { bytesMin, ending });
    return { path, answered: ending === "answer", bytes: bytesMin };
  });
}
