/** The live runs of OpenClaw, without OpenClaw: when a gateway is killed, and what its scripted model says and keeps. */

import { describe, expect, onTestFinished, test } from "vitest";
import { isIsolated } from "../../harness/live/namespace.ts";
import { Gateway } from "../../harness/live/openclaw/gateway.ts";
import { OpenClawModel } from "../../harness/live/openclaw/model.ts";
import { isMoment } from "../../harness/live/openclaw/moments.ts";
import { CHILDREN, ROUNDS, ROUND_BEFORE, childOf, parentSteps } from "../../harness/live/openclaw/script.ts";
import { openClaw } from "../../harness/live/openclaw/suite.ts";
import { assistant, call, entries, header, result, user, yields } from "../support/openclaw-records.ts";
import type { Body } from "../support/openclaw-records.ts";

const recordsOf = (...records: readonly Body[]) =>
  entries(header, user("Count."), ...records).map((line): Body => JSON.parse(line));

describe("the gateway is killed", () => {
  const called = assistant("", { calls: [call("c1")] });
  test.each([
    ["last-word", recordsOf(), false],
    ["last-word", recordsOf(called), false],
    ["last-word", recordsOf(called, result("c1")), false],
    ["last-word", recordsOf(assistant("Three.")), true],
    ["last-word", recordsOf(assistant("", { stop: "error" })), true],
    ["tool-called", recordsOf(called), true],
    ["tool-called", recordsOf(called, result("c1")), false],
    ["yielded", recordsOf(called, result("c1")), false],
    ["yielded", recordsOf(...yields("I wait.")), true],
  ] as const)("for %s at its moment, %#", (kill, records, isSo) => {
    expect(isMoment(kill, records, [])).toBe(isSo);
  });

  test("for a tool's result once the model was asked again, for a stream once it hangs", () => {
    const records = recordsOf(called, result("c1"));
    const request = { name: "child", said: "" };
    expect(isMoment("tool-answered", records, [request])).toBe(false);
    expect(isMoment("tool-answered", records, [request, request])).toBe(true);
    expect(isMoment("streaming", records, [request])).toBe(false);
    expect(isMoment("streaming", records, [{ ...request, partial: "A" }])).toBe(true);
  });
});

test("every child is killed with the plugin there, and has a row for it in both versions", () => {
  expect(ROUNDS.flat().toSorted()).toEqual(CHILDREN.map(({ name }) => name).toSorted());
  expect(CHILDREN.map(({ name }) => name)).toEqual(expect.arrayContaining([...ROUND_BEFORE]));
  // One on its way to its settlement a round, and it comes last: the others wait for as long as it takes.
  const race = (name: string) => CHILDREN.find((child) => child.name === name)?.kill === "last-word";
  for (const round of [ROUND_BEFORE, ...ROUNDS]) {
    expect(round.map(race)).toEqual(round.map((_, i) => i === round.length - 1));
  }
  for (const suite of openClaw) {
    expect(suite.scenarios("/none")).toHaveLength(CHILDREN.length + 2 * ROUND_BEFORE.length);
  }
});

test("the model gives each conversation its steps, and keeps what it was asked", async () => {
  const model = new OpenClawModel({ "with-terminal-0": parentSteps("with-terminal-0", "terminal") });
  onTestFinished(() => model.close());
  const port = await model.listen();
  const ask = async (content: string) => {
    const body = JSON.stringify({ messages: [{ role: "user", content }], tools: [{}] });
    const response = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, { method: "POST", body });
    return response.text();
  };
  const first = await ask("<<with-terminal-0>> Go.");
  expect(first).toContain("sessions_spawn");
  expect(first).toContain(`<<${childOf("with-terminal-0")}>>`);
  expect(first).toContain('"finish_reason":"tool_calls"');
  expect(await ask("<<with-terminal-0>> Go.")).toContain("I wait for it.");
  expect(await ask("A title, please.")).toContain("Aside.");
  expect(model.requests.map(({ name }) => name)).toEqual(["with-terminal-0", "with-terminal-0", ""]);
});

test.skipIf(isIsolated())("no gateway is started where a network can be reached", async () => {
  const parts = { node: "", folder: "", home: "", workspace: "", modelPort: 0, plugin: "" };
  await expect(Gateway.make(parts)).rejects.toThrow("no network");
});
