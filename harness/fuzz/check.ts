/** Holds an input to the laws: it has a verdict, in time; the tail, a stream and another spelling say the same. */

import { Readable } from "node:stream";
import { judgeTranscript } from "../../src/transcripts/index.ts";
import { readLine } from "../../src/transcripts/record.ts";
import { Random } from "../bench/random.ts";
import { fromTail, judgement, meaning, whole } from "../laws/in-memory.ts";
import { respelled } from "../laws/respelled.ts";
import { told } from "../laws/told.ts";
import type { Input } from "./input.ts";

export const LAWS = ["verdict", "time", "tail", "stream", "truncation", "spelling"] as const;
export type Law = (typeof LAWS)[number];

/** A law that an input broke, and how. */
export interface Breach {
  readonly law: Law;
  readonly detail: string;
}

/** One verdict takes milliseconds; this long for so small a file, and something is more than linear. */
const VERDICT_MS_MAX = 2_000;
/** Places at which one input is cut. */
const CUTS = 3;
const LF = 0x0a;

/** The first law that the input breaks; undefined if it holds to all. */
export async function check(input: Input): Promise<Breach | undefined> {
  try {
    return timed(input) ?? tail(input) ?? (await stream(input)) ?? truncation(input) ?? spelling(input);
  } catch (error) {
    return {
      law: "verdict",
      detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

function timed({ bytes, options }: Input): Breach | undefined {
  const start = performance.now();
  judgement(bytes, options);
  const ms = Math.round(performance.now() - start);
  return ms > VERDICT_MS_MAX ? { law: "time", detail: `${ms} ms for ${bytes.byteLength} bytes` } : undefined;
}

function tail({ bytes, options }: Input): Breach | undefined {
  return held("tail", nameless(fromTail(bytes, options)), nameless(whole(bytes, options)));
}

/**
 * Whose a file is is told by its head: one that is put together from several says more than one name. What a file of
 * no known format is hangs on how much of it was looked at.
 */
function nameless(said: object): object {
  return { ...said, sessionId: undefined, agentId: undefined, detail: undefined };
}

async function stream({ bytes, options, seed }: Input): Promise<Breach | undefined> {
  const streamed = await judgeTranscript(Readable.from(chunks(bytes, new Random(seed))), options);
  return held("stream", { ...streamed, bytesRead: 0 }, { ...judgement(bytes, options), bytesRead: 0 });
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
function truncation({ bytes, options, seed }: Input): Breach | undefined {
  const random = new Random(seed);
  for (let count = 0; count < CUTS; count += 1) {
    const part = bytes.subarray(0, random.whole(0, bytes.byteLength));
    const lines = part.subarray(0, part.lastIndexOf(LF) + 1);
    const said = whole(part, options);
    if (said.kind !== "terminal" || holdsRecord(part.subarray(lines.byteLength), lines.byteLength)) continue;
    const proved = whole(lines, options);
    if (proved.text === said.text) continue;
    const detail = `cut at byte ${part.byteLength}: ${told(said)} from ${told(proved)}`;
    return { law: "truncation", detail };
  }
  return undefined;
}

/** Records that were joined on the line that is cut: the first of them are whole. */
function holdsRecord(bytes: Buffer, offset: number): boolean {
  const line = { bytes, offset, byteLength: bytes.byteLength, ended: false };
  const format = { isWhole: () => true, isBookkeeping: () => false };
  return readLine(line, { format, session: undefined }).items.some(({ kind }) => kind === "record");
}

function spelling({ bytes, options, seed }: Input): Breach | undefined {
  const wide = { ...options, windowBytes: 1_000_000_000, lineBytesMax: 1_000_000_000 };
  const other = respelled(bytes, seed);
  return held("spelling", meaning(whole(other, wide)), meaning(whole(bytes, wide)));
}

function held(law: Law, said: unknown, wanted: unknown): Breach | undefined {
  const [got, due] = [told(said), told(wanted)];
  return got === due ? undefined : { law, detail: `${got} instead of ${due}` };
}
