/** What a decision comes to: the types forbid two stories, the digest is the evidence's own. */

import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { digestOf } from "../../src/agents/index.ts";
import type { ErrorSettlement, OkSettlement, RunResult, Settlement } from "../../src/agents/index.ts";
import { TERMINAL, evidenceOf, transcriptOf } from "../support/run-facts.ts";

const evidence = evidenceOf(transcriptOf(TERMINAL));
const settled = {
  rule: 10,
  source: "sweeper-lost-context",
  explanation: "Lost.",
  evidence,
  digest: "",
} as const;
const result: RunResult = { text: "Three.", bytes: 6, truncated: false };
const error: ErrorSettlement = { ...settled, kind: "error", error: "lost", reason: "missing" };
const ok: OkSettlement = { ...settled, kind: "ok", result };

describe("the types", () => {
  test("make an error with a result impossible, written out or put together", () => {
    // @ts-expect-error -- an error has no result
    const written: Settlement = { ...settled, kind: "error", error: "lost", reason: "missing", result };
    // @ts-expect-error -- nor has one that is spread
    const spread: Settlement = { ...error, result };
    const apart = { ...error, result };
    // @ts-expect-error -- nor one that went through a variable, where no excess property is looked for
    const assigned: Settlement = apart;
    expect([written, spread, assigned]).toHaveLength(3);
  });

  test("make an ok without a result, or with salvage, impossible", () => {
    const { result: _, ...without } = ok;
    // @ts-expect-error -- an ok has a result
    const bare: Settlement = without;
    const both = { ...ok, salvage: "Half." };
    // @ts-expect-error -- an ok needs no salvage
    const salvaged: Settlement = both;
    expect([bare, salvaged]).toHaveLength(2);
  });
});

describe("the digest", () => {
  test("is SHA-256 in hex, and does not change from one version to the next", () => {
    expect(digestOf(evidence)).toBe("80182fb6917d39cbf6040459017b28d64ac115ab0dca9398b4f7c6bf4cf451ff");
  });

  test("is taken of canonical JSON: keys in order, no space", () => {
    const { live, descendantActive, childAlive, canBeWoken } = evidenceOf();
    const canonical = JSON.stringify({ canBeWoken, childAlive, descendantActive, live });
    expect(digestOf(evidenceOf())).toBe(createHash("sha256").update(canonical).digest("hex"));
  });

  test("depends on what was found, not on the order in which it was written down", () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed);
      if (typeof value !== "object" || value === null) return value;
      const swapped = Object.entries(value).toReversed();
      return Object.fromEntries(swapped.map(([key, inner]) => [key, reversed(inner)]));
    };
    expect(digestOf(reversed(evidence) as typeof evidence)).toBe(digestOf(evidence));
  });

  test("is another one for another text", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        const digests = [one, other].map((text) => digestOf(evidenceOf(transcriptOf({ ...TERMINAL, text }))));
        expect(digests[0] === digests[1]).toBe(one === other);
      }),
    );
  });
});
