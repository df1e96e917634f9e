/** Rule 9: a channel that should speak and does not. */

import { expect, test } from "vitest";
import { channelOf, decide, explainDecision } from "../../../src/agents/index.ts";
import { CUT, LATER, PARKED, TERMINAL, evidenceOf, runOf, transcriptOf } from "../../support/run-facts.ts";

const NOTHING = { events: [], malformed: [], troubles: [] };
const channel = channelOf(NOTHING, {});

test("it pauses with the channel to blame, and keeps what was found", () => {
  const decision = decide(runOf(), evidenceOf({ channel, ...transcriptOf(CUT) }), LATER);
  expect(decision).toMatchObject({
    kind: "pause",
    rule: 9,
    blame: "event-channel-lost",
    salvage: "Let me verify.",
  });
  expect(explainDecision(runOf(), decision)).toContain("next: lastword doctor");
});

test("an answer, or a wait that something can end, comes before it", () => {
  expect(decide(runOf(), evidenceOf({ channel, ...transcriptOf(TERMINAL) }), LATER)).toMatchObject({
    rule: 7,
  });
  const parked = evidenceOf({ channel, canBeWoken: true, ...transcriptOf(PARKED) });
  expect(decide(runOf(), parked, LATER)).toMatchObject({ kind: "wait", rule: 8 });
});

test("a channel that spoke, one without hooks, and a malformed file do not pause", () => {
  const speaking = channelOf({ ...NOTHING, events: [{ name: "SessionStart" }] }, {});
  const malformed = channelOf({ ...NOTHING, malformed: [{ where: "x", detail: "y" }] }, {});
  for (const one of [speaking, malformed, channelOf(NOTHING, { hookless: true })]) {
    expect(decide(runOf(), evidenceOf({ channel: one }), LATER)).toMatchObject({ kind: "error", rule: 10 });
  }
});
