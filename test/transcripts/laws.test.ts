/**
 * The laws that keep every verdict honest, on generated transcripts of every format: chunks do not matter, the fold
 * can be split anywhere, and the tail says what the whole says. Further laws are in laws-*.test.ts.
 */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Follower } from "../../src/transcripts/follow.ts";
import { formatNamed } from "../../src/transcripts/formats/index.ts";
import { judgeTranscript } from "../../src/transcripts/index.ts";
import { LineCutter } from "../../src/transcripts/lines.ts";
import { conclude, initial, step } from "../../src/transcripts/verdict.ts";
import type { State } from "../../src/transcripts/verdict.ts";
import { generated } from "../support/generated.ts";
import { eventsOf, followed, fromTail, judgement, whole } from "../../harness/laws/in-memory.ts";

const RUNS = Number(process.env["LAW_RUNS"] ?? 2_000);

describe.each(generated)("$format", ({ format, lines, options }) => {
  test("a reading from the tail says what a reading from the start says", () => {
    fc.assert(
      fc.property(lines, options, fc.boolean(), (records, chosen, newline) => {
        fc.pre(records.length > 0);
        const bytes = Buffer.from(records.join("\n") + (newline ? "\n" : ""));
        expect(fromTail(bytes, chosen)).toEqual(whole(bytes, chosen));
      }),
      { numRuns: RUNS },
    );
  });

  test("a stream in any chunks says what the file says, warnings and lines included", async () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(lines, options, cuts, async (records, chosen, sizes) => {
        const bytes = Buffer.from(records.join("\n"));
        const streamed = await judgeTranscript(chunked(bytes, sizes), chosen);
        expect({ ...streamed, bytesRead: 0 }).toEqual({ ...judgement(bytes, chosen), bytesRead: 0 });
      }),
      { numRuns: RUNS / 10 },
    );
  });

  test("a file in any chunks gives the same lines to the same verdict", () => {
    fc.assert(
      fc.property(lines, fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1 }), (records, sizes) => {
        const bytes = Buffer.from(records.join("\n"));
        const follower = new Follower({ format: formatNamed(format), options: {} });
        const cutter = new LineCutter(1_000_000);
        for (const chunk of piecesOf(bytes, sizes)) {
          for (const line of cutter.push(chunk)) follower.line(line);
        }
        const last = cutter.end();
        if (last !== undefined) follower.line(last);
        expect(follower.verdict()).toEqual(followed(format, bytes).verdict());
      }),
      { numRuns: RUNS / 10 },
    );
  });

  test("the fold can be stopped, kept as a value and taken up again anywhere", () => {
    fc.assert(
      fc.property(lines, options, fc.nat(), (records, chosen, at) => {
        const events = eventsOf(format, records);
        const fold = { ...chosen, since: typeof chosen.since === "number" ? chosen.since : 0 };
        const states = events.reduce<State[]>(
          (all, event) => [...all, frozen(step(all.at(-1)!, event))],
          [initial(fold)],
        );
        const middle = states[at % states.length]!;
        const rest = events.slice(at % states.length);
        // From the state itself, from a copy of it, and from the state before it.
        expect(conclude(rest.reduce(step, middle))).toEqual(conclude(states.at(-1)!));
        expect(conclude(rest.reduce(step, structuredClone(middle)))).toEqual(conclude(states.at(-1)!));
      }),
      { numRuns: RUNS / 4 },
    );
  });
});

async function* chunked(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  yield* piecesOf(bytes, sizes);
}

function* piecesOf(bytes: Buffer, sizes: readonly number[]): Generator<Buffer> {
  for (let at = 0, turn = 0; at < bytes.byteLength; turn += 1) {
    const length = sizes[turn % sizes.length] ?? 1;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

/** Freezes all of a state: a step that changed it would throw. */
function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach((part) => frozen(part));
  }
  return value;
}
