/** What the fuzzer begins with: every recording and every case, and the smallest files there are. */

import { readFileSync } from "node:fs";
import { asArray, asString, parseRecord } from "../../src/transcripts/json.ts";
import type { JsonObject } from "../../src/transcripts/json.ts";

const FIXTURES = new URL("../../test/fixtures/", import.meta.url);
/** A larger one would take the time of a hundred others. Bytes. */
const SEED_BYTES_MAX = 64 * 1024;

const SMALL = ["", "\n", "{", "{}", "\uFEFF", '{"type":"session","id":"s"}\n', "\0", "[[", "null\n"];

/** The files to change, the same ones in the same order every time. */
export function readCorpus(): readonly Buffer[] {
  const recordings = rowsOf("recordings/index.jsonl").map((row) =>
    readFileSync(new URL(`recordings/${asString(row["file"]) ?? ""}`, FIXTURES)),
  );
  const cases = rowsOf("cases/transcripts.jsonl").map((row) =>
    Buffer.from(asArray(row["lines"]).join("\n") + "\n"),
  );
  const small = SMALL.map((text) => Buffer.from(text));
  return [...recordings, ...cases, ...small].filter((bytes) => bytes.byteLength <= SEED_BYTES_MAX);
}

function rowsOf(file: string): readonly JsonObject[] {
  const lines = readFileSync(new URL(file, FIXTURES), "utf8").split("\n");
  return lines.map((line) => parseRecord(line)).filter((row) => row !== undefined);
}
