/** The laws that keep every verdict honest, on generated rollouts: see laws.test.ts for OpenClaw's. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeTranscriptSync } from "../../../src/transcripts/index.ts";
import type { JudgeOptions } from "../../../src/transcripts/index.ts";
import { CODEX_MIDDLE, CODEX_SESSION, codexLines } from "../../support/codex-arbitrary.ts";
import { fileOf, said } from "../../support/judged.ts";

const options: fc.Arbitrary<JudgeOptions> = fc.record(
  {
    since: fc.constantFrom(CODEX_MIDDLE, CODEX_MIDDLE - 60_000),
    sessionId: fc.constantFrom(CODEX_SESSION, "s-2"),
    descendantsKnown: fc.constant(true),
    acceptUnrecordedStop: fc.constant(true),
    windowBytes: fc.constantFrom(400, 1_500, 64 * 1024),
  },
  { requiredKeys: ["windowBytes"] },
);

test("a reading from the tail says what a reading from the start says", () => {
  fc.assert(
    fc.property(codexLines, options, fc.boolean(), (lines, chosen, newline) => {
      const path = fileOf(lines.join("\n") + (newline ? "\n" : ""));
      const forward = said(judgeTranscriptSync(path, chosen));
      expect(said(judgeTranscriptSync(path, { ...chosen, wholeBytesMax: 1 }))).toEqual(forward);
    }),
    { numRuns: Number(process.env["LAW_RUNS"] ?? 3_000) },
  );
});

test("a rollout that is cut anywhere is never more finished than what was cut off allows", () => {
  fc.assert(
    fc.property(codexLines, (lines) => {
      const ends = lines.filter((line) => /"(?:task|turn)_complete"/.test(line)).length;
      const verdict = judgeTranscriptSync(fileOf(lines.join("\n")));
      if (ends === 0) expect(verdict.kind).not.toBe("terminal");
    }),
    { numRuns: 1_000 },
  );
});
