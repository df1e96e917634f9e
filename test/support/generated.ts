/** Generated transcripts of every format, and the options to judge them by, for the laws. */

import fc from "fast-check";
import type { FormatName, JudgeOptions } from "../../src/transcripts/index.ts";
import { CLAUDE_MIDDLE, CLAUDE_SESSION, claudeCodeLines } from "./claude-code-arbitrary.ts";
import { CODEX_MIDDLE, CODEX_SESSION, codexLines } from "./codex-arbitrary.ts";
import { MIDDLE, openclawLines } from "./openclaw-arbitrary.ts";

export interface Generated {
  readonly format: FormatName;
  readonly lines: fc.Arbitrary<string[]>;
  readonly options: fc.Arbitrary<JudgeOptions>;
}

/** Mostly as a caller has it; each option now and then. */
function optionsFor(middle: number, session: string): fc.Arbitrary<JudgeOptions> {
  return fc
    .record({
      since: fc.constantFrom(undefined, undefined, middle, middle - 60_000),
      sessionId: fc.constantFrom(undefined, undefined, undefined, undefined, session, session, "another"),
      descendantsKnown: fc.constantFrom(undefined, undefined, true),
      acceptUnrecordedStop: fc.constantFrom(undefined, undefined, true),
      windowBytes: fc.constantFrom(400, 1_500, 64 * 1024),
    })
    .map((given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)));
}

export const generated: readonly Generated[] = [
  { format: "openclaw", lines: openclawLines, options: optionsFor(MIDDLE, "s-1") },
  { format: "claude-code", lines: claudeCodeLines, options: optionsFor(CLAUDE_MIDDLE, CLAUDE_SESSION) },
  { format: "codex", lines: codexLines, options: optionsFor(CODEX_MIDDLE, CODEX_SESSION) },
];
