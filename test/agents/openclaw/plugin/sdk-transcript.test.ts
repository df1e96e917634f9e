/** A child read through the host's own reader is judged as one that is read from the store. */

import { describe, expect, test } from "vitest";
import { hostTranscripts, readThroughHost } from "../../../../src/agents/openclaw/plugin/sdk-transcript.ts";
import type { OpenClawRun } from "../../../../src/agents/openclaw/run.ts";
import { START, assistant, call, entries, header, result, user } from "../../../support/openclaw-records.ts";

const run: OpenClawRun = {
  runId: "run-1",
  childSessionKey: "agent:main:subagent:c1",
  requesterSessionKey: "agent:main:main",
  createdAt: START,
};

const hostOf = (records: unknown) => {
  const asked: unknown[] = [];
  return {
    asked,
    events: (target: unknown) => {
      asked.push(target);
      return Promise.resolve(records);
    },
  };
};
const recordsOf = (...lines: readonly string[]): unknown[] => lines.map((line): unknown => JSON.parse(line));

test("an answer is terminal, with the run that wrote it", async () => {
  const body = { __openclaw: { runId: "run-1" } };
  const { asked, events } = hostOf(
    recordsOf(...entries(header, user("Count."), assistant("Three.", { body }))),
  );
  const reading = await readThroughHost(events, run, "s-1");
  expect(reading).toMatchObject({
    judgement: { kind: "terminal", text: "Three.", at: { timestamp: START + 2_000 } },
    writtenBy: "run-1",
  });
  expect(asked).toEqual([{ agentId: "main", sessionKey: run.childSessionKey, sessionId: "s-1" }]);
});

describe("no answer of this run", () => {
  test.each([
    [
      "a tool's result last",
      entries(header, user("Count."), assistant("", { calls: [call("c1")] }), result("c1")),
      START,
    ],
    ["from before the run", entries(header, user("Count."), assistant("Three.")), START + 60_000],
    ["of another session", entries({ ...header, id: "s-2" }, user("Count."), assistant("Three.")), START],
  ])("%s", async (_, lines, createdAt) => {
    const reading = await readThroughHost(hostOf(recordsOf(...lines)).events, { ...run, createdAt }, "s-1");
    expect(reading?.judgement.kind).not.toBe("terminal");
    expect(reading?.judgement.kind).toBeDefined();
  });
});

test.each([[[]], [undefined], ["records"]])(
  "a host that gives %j has nothing; then the store is read",
  async (records) => {
    expect(await readThroughHost(hostOf(records).events, run, "s-1")).toBeUndefined();
  },
);

test("a key that names no agent is not asked about", async () => {
  const { asked, events } = hostOf([]);
  expect(await readThroughHost(events, { ...run, childSessionKey: "odd" }, "s-1")).toBeUndefined();
  expect(asked).toEqual([]);
});

test("outside of a gateway there is no such reader", async () => {
  expect(await hostTranscripts()).toBeUndefined();
});
