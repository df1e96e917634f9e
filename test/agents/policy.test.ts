/** Times and limits: every one is bounded. */

import { expect, test } from "vitest";
import { POLICY_DEFAULT, createSweeper, decide, MemoryRegistry } from "../../src/agents/index.ts";
import { LATER, evidenceOf, runOf } from "../support/run-facts.ts";

test.each(Object.keys(POLICY_DEFAULT))("%s takes no endless, negative or missing value", (name) => {
  for (const value of [Infinity, -1, Number.NaN, undefined, "5"]) {
    const policy = { [name]: value };
    expect(() => decide(runOf(), evidenceOf(), LATER, policy)).toThrow(RangeError);
    expect(() => createSweeper({ registry: new MemoryRegistry(), policy })).toThrow(name);
  }
});

test.each(["recheckMs", "retryMs", "answerMsMax"])("%s is not zero: a sweeper would spin", (name) => {
  expect(() => decide(runOf(), evidenceOf(), LATER, { [name]: 0 })).toThrow("1 or more, not 0");
});

test("a time that no timer can hold is refused", () => {
  expect(() => decide(runOf(), evidenceOf(), LATER, { answerMsMax: 2 ** 31 })).toThrow("answerMsMax");
});

test("every default is bounded and useful", () => {
  for (const value of Object.values(POLICY_DEFAULT)) expect(value).toBeGreaterThan(0);
  expect(POLICY_DEFAULT.quietMs).toBeLessThan(POLICY_DEFAULT.graceMs);
});
