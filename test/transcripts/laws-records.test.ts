/**
 * Laws about records: what is put behind an answer, how a record is spelled, and damage before the last turn. Over
 * every fixture, and over generated transcripts of every format.
 */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JudgeOptions } from "../../src/transcripts/index.ts";
import { brokenByAppending } from "../../harness/laws/appending.ts";
import { brokenByCorruption } from "../../harness/laws/corruption.ts";
import { fromTail, meaning, whole } from "../../harness/laws/in-memory.ts";
import { respelled } from "../../harness/laws/respelled.ts";
import { fixtures } from "../support/fixtures.ts";
import { generated } from "../support/generated.ts";

const RUNS = Number(process.env["LAW_RUNS"] ?? 100);

/** A window that no spelling is too long for. */
const WIDE: JudgeOptions = { windowBytes: 10_000_000 };

describe("putting records behind a transcript", () => {
  test.each(fixtures)("$name", ({ bytes, options }) => {
    expect(brokenByAppending(bytes, options)).toBeUndefined();
  });

  test.each(generated)("generated, $format", ({ lines, options }) => {
    fc.assert(
      fc.property(lines, options, (records, chosen) => {
        expect(brokenByAppending(Buffer.from(records.join("\n")), chosen)).toBeUndefined();
      }),
      { numRuns: RUNS },
    );
  });
});

describe("spelling records otherwise", () => {
  test.each(fixtures)("$name", ({ bytes, options }) => {
    const chosen = { ...options, ...WIDE };
    for (const seed of [1, 2, 3]) {
      const other = respelled(bytes, seed);
      expect(meaning(whole(other, chosen))).toEqual(meaning(whole(bytes, chosen)));
      expect(fromTail(other, chosen)).toEqual(whole(other, chosen));
    }
  });

  test.each(generated)("generated, $format", ({ lines, options }) => {
    fc.assert(
      fc.property(lines, options, fc.nat(), (records, given, seed) => {
        const chosen = { ...given, ...WIDE };
        const bytes = Buffer.from(records.join("\n"));
        const other = respelled(bytes, seed);
        expect(meaning(whole(other, chosen))).toEqual(meaning(whole(bytes, chosen)));
        expect(fromTail(other, chosen)).toEqual(whole(other, chosen));
      }),
      { numRuns: RUNS },
    );
  });
});

describe("damage before the last turn", () => {
  test.each(fixtures)("$name", ({ bytes, options }) => {
    expect(brokenByCorruption(bytes, options)).toBeUndefined();
  });

  test.each(generated)("generated, $format", ({ lines, options }) => {
    fc.assert(
      fc.property(lines, options, (records, chosen) => {
        expect(brokenByCorruption(Buffer.from(records.join("\n")), chosen)).toBeUndefined();
      }),
      { numRuns: RUNS / 4 },
    );
  });
});
