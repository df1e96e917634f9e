/** Settlements to text and back. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keep, settlementFrom, textsOf } from "../../src/agents/kept-settlement.ts";
import { digestOf } from "../../src/agents/settlement.ts";
import { anyText, killed, lostContext, recovered } from "../support/registry-runs.ts";

test("comes back as it was kept, whatever its texts hold", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const settlement of [recovered(text), lostContext(text), lostContext(), killed()]) {
        const kept = keep(settlement);
        expect(settlementFrom(textsOf(kept))).toEqual(kept);
      }
    }),
  );
});

test("keeps the evidence as the text that its digest is of", () => {
  const settlement = recovered("\ud800 \0");
  const kept = keep(settlement);
  expect(JSON.parse(kept.evidence)).toEqual(settlement.evidence);
  expect(digestOf(settlement.evidence)).toBe(kept.digest);
  expect(kept).not.toHaveProperty("salvage");
});

describe("what is no settlement is told from one", () => {
  const { settlement: ok, evidence } = textsOf(keep(recovered()));
  const { settlement: error } = textsOf(keep(lostContext("half")));
  const without = (text: string, name: string) =>
    JSON.stringify({ ...(JSON.parse(text) as Record<string, unknown>), [name]: undefined });
  test.each([
    ["no JSON", "{"],
    ["no object", "[]"],
    ["no kind", without(ok, "kind")],
    ["no source", without(ok, "source")],
    ["no rule", without(ok, "rule")],
    ["no explanation", without(error, "explanation")],
    ["no digest", without(error, "digest")],
    ["an ok without a result", without(ok, "result")],
    ["a result without a size", ok.replace('"bytes":6', '"bytes":"6"')],
    ["an error without its text", without(error, "error")],
    ["an error without a reason", without(error, "reason")],
  ])("%s", (_name, settlement) => {
    expect(settlementFrom({ settlement, evidence })).toBeUndefined();
  });

  test("an error never has a result, nor an ok a salvage, though somebody wrote one", () => {
    const both = { ...(JSON.parse(error) as object), result: { bytes: 1, truncated: false } };
    expect(settlementFrom({ settlement: JSON.stringify(both), evidence })).not.toHaveProperty("result");
    const salvaged = { ...(JSON.parse(ok) as object), salvage: "half" };
    expect(settlementFrom({ settlement: JSON.stringify(salvaged), evidence })).not.toHaveProperty("salvage");
  });
});
