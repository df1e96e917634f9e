/**
 * A transcript that is cut anywhere never proves an end that its whole lines do not prove: over every fixture, at
 * every byte. A child is killed in the middle of a write; what is left of a record may have been anything.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { Follower } from "../../src/transcripts/follow.ts";
import { formatNamed } from "../../src/transcripts/formats/index.ts";
import type { FormatName, JudgeOptions, Verdict } from "../../src/transcripts/index.ts";
import { LineCutter } from "../../src/transcripts/lines.ts";
import type { Line } from "../../src/transcripts/lines.ts";
import { readLine } from "../../src/transcripts/record.ts";
import { settingsFrom } from "../../src/transcripts/settings.ts";
import { conclude, step } from "../../src/transcripts/verdict.ts";
import { fixtures } from "../support/fixtures.ts";
import { generated } from "../support/generated.ts";
import { fromTail, whole } from "../../harness/laws/in-memory.ts";

/** Every cut of a transcript that gives a terminal verdict which the whole records before it do not give. */
function inventions(format: FormatName, bytes: Buffer, options: JudgeOptions): string[] {
  const { fold, limits } = settingsFrom(options);
  const follower = new Follower({ format: formatNamed(format), options: fold });
  const cutter = new LineCutter(limits.lineBytesMax);
  const found: string[] = [];
  const take = (line: Line): void => {
    const proved = answerOf(follower.verdict());
    for (let length = 1; length < line.bytes.byteLength; length += 1) {
      const part = partOf(line, length);
      const verdict = cutAt(follower, part) ?? whole(bytes.subarray(0, line.offset + length), options);
      const said = answerOf(verdict);
      if (said !== undefined && said !== proved && !isJoined(part)) {
        found.push(`byte ${line.offset + length}: ${said}`);
      }
    }
    follower.line(line);
  };
  for (const line of cutter.push(bytes)) take(line);
  const last = cutter.end();
  if (last !== undefined) take(last);
  return found;
}

function partOf(line: Line, length: number): Line {
  return { ...line, bytes: line.bytes.subarray(0, length), byteLength: length, ended: false };
}

/** The verdict where the line is cut, if nothing of it counts as a record: then the state before it tells. */
function cutAt(follower: Follower, part: Line): Verdict | undefined {
  const { items } = readLine(part, { format: follower.format, session: follower.state.session });
  let { state } = follower;
  for (const item of items) {
    if (item.kind === "record") return undefined;
    state = step(state, item.damage);
  }
  return conclude(state);
}

/** Records that were joined on one line: the first ones are whole where the last one is cut. */
function isJoined(part: Line): boolean {
  const format = { isWhole: () => true, isBookkeeping: () => false };
  return readLine(part, { format, session: undefined }).items.some((item) => item.kind === "record");
}

function answerOf(verdict: Pick<Verdict, "kind"> & { readonly text?: string }): string | undefined {
  return verdict.kind === "terminal" ? verdict.text : undefined;
}

test.each(fixtures)("$name", ({ bytes, options }) => {
  const { format } = whole(bytes, options);
  if (format === "unknown") throw new Error("a fixture of no known format");
  expect(inventions(format, bytes, options)).toEqual([]);
});

test.each(fixtures)("$name, by way of the judge, whole and from the tail", ({ bytes, options }) => {
  let proved: string | undefined;
  for (const cut of cutsOf(bytes)) {
    const part = bytes.subarray(0, cut);
    const said = whole(part, options);
    expect(fromTail(part, options)).toEqual(said);
    const last = bytes[cut - 1];
    // Behind a closing bracket, or CR, the record may be whole: then it counts.
    const mayBeWhole = last === BRACKET || last === CR;
    if (last === LF) proved = answerOf(said);
    else if (!mayBeWhole && answerOf(said) !== undefined) expect(answerOf(said)).toBe(proved);
  }
});
const LF = 0x0a;
const CR = 0x0d;
const BRACKET = 0x7d;

/** Places around the ends of lines, and some in between. */
function cutsOf(bytes: Buffer): number[] {
  const ends = Array.from(bytes.keys()).filter((at) => bytes[at] === LF);
  const near = ends.flatMap((at) => [at - 1, at, at + 1, at + 2, at + 40]);
  const between = Array.from({ length: Math.floor(bytes.byteLength / 997) }, (_, index) => index * 997);
  const cuts = new Set(
    [...near, ...between, bytes.byteLength - 1].filter((at) => at > 0 && at <= bytes.byteLength),
  );
  return [...cuts].sort((a, b) => a - b);
}

test.each(generated)("generated transcripts, $format", ({ format, lines, options }) => {
  fc.assert(
    fc.property(lines, options, (records, chosen) => {
      expect(inventions(format, Buffer.from(records.slice(-6).join("\n")), chosen)).toEqual([]);
    }),
    { numRuns: 40 },
  );
});
