/** `lastword sweep` as a process: signals, several at once, and a database that two machines share. */

import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync, utimesSync } from "node:fs";
import { execPath } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openRegistry } from "../../../src/agents/index.ts";
import type { RunStore } from "../../../src/agents/index.ts";
import { build, ended } from "../../support/built-command-line.ts";
import type { Built } from "../../support/built-command-line.ts";
import { cliStore, objectsIn } from "../../support/cli-store.ts";
import type { CliStore } from "../../support/cli-store.ts";
import { Folder } from "../../support/folder.ts";
import { receiver } from "../../support/http-receiver.ts";
import { START } from "../../support/openclaw-records.ts";
import { freshDatabase } from "../../support/postgres/database.ts";
import { aRun } from "../../support/registry-runs.ts";

let built: Built;
beforeAll(() => {
  built = build();
});
afterAll(() => built.remove());

/** Starts the program; what it leaves running is ended with the test. */
function start(...args: readonly string[]): ChildProcess {
  const child = spawn(execPath, [built.program, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** A transcript that ended with an answer, long ago. */
function answered(folder: Folder): string {
  const path = folder.write("answered.jsonl");
  utimesSync(path, START / 1_000, START / 1_000);
  return path;
}

/** Adds lost runs that all ended with the same answer. */
async function addLost(store: RunStore, transcript: string, runIds: readonly string[], host?: string) {
  const times = { createdAt: START, startedAt: START };
  for (const runId of runIds) {
    await store.add(aRun({ runId, ...times, transcript, ...(host === undefined ? {} : { host }) }));
  }
}

async function storeWith(count: number): Promise<CliStore & { readonly runIds: readonly string[] }> {
  const made = await cliStore();
  const runIds = Array.from({ length: count }, (_, n) => `run-${n}`);
  await addLost(made.store, answered(made.folder), runIds);
  return { ...made, runIds };
}

/** Fulfilled when nobody holds a run: all that have not ended can be claimed by somebody else, now. */
async function isFree(store: RunStore): Promise<boolean> {
  const open = await store.list({ status: ["running"], limit: 10_000 });
  const due = { now: Date.now(), graceMs: 0, limit: 10_000, leaseMs: 1_000, holder: "test" };
  return (await store.claim(due)).length === open.length;
}

describe("signals", () => {
  test.each(["SIGINT", "SIGTERM"] as const)(
    "%s: the message in hand is finished, then it ends",
    async (signal) => {
      let open = (): void => undefined;
      const opened = new Promise<void>((resolve) => {
        open = resolve;
      });
      const { url, received } = await receiver(async () => opened.then(() => 200));
      const { store, flags } = await storeWith(1);
      const child = start("sweep", ...flags, "--deliver", url);
      const ending = ended(child);
      await expect.poll(() => received.length, { timeout: 30_000 }).toBe(1);
      child.kill(signal);
      // It is told first, so that a process which did not wait would be gone.
      await new Promise((resolve) => {
        setTimeout(resolve, 200);
      });
      expect(child.exitCode).toBeNull();
      open();
      const { code, err } = await ending;
      expect(code).toBe(0);
      expect(err).toMatch(
        /^lastword: sweeping sqlite:.*; Ctrl-C ends it\nlastword: stopped; 1 ok, 1 told\n$/,
      );
      expect(await store.deliveriesOf("run-0")).toMatchObject([{ state: "delivered" }]);
    },
  );

  test("SIGTERM in the middle of a sweep: what is in hand is settled, the rest is given back", async () => {
    const { store, flags } = await storeWith(2_000);
    const child = start("sweep", "--once", "--concurrency", "2", ...flags);
    const ending = ended(child);
    await once(child.stdout ?? child, "data");
    child.kill("SIGTERM");
    const { code, out, err } = await ending;
    expect(code).toBe(1);
    expect(err).toMatch(/^\d+ ok; stopped before its end\n$/);
    const told = out.trimEnd().split("\n").length;
    expect(told).toBeLessThan(2_000);
    expect(await store.list({ status: ["ended"], limit: 10_000 })).toHaveLength(told);
    expect(await isFree(store)).toBe(true);
  });

  test("a second signal ends it at once", async () => {
    const { url, received } = await receiver(async () => sleep(60_000, 200, { ref: false }));
    const { flags } = await storeWith(1);
    const child = start("sweep", ...flags, "--deliver", url);
    const ending = ended(child);
    await expect.poll(() => received.length, { timeout: 30_000 }).toBe(1);
    child.kill("SIGTERM");
    // Two signals at once may arrive as one: the second is sent until it is heard.
    const again = setInterval(() => child.kill("SIGTERM"), 50);
    expect(await ending).toMatchObject({ code: null, signal: "SIGTERM" });
    clearInterval(again);
  });
});

test("several at once: each run is settled once, and told once", async () => {
  const { folder, store, flags, runIds } = await storeWith(200);
  const deliver = ["--deliver", `jsonl:${folder.at("told.jsonl")}`];
  const children = [1, 2, 3].map(async () => ended(start("sweep", "--once", "--json", ...deliver, ...flags)));
  const all = await Promise.all(children);
  // A line of counts and no warning; one that came late may have found nothing left.
  const said = all.map(({ code, err }) => [code, err.replace(/^(?:nothing to sweep|\d+ [^\n]*)\n$/, "")]);
  expect(said).toEqual([
    [0, ""],
    [0, ""],
    [0, ""],
  ]);
  const happened = all.flatMap(({ out }) => objectsIn(out));
  const settled = happened.filter(({ event }) => event === "settled").map(({ runId }) => String(runId));
  expect(settled.toSorted()).toEqual(runIds.toSorted());
  // One that found nothing to tell may have ended before another had settled all: the next sweep tells.
  await ended(start("sweep", "--once", ...deliver, ...flags));
  const keys = objectsIn(readFileSync(folder.at("told.jsonl"), "utf8")).map(({ key }) => String(key));
  expect(keys.toSorted()).toEqual(runIds.map((runId) => `${runId}/1`).toSorted());
  expect(await store.listDeliveries({ state: "delivered", limit: 1_000 })).toHaveLength(200);
});

test("two machines, one database: each sweeps its own disk, and any tells the parents", async () => {
  const database = await freshDatabase();
  onTestFinished(async () => database.drop());
  const { url, received } = await receiver();
  const folder = new Folder();
  const store = await openRegistry(database.url);
  onTestFinished(async () => store.close());
  const transcript = answered(folder);
  await addLost(store, transcript, ["a-1", "a-2"], "machine-a");
  await addLost(store, transcript, ["b-1"], "machine-b");
  const sweepAs = async (host: string) =>
    ended(start("sweep", "--once", "--store", database.url, "--host", host, "--deliver", url));
  const first = await sweepAs("machine-a");
  expect([first.code, first.err]).toEqual([0, "2 ok, 2 told\n"]);
  expect(await store.get("b-1")).toMatchObject({ status: "running" });
  const second = await sweepAs("machine-b");
  expect([second.code, second.err]).toEqual([0, "1 ok, 1 told\n"]);
  const keys = received.map(({ headers }) => String(headers["idempotency-key"]));
  expect(keys.toSorted()).toEqual(["a-1/1", "a-2/1", "b-1/1"]);
  const { password } = new URL(database.url);
  const listed = await ended(start("runs", "list", "--store", database.url));
  expect(listed.out.trimEnd().split("\n")).toHaveLength(3);
  if (password !== "") expect(listed.out + listed.err + first.out).not.toContain(password);
});

test("from a pipe into a store, swept, and shown", async () => {
  const folder = new Folder();
  const flags = ["--store", `sqlite:${folder.at("state/runs.db")}`];
  const run = { runId: "run-1", childSessionKey: "child", requesterSessionKey: "parent", createdAt: START };
  const adding = spawn(execPath, [built.program, "runs", "add", ...flags], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  adding.stdin.end(JSON.stringify({ ...run, transcript: answered(folder) }));
  expect(await ended(adding)).toMatchObject({ code: 0, out: "run-1: added\n", err: "" });
  expect(await ended(start("sweep", "--once", ...flags))).toMatchObject({ code: 0 });
  const { code, out } = await ended(start("runs", "show", "run-1", "--json", ...flags));
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    run: { status: "ended", outcome: "ok" },
    settlement: { rule: 7, result: { text: "Three." } },
    deliveries: [{ key: "run-1/1", state: "pending" }],
  });
});
