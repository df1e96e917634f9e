/** `lastword runs add`: by flags, from standard input, and what is refused. */

import { hostname } from "node:os";
import { cwd } from "node:process";
import { expect, test } from "vitest";
import { cliStore, objectsIn } from "../../support/cli-store.ts";
import { NOW, run } from "../../support/command-line.ts";
import { aRun } from "../../support/registry-runs.ts";

const least = { runId: "run-1", childSessionKey: "child", requesterSessionKey: "parent" };

test("a run by flags", async () => {
  const { store, flags } = await cliStore();
  const line =
    "--id run-1 --session child --requester parent --session-id 5e55 --generation 2 --status paused --parent run-0" +
    " --transcript runs/child.jsonl --artifact /results/r.json --host machine-a --label Count";
  const more = ["--started", "5m ago", "--task", "Count the words."];
  expect(await run(["runs", "add", ...line.split(" "), ...more, ...flags])).toEqual({
    code: 0,
    out: "run-1: added\n",
    err: "",
  });
  expect(await store.get("run-1")).toEqual({
    ...least,
    generation: 2,
    status: "paused",
    childSessionId: "5e55",
    parentRunId: "run-0",
    transcript: `${cwd()}/runs/child.jsonl`,
    artifact: "/results/r.json",
    host: "machine-a",
    label: "Count",
    task: "Count the words.",
    createdAt: NOW,
    startedAt: NOW - 300_000,
  });
});

test("what is not said is taken for granted: running, first generation, now, on this machine", async () => {
  const { store, flags } = await cliStore();
  await run(["runs", "add", ...flags], { input: JSON.stringify(least) });
  expect(await store.get("run-1")).toEqual({
    ...least,
    generation: 1,
    status: "running",
    createdAt: NOW,
    host: hostname(),
  });
});

test("every field of a run can be given, times as ISO 8601 too", async () => {
  const { store, flags } = await cliStore();
  const whole = {
    ...aRun(),
    status: "ended",
    endedAt: NOW,
    outcome: "ok",
    source: "own",
    childSessionId: "id",
    parentRunId: "run-0",
    parentSessionKey: "parent",
    task: "task",
    label: "label",
    restoredAt: NOW - 1,
    killedAt: NOW - 2,
    pauseReason: "why",
    owner: { pid: 7, processStartedAt: NOW - 3, heartbeatAt: NOW - 4 },
    host: "machine-a",
    transcript: "/t.jsonl",
    artifact: "/a.json",
    attempt: 1,
    attemptsMax: 3,
  };
  const input = JSON.stringify({ ...whole, endedAt: "2026-11-01T12:00:00Z" });
  expect((await run(["runs", "add", ...flags], { input })).code).toBe(0);
  expect(await store.get("run-1")).toEqual(whole);
});

test("many, in pieces as a pipe brings them; a run that is known is left as it is", async () => {
  const { store, flags } = await cliStore();
  const text = ["ä", "b", "ä"].map((runId) => `${JSON.stringify({ ...least, runId })}\n`).join("\n");
  const pieces = Array.from(Buffer.from(text.trimEnd()), (byte) => Uint8Array.of(byte));
  const { code, out, err } = await run(["runs", "add", "--json", ...flags], { input: pieces });
  expect([code, err]).toEqual([1, ""]);
  expect(objectsIn(out)).toEqual([
    { runId: "ä", kind: "added", generation: 1, status: "running" },
    { runId: "b", kind: "added", generation: 1, status: "running" },
    { runId: "ä", kind: "exists", generation: 1, status: "running" },
  ]);
  expect(await store.list({ limit: 10 })).toHaveLength(2);
});

test("what is wrong is told with its line, and the rest is added", async () => {
  const { store, flags } = await cliStore();
  const lines = [
    "nope",
    "[]",
    JSON.stringify({ ...least, runId: "", typo: 1 }),
    JSON.stringify({
      childSessionKey: 7,
      requesterSessionKey: "p",
      runId: "x",
      startedAt: "soon",
      status: "gone",
    }),
    JSON.stringify({ ...least, owner: { heartbeatAt: 1 } }),
    JSON.stringify({ ...least, generation: 0.5 }),
    JSON.stringify({ ...least, status: "ended" }),
    "x".repeat(8 * 1024 * 1024 + 1),
    JSON.stringify(least),
  ];
  const { code, out, err } = await run(["runs", "add", ...flags], { input: lines.join("\n") });
  expect([code, out]).toEqual([2, "run-1: added\n"]);
  expect(
    err
      .trimEnd()
      .split("\n")
      .map((line) => line.replace("lastword: standard input, line ", "")),
  ).toEqual([
    expect.stringMatching(/^1: no JSON \(.*\)$/),
    "2: a run is a JSON object",
    "3: runId must be non-empty text",
    "3: typo is no field that is known",
    "4: status must be one of queued, running, paused, ended",
    "4: childSessionKey must be non-empty text",
    "4: startedAt must be a time: Unix ms, or ISO 8601",
    "5: owner.pid must be given",
    "6: generation of a run must be a whole number, zero or more",
    "7: endedAt and outcome of a run must be set where it has ended",
    "8: longer than 8388608 characters",
  ]);
  expect(await store.list({ limit: 10 })).toHaveLength(1);
});

test("by flags too", async () => {
  const { flags } = await cliStore();
  expect(await run(["runs", "add", "--id", "run-1", ...flags])).toEqual({
    code: 2,
    out: "",
    err: "lastword: --session must be given\nlastword: --requester must be given\n",
  });
});

test("nothing at all is told", async () => {
  const { flags } = await cliStore();
  expect(await run(["runs", "add", ...flags])).toEqual({
    code: 2,
    out: "",
    err: "lastword: standard input is empty; give runs as JSON lines, or flags\n",
  });
});
