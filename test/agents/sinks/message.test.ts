/** The message as a parent reads it: everything it needs, in one order, and shorter where it must be. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { messageOf, messageText } from "../../../src/agents/index.ts";
import { messageTextWithin } from "../../../src/agents/sinks/message.ts";
import { aDelivery } from "../../support/deliveries.ts";
import { NOW, lostContext, recovered } from "../../support/registry-runs.ts";

const common = {
  key: "run-1/1",
  correction: 0,
  runId: "run-1",
  generation: 1,
  requesterSessionKey: "agent:main:main",
  childSessionKey: "agent:main:subagent:1",
  status: "ended",
  settledAt: NOW,
};

test("an answer", () => {
  expect(messageOf(aDelivery())).toEqual({
    ...common,
    outcome: "ok",
    source: "sweeper-lost-context-recovered",
    rule: 7,
    explanation: "The transcript ends in a final answer.",
    result: { text: "Three.", bytes: 6, truncated: false, path: "/home/user/run.jsonl" },
    digest: recovered().digest,
  });
});

test("no answer, why, and what was saved", () => {
  expect(messageOf(aDelivery({}, lostContext("Let me see.")))).toEqual({
    ...common,
    outcome: "error",
    source: "sweeper-lost-context",
    rule: 10,
    explanation: "A tool answered, and nobody went on.",
    error: "subagent run lost active execution context",
    reason: "trailing-tool-result",
    salvage: "Let me see.",
    digest: lostContext("Let me see.").digest,
  });
});

test("a correction names what it corrects", () => {
  expect(messageOf(aDelivery({ correction: 1 }))).toMatchObject({
    key: "run-1/1/correction-1",
    corrects: "run-1/1",
    correction: 1,
  });
  expect(messageOf(aDelivery({ correction: 3 }))).toMatchObject({ corrects: "run-1/1/correction-2" });
});

test("every attempt has the same bytes", () => {
  const again = aDelivery({ attempts: 7, lastError: "no connection", dueAt: NOW + 5, state: "dead" });
  expect(messageText(again)).toBe(messageText(aDelivery()));
});

test("the keys stand in order, whatever order the registry has them in", () => {
  const text = messageText(aDelivery());
  const keys = Object.keys(JSON.parse(text) as object);
  expect(keys).toEqual(keys.toSorted());
  expect(text).not.toContain("\n");
});

test("in less room the text alone is cut, between characters, and its full length stays", () => {
  const anyText = fc.string({ unit: "binary", minLength: 300, maxLength: 400 });
  fc.assert(
    fc.property(anyText, fc.integer({ min: 800, max: 1_600 }), fc.boolean(), (text, bytesMax, isOk) => {
      const delivery = aDelivery({}, isOk ? recovered(text) : lostContext(text));
      const cut = messageTextWithin(bytesMax, delivery) ?? "";
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(bytesMax);
      const whole = messageOf(delivery);
      const short = JSON.parse(cut) as typeof whole;
      const wellFormed = Buffer.from(text).toString();
      if (cut === messageText(delivery)) return;
      expect(wellFormed.startsWith(short.result?.text ?? short.salvage ?? "none")).toBe(true);
      if (isOk) {
        expect(short).toEqual({
          ...whole,
          result: { ...whole.result, text: short.result?.text, truncated: true },
        });
      } else {
        expect(short).toEqual({ ...whole, salvage: short.salvage, salvageBytes: Buffer.byteLength(text) });
      }
    }),
  );
});

test("what does not fit without any text does not fit", () => {
  expect(messageTextWithin(100, aDelivery())).toBeUndefined();
  expect(messageTextWithin(100, aDelivery({}, lostContext("Let me see.")))).toBeUndefined();
  expect(messageTextWithin(100, aDelivery({}, lostContext()))).toBeUndefined();
});
