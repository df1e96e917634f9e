/** `lastword runs list`: which runs, in which order, and what of each. */

import { expect, test } from "vitest";
import { cliStore, giveUp, objectsIn, settled } from "../../support/cli-store.ts";
import { run } from "../../support/command-line.ts";
import { NOW, aRun, lostContext, recovered } from "../../support/registry-runs.ts";

test("runs, the newest first, with what became of the message about each", async () => {
  const { store, flags } = await cliStore();
  await settled(store, "run-a", recovered());
  await giveUp(store);
  await settled(store, "run-b", lostContext());
  await store.add(aRun({ runId: "run-new", createdAt: NOW, startedAt: NOW, label: "Count\nthe words" }));
  const { code, out, err } = await run(["runs", "list", ...flags]);
  expect([code, err]).toEqual([0, ""]);
  expect(out.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
    ["run-new", "running", "2026-11-01 12:00:00Z", "-", "Count the words"],
    ["run-a", "ended ok", "2026-11-01 12:00:00Z", "given up, tried once"],
    ["run-b", "ended error", "2026-11-01 12:00:00Z", "to be told"],
    [""],
  ]);
});

test("--json gives each run as the store has it, and its last message", async () => {
  const { store, flags } = await cliStore();
  await settled(store, "run-1", recovered());
  const { out } = await run(["runs", "list", "--json", ...flags]);
  expect(objectsIn(out)).toEqual([
    {
      ...(await store.get("run-1")),
      delivery: { key: "run-1/1", state: "pending", attempts: 0, dueAt: NOW },
    },
  ]);
});

test.each([
  [
    ["--status", "running", "paused"],
    ["b", "a"],
  ],
  [
    ["--status", "ended"],
    ["d", "c"],
  ],
  [["--outcome", "error"], ["d"]],
  [
    ["--delivery", "dead"],
    ["c", "d"],
  ],
  [["--delivery", "dead", "--outcome", "ok"], ["c"]],
  [["--delivery", "pending"], []],
  [
    ["--limit", "3"],
    ["d", "c", "b"],
  ],
])("%j", async (more, runIds) => {
  const { store, flags } = await cliStore();
  await store.add(aRun({ runId: "a", createdAt: 1 }));
  await store.add(aRun({ runId: "b", createdAt: 2, status: "paused" }));
  for (const [runId, settlement, createdAt] of [
    ["c", recovered(), 3],
    ["d", lostContext(), 4],
  ] as const) {
    await store.add(aRun({ runId, createdAt }));
    await store.settle({ runId, generation: 1, from: "running", settlement, at: NOW });
  }
  await giveUp(store);
  const { out } = await run(["runs", "list", "--json", ...more, ...flags]);
  expect(objectsIn(out).map(({ runId }) => runId)).toEqual(runIds);
});

test("more than a page is listed page after page", async () => {
  const { store, flags } = await cliStore();
  const runIds = Array.from({ length: 450 }, (_, n) => `run-${n}`);
  for (const [n, runId] of runIds.entries()) await store.add(aRun({ runId, createdAt: n }));
  const { out } = await run(["runs", "list", "--json", "--limit", "1000", ...flags]);
  expect(objectsIn(out).map(({ runId }) => runId)).toEqual(runIds.toReversed());
  const { err } = await run(["runs", "list", "--limit", "450", ...flags]);
  expect(err).toBe("the first 450; --limit lists more\n");
});

test("on a terminal no line is wider, there is a heading, and nothing is obeyed", async () => {
  const { store, flags } = await cliStore();
  await store.add(aRun({ runId: "run\u001b[2J", task: "x".repeat(500) }));
  const { out } = await run(["runs", "list", ...flags], { columns: 70, env: { NO_COLOR: "1" } });
  const lines = out.trimEnd().split("\n");
  expect(lines[0]).toMatch(/^RUN +STATE +SINCE +PARENT +TASK$/);
  expect(lines[1]).toContain(String.raw`run\x1b[2J`);
  expect(lines.filter((line) => line.length > 70)).toEqual([]);
});

test("an empty store says so", async () => {
  const { flags } = await cliStore();
  expect(await run(["runs", "list", ...flags])).toEqual({ code: 0, out: "", err: "no such runs\n" });
});
