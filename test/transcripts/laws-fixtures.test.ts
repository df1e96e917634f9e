/** The laws of chunks and of the tail, over every recording and every case. */

import { expect, test } from "vitest";
import { judgeTranscript } from "../../src/transcripts/index.ts";
import type { JudgeOptions } from "../../src/transcripts/index.ts";
import { fixtures } from "../support/fixtures.ts";
import { fromTail, judgement, whole } from "../../harness/laws/in-memory.ts";

/** Ways of asking that change what a reading from the tail has to know. */
const ASKED: readonly JudgeOptions[] = [
  {},
  { descendantsKnown: true },
  { acceptUnrecordedStop: true },
  { since: 0 },
  { since: Date.UTC(2020, 0) },
  { since: Date.UTC(2100, 0) },
  { windowBytes: 300 },
  { windowBytes: 2_000, descendantsKnown: true },
  { windowBytes: 1_000_000 },
  { lineBytesMax: 700 },
  { lineBytesMax: 3_000 },
];

test("there are fixtures of every format", () => {
  const formats = new Set(fixtures.map(({ bytes }) => whole(bytes).format));
  expect([...formats].sort()).toEqual(["claude-code", "codex", "openclaw"]);
});

test.each(fixtures)("$name: the tail says what the whole says", ({ bytes, options }) => {
  for (const asked of ASKED) {
    const chosen = { ...options, ...asked };
    expect({ chosen, said: fromTail(bytes, chosen) }).toEqual({ chosen, said: whole(bytes, chosen) });
  }
});

test.each(fixtures)("$name: a stream in any chunks says what the file says", async ({ bytes, options }) => {
  const wanted = { ...judgement(bytes, options), bytesRead: bytes.byteLength };
  for (const size of [17, 1_000, 65_536]) {
    expect(await judgeTranscript(chunked(bytes, size), options)).toEqual(wanted);
  }
});

async function* chunked(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}
