/**
 * Laws about records: what is put behind an answer, how a record is spelled, and damage before the last turn. Over
 * every fixture, and over generated transcripts of every format.
 */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FormatName, JudgeOptions } from "../../src/transcripts/index.ts";
import { appended } from "../support/appended.ts";
import { corruptions } from "../support/corrupted.ts";
import { fixtures } from "../support/fixtures.ts";
import { generated } from "../support/generated.ts";
import { followed, fromTail, whole } from "../../harness/laws/in-memory.ts";
import type { Said } from "../../harness/laws/in-memory.ts";
import { respelled } from "../../harness/laws/respelled.ts";

const RUNS = Number(process.env["LAW_RUNS"] ?? 100);

/** A window that no spelling is too long for. */
const WIDE: JudgeOptions = { windowBytes: 10_000_000 };

/** The verdict without its size, and without offsets. */
function meaning({ bytes: _, ...rest }: Said): unknown {
  return JSON.parse(JSON.stringify(rest, (key, field: unknown) => (key === "offset" ? undefined : field)));
}

function formatOf(bytes: Buffer): FormatName | undefined {
  const { format } = whole(bytes);
  return format === "unknown" ? undefined : format;
}

/** What stands when bookkeeping, an input or an assistant record comes behind it. */
function holdAppending(bytes: Buffer, options: JudgeOptions): void {
  const format = formatOf(bytes);
  if (format === undefined) return;
  const said = whole(bytes, options);
  for (const more of appended(format, bytes, "bookkeeping")) {
    if (said.kind === "terminal") expect(meaning(whole(more, options))).toEqual(meaning(said));
    else expect(whole(more, options).kind).not.toBe("terminal");
  }
  if (said.kind !== "terminal") return;
  for (const kind of ["inputs", "assistants"] as const) {
    for (const more of appended(format, bytes, kind)) {
      const now = whole(more, options);
      const isOldAnswer = now.kind === "terminal" && now.at?.entryId !== "appended";
      expect(isOldAnswer ? lastLineOf(more) : "").toBe("");
      expect(fromTail(more, options)).toEqual(now);
    }
  }
}

function lastLineOf(bytes: Buffer): string {
  return bytes.toString("utf8").trimEnd().split("\n").at(-1) ?? "";
}

/** No line before the last turn may be damaged so that a refusal becomes an answer. */
function holdCorruption(bytes: Buffer, options: JudgeOptions): void {
  const format = formatOf(bytes);
  if (format === undefined || whole(bytes, options).kind === "terminal") return;
  const opening = followed(format, bytes, options).state.turn.opening?.offset;
  if (opening === undefined) return;
  for (const { bytes: spoilt, how } of corruptions(bytes, opening)) {
    const now = whole(spoilt, { ...options, format });
    expect(now.kind === "terminal" ? how : "").toBe("");
  }
}

describe("putting records behind a transcript", () => {
  test.each(fixtures)("$name", ({ bytes, options }) => {
    holdAppending(bytes, options);
  });

  test.each(generated)("generated, $format", ({ lines, options }) => {
    fc.assert(
      fc.property(lines, options, (records, chosen) =>
        holdAppending(Buffer.from(records.join("\n")), chosen),
      ),
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
    holdCorruption(bytes, options);
  });

  test.each(generated)("generated, $format", ({ lines, options }) => {
    fc.assert(
      fc.property(lines, options, (records, chosen) =>
        holdCorruption(Buffer.from(records.join("\n")), chosen),
      ),
      { numRuns: RUNS / 4 },
    );
  });
});
