/**
 * The laws as the fuzzer asks for them: each tells how the input breaks it, or nothing. What would be tried many times
 * is tried a few times of each input: there are many inputs.
 */

import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import process from "node:process";
import { judgeTranscript } from "../../src/transcripts/index.ts";
import { parseRecord } from "../../src/transcripts/json.ts";
import { readLine } from "../../src/transcripts/record.ts";
import { isZstd } from "../../src/transcripts/zstd.ts";
import { Random } from "../bench/random.ts";
import { brokenByAppending } from "../laws/appending.ts";
import { brokenByCorruption } from "../laws/corruption.ts";
import { fromTail, judgement, meaning, nameless, whole } from "../laws/in-memory.ts";
import { respelled } from "../laws/respelled.ts";
import { told } from "../laws/told.ts";
import type { Input } from "./input.ts";
import { isMixed } from "./mixed.ts";

export type Law = "time" | "tail" | "stream" | "truncation" | "spelling" | "appending" | "corruption";

type Holds = (input: Input) => string | undefined | Promise<string | undefined>;

/** All of them; the quick ones first. */
export const LAWS: readonly (readonly [Law, Holds])[] = [
  ["time", time],
  ["tail", tail],
  ["stream", stream],
  ["truncation", truncation],
  ["spelling", spelling],
  ["appending", appending],
  ["corruption", corruption],
];

/** A verdict takes milliseconds; this much of the processor's time, and something is more than linear. */
const VERDICT_MS_MAX = 2_000;
/** Places at which one input is cut. */
const CUTS = 3;
/** Which part of the records that may be appended, or of the damage that may be done, is tried. */
const TRIED = 0.1;
/** Damage is done to each line in turn: to files of so many bytes at most. */
const CORRUPTED_BYTES_MAX = 16 * 1024;
const LF = 0x0a;

function time({ bytes, options }: Input): string | undefined {
  const before = process.cpuUsage();
  judgement(bytes, options);
  const { user, system } = process.cpuUsage(before);
  const ms = Math.round((user + system) / 1_000);
  return ms > VERDICT_MS_MAX ? `${ms} ms for ${bytes.byteLength} bytes` : undefined;
}

function tail({ bytes, options }: Input): string | undefined {
  if (isMixed(bytes)) return undefined;
  return difference(nameless(fromTail(bytes, options)), nameless(whole(bytes, options)));
}

async function stream({ bytes, options, seed }: Input): Promise<string | undefined> {
  // A stream is not decompressed, and says so.
  if (isZstd(bytes)) return undefined;
  const streamed = await judgeTranscript(Readable.from(chunks(bytes, new Random(seed))), options);
  return difference({ ...streamed, bytesRead: 0 }, { ...judgement(bytes, options), bytesRead: 0 });
}

function* chunks(bytes: Buffer, random: Random): Generator<Buffer> {
  const longest = random.pick([50, 1_000, 100_000]);
  for (let at = 0; at < bytes.byteLength;) {
    const length = random.whole(1, longest);
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

/** A cut file proves no other answer than its whole lines do. */
function truncation({ bytes, options, seed }: Input): string | undefined {
  const random = new Random(seed);
  for (let count = 0; count < CUTS; count += 1) {
    const part = bytes.subarray(0, random.whole(0, bytes.byteLength));
    const lines = part.subarray(0, part.lastIndexOf(LF) + 1);
    const said = whole(part, options);
    if (said.kind !== "terminal" || holdsRecord(part.subarray(lines.byteLength), lines.byteLength)) continue;
    const proved = whole(lines, options);
    if (proved.text === said.text) continue;
    return `cut at byte ${part.byteLength}: ${told(said)} from ${told(proved)}`;
  }
  return undefined;
}

/** Records that were joined on the line that is cut: the first of them are whole. */
function holdsRecord(bytes: Buffer, offset: number): boolean {
  const line = { bytes, offset, byteLength: bytes.byteLength, ended: false };
  const format = { isWhole: () => true, isBookkeeping: () => false };
  return readLine(line, { format, session: undefined }).items.some(({ kind }) => kind === "record");
}

function spelling({ bytes, options, seed }: Input): string | undefined {
  const wide = { ...options, windowBytes: 1_000_000_000, lineBytesMax: 1_000_000_000 };
  return difference(meaning(whole(respelled(bytes, seed), wide)), meaning(whole(bytes, wide)));
}

/** What hangs on the last record is appended where that can be told. */
function appending({ bytes, options, seed }: Input): string | undefined {
  if (!isSound(bytes) || isMixed(bytes)) return undefined;
  const random = new Random(seed);
  return brokenByAppending(bytes, options, () => random.next() < TRIED);
}

function isSound(bytes: Buffer): boolean {
  const lines = bytes.toString("utf8").split("\n");
  return isUtf8(bytes) && lines.every((line) => line === "" || parseRecord(line) !== undefined);
}

function corruption({ bytes, options, seed }: Input): string | undefined {
  if (!isSound(bytes) || isMixed(bytes) || bytes.byteLength > CORRUPTED_BYTES_MAX) return undefined;
  const random = new Random(seed);
  return brokenByCorruption(bytes, options, { isWanted: () => random.next() < TRIED, sparesWork: true });
}

function difference(said: unknown, wanted: unknown): string | undefined {
  const [got, due] = [told(said), told(wanted)];
  return got === due ? undefined : `${got} instead of ${due}`;
}
