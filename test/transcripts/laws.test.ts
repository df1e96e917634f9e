/** The laws that keep every verdict honest, on generated transcripts. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { judgeTranscript, judgeTranscriptSync } from "../../src/transcripts/index.ts";
import type { Judgement, JudgeOptions } from "../../src/transcripts/index.ts";
import { MIDDLE, openclawLines } from "../support/openclaw-arbitrary.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lastword-laws-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(bytes: string | Uint8Array): string {
  const path = join(folder, "transcript.jsonl");
  writeFileSync(path, bytes);
  return path;
}

/** What a verdict says, apart from how much was read for it and what was odd on the way. */
function said(judgement: Judgement): unknown {
  const { kind, reason, format } = judgement;
  const at = judgement.at?.offset;
  const text = judgement.kind === "terminal" ? judgement.text : judgement.salvage?.text;
  return { kind, reason, format, text, at, on: judgement.kind === "parked" ? judgement.on : undefined };
}

const options: fc.Arbitrary<JudgeOptions> = fc.record(
  {
    since: fc.constantFrom(MIDDLE, MIDDLE - 60_000),
    sessionId: fc.constantFrom("s-1", "s-2"),
    descendantsKnown: fc.constant(true),
    acceptUnrecordedStop: fc.constant(true),
    windowBytes: fc.constantFrom(400, 1_500, 64 * 1024),
  },
  { requiredKeys: ["windowBytes"] },
);

test("a reading from the tail says what a reading from the start says", () => {
  fc.assert(
    fc.property(openclawLines, options, fc.boolean(), (lines, chosen, newline) => {
      const path = fileOf(lines.join("\n") + (newline ? "\n" : ""));
      const forward = said(judgeTranscriptSync(path, chosen));
      expect(said(judgeTranscriptSync(path, { ...chosen, wholeBytesMax: 1 }))).toEqual(forward);
    }),
    { numRuns: Number(process.env["LAW_RUNS"] ?? 3_000) },
  );
});

test("a stream in any chunks says what the file says, warnings and lines included", async () => {
  await fc.assert(
    fc.asyncProperty(
      openclawLines,
      options,
      fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 20 }),
      async (lines, chosen, cuts) => {
        const bytes = Buffer.from(lines.join("\n"));
        const whole = judgeTranscriptSync(fileOf(bytes), chosen);
        const streamed = await judgeTranscript(chunked(bytes, cuts), chosen);
        expect({ ...streamed, bytesRead: 0 }).toEqual({ ...whole, bytesRead: 0 });
      },
    ),
    { numRuns: 500 },
  );
});

async function* chunked(bytes: Buffer, cuts: readonly number[]): AsyncGenerator<Buffer> {
  for (let at = 0, turn = 0; at < bytes.byteLength; turn += 1) {
    const length = cuts[turn % cuts.length] ?? 1;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}
