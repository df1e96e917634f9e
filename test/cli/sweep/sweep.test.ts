/** `lastword sweep --once`: what it settles, whom it tells, what it says, and with which exit code. */

import { readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { describe, expect, test } from "vitest";
import { Output } from "../../../src/cli/output.ts";
import { main } from "../../../src/cli/main.ts";
import { cliStore, objectsIn } from "../../support/cli-store.ts";
import type { CliStore } from "../../support/cli-store.ts";
import { NOW, Paper, run } from "../../support/command-line.ts";
import { ANSWERED, CUT_IN_TOOL } from "../../support/folder.ts";
import type { Folder } from "../../support/folder.ts";
import { receiver } from "../../support/http-receiver.ts";
import { START } from "../../support/openclaw-records.ts";
import { aRun } from "../../support/registry-runs.ts";

/** A transcript that was left alone long ago. */
function quiet(folder: Folder, name: string, content = ANSWERED): string {
  const path = folder.write(name, content);
  utimesSync(path, START / 1_000, START / 1_000);
  return path;
}

const lost = { createdAt: START, startedAt: START };

/** A store with a run that ended with an answer, one that was cut off, and one that began a moment ago. */
async function threeRuns(): Promise<CliStore> {
  const made = await cliStore();
  const { folder, store } = made;
  await store.add(aRun({ runId: "answered", ...lost, transcript: quiet(folder, "a.jsonl") }));
  await store.add(aRun({ runId: "cut", ...lost, transcript: quiet(folder, "c.jsonl", CUT_IN_TOOL) }));
  await store.add(
    aRun({ runId: "new", createdAt: NOW, startedAt: NOW, transcript: quiet(folder, "n.jsonl") }),
  );
  return made;
}

const linesOf = (out: string) => out.trimEnd().split("\n").toSorted();

test("settles what is lost, and says what became of each", async () => {
  const { store, flags } = await threeRuns();
  const { code, out, err } = await run(["sweep", "--once", ...flags]);
  expect(code).toBe(0);
  expect(linesOf(out)).toEqual([
    "answered: ok, rule 7, sweeper-lost-context-recovered, 6 bytes of result",
    "cut: error trailing-tool-result, rule 10, sweeper-lost-context, 11 bytes of salvage",
  ]);
  expect(err).toMatch(/^1 (ok|error), 1 (ok|error)\nparents are still to be told: --deliver/);
  expect(await store.get("answered")).toMatchObject({ status: "ended", outcome: "ok" });
  expect(await store.get("cut")).toMatchObject({ status: "ended", outcome: "error" });
  expect(await store.get("new")).toMatchObject({ status: "running" });
  expect(await run(["sweep", "--once", "--grace", "0", ...flags])).toMatchObject({ code: 0 });
  expect(await store.get("new")).toMatchObject({ status: "ended" });
});

test("--json: an object for each thing that happened", async () => {
  const { folder, store, flags } = await threeRuns();
  await store.add(aRun({ runId: "alive", ...lost, transcript: folder.write("alive.jsonl") }));
  utimesSync(folder.at("alive.jsonl"), NOW / 1_000 - 1, NOW / 1_000 - 1);
  const deliver = ["--deliver", `jsonl:${folder.at("told.jsonl")}`];
  const { code, out } = await run(["sweep", "--once", "--json", ...deliver, ...flags]);
  expect(code).toBe(0);
  const digest = expect.stringMatching(/^[0-9a-f]{64}$/);
  const byName = objectsIn(out).toSorted((one, other) =>
    JSON.stringify(one) < JSON.stringify(other) ? -1 : 1,
  );
  expect(new Set(byName)).toEqual(
    new Set([
      {
        event: "settled",
        runId: "answered",
        generation: 1,
        outcome: "ok",
        rule: 7,
        digest,
        resultBytes: 6,
        source: "sweeper-lost-context-recovered",
      },
      {
        event: "settled",
        runId: "cut",
        generation: 1,
        outcome: "error",
        rule: 10,
        digest,
        salvageBytes: 11,
        reason: "trailing-tool-result",
        source: "sweeper-lost-context",
      },
      {
        event: "wait",
        runId: "alive",
        generation: 1,
        rule: 4,
        explanation: expect.any(String),
        until: expect.any(Number),
      },
      { event: "delivered", key: "answered/1", runId: "answered", attempts: 1 },
      { event: "delivered", key: "cut/1", runId: "cut", attempts: 1 },
    ]),
  );
});

describe("--deliver", () => {
  test("jsonl: a line a message", async () => {
    const { folder, store, flags } = await threeRuns();
    const told = folder.at("told.jsonl");
    const { code, out, err } = await run(["sweep", "--once", "--deliver", `jsonl:${told}`, ...flags]);
    expect(code).toBe(0);
    expect(linesOf(out)).toEqual(expect.arrayContaining(["answered/1: told", "cut/1: told"]));
    expect(err).toContain("2 told\n");
    const messages = objectsIn(readFileSync(told, "utf8"));
    expect(messages.map(({ key, outcome }) => `${String(key)} ${String(outcome)}`).toSorted()).toEqual([
      "answered/1 ok",
      "cut/1 error",
    ]);
    expect(await store.listDeliveries({ state: "delivered", limit: 10 })).toHaveLength(2);
  });

  test("http: signed with the secret in the variable, under the key", async () => {
    const { url, received } = await receiver();
    const { flags } = await threeRuns();
    const secret = "a secret of the two";
    const env = { LASTWORD_SECRET: secret };
    expect((await run(["sweep", "--once", "--deliver", url, ...flags], { env })).code).toBe(0);
    const keys = received.map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys)).toEqual(new Set(["answered/1", "cut/1"]));
    expect(keys).toHaveLength(2);
    expect(received.every(({ isSignedWith }) => isSignedWith(secret, NOW))).toBe(true);
  });

  test("a parent that says no is given up, one that is busy is told again later: exit 1, and why", async () => {
    const { url } = await receiver(({ body }) => (body.includes("answered/1") ? 410 : 503));
    const { store, flags } = await threeRuns();
    const { code, out, err } = await run(["sweep", "--once", "--deliver", url, ...flags]);
    expect(code).toBe(1);
    expect(out).toContain("answered/1: given up\n");
    expect(out).toMatch(/^cut\/1: not told; again at 2026-11-01T12:00:0[01]\.\d+Z$/m);
    expect(err).toMatch(/^lastword: given up; text was lost to the parent: 6 bytes of the result.*HTTP 410/m);
    expect(err).toMatch(
      /^lastword: not delivered; it is tried again \(.*HTTP 503.*retryAt 2026-11-01T12:00:0[01]\.\d+Z\)$/m,
    );
    await store.retry("answered", NOW);
    const again = await run(["sweep", "--once", "--json", "--deliver", url, ...flags]);
    expect(objectsIn(again.out)).toEqual([
      { event: "dead", key: "answered/1", runId: "answered", attempts: 1, error: "HTTP 410" },
    ]);
    expect(await store.deliveriesOf("answered")).toMatchObject([{ state: "dead" }]);
    expect(await store.deliveriesOf("cut")).toMatchObject([{ state: "pending", attempts: 1 }]);
  });

  test.each([
    ["ftp://me:s3cret@host", {}, "--deliver takes jsonl:PATH, http://… or https://…"],
    ["http://me:s3cret@host:port", {}, "--deliver: that is no address of HTTP"],
    ["http://host", { LASTWORD_SECRET: "s3cret" }, "LASTWORD_SECRET: a secret must have at least 16 bytes"],
    [
      "jsonl:/nowhere/at/all.jsonl",
      {},
      "/nowhere/at/all.jsonl: there is no such folder; make it, or name another",
    ],
  ])("%s: exit 2, nothing is swept, no secret is told", async (to, env, problem) => {
    const { store, flags } = await threeRuns();
    const { code, out, err } = await run(["sweep", "--once", "--deliver", to, ...flags], { env });
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(`lastword: ${problem}`);
    expect(err).not.toContain("s3cret");
    expect(await store.get("answered")).toMatchObject({ status: "running" });
  });

  test("a variable that was named must be set", async () => {
    const { flags } = await cliStore();
    const args = ["sweep", "--once", "--deliver", "http://host", "--secret-env", "MINE", ...flags];
    expect(await run(args)).toMatchObject({
      code: 2,
      err: expect.stringContaining("lastword: MINE is not set; put the secret into it"),
    });
  });
});

describe("whose runs, and which files", () => {
  test("--root: what lies outside is not read, through whatever link", async () => {
    const { folder, store, flags } = await cliStore();
    const inside = quiet(folder, "in/a.jsonl");
    const outside = quiet(folder, "out/a.jsonl");
    symlinkSync(outside, folder.at("in/link.jsonl"));
    for (const [runId, transcript] of [
      ["inside", inside],
      ["outside", outside],
      ["link", folder.at("in/link.jsonl")],
    ] as const) {
      await store.add(aRun({ runId, ...lost, transcript }));
    }
    await store.add(
      aRun({ runId: "result", ...lost, transcript: inside, artifact: folder.write("out/r.json", "{}") }),
    );
    await run(["sweep", "--once", "--root", folder.at("in"), ...flags]);
    expect(await store.get("inside")).toMatchObject({ outcome: "ok" });
    expect(await store.get("outside")).toMatchObject({ outcome: "error" });
    expect(await store.get("link")).toMatchObject({ outcome: "error" });
    expect(await store.settlementOf("result")).not.toMatchObject({ source: "artifact-recovered" });
  });

  test("--host and --shared: the others' runs are left to them", async () => {
    const { folder, store, flags } = await cliStore();
    const transcript = quiet(folder, "a.jsonl");
    const shared = quiet(folder, "shared/a.jsonl");
    await store.add(aRun({ runId: "a", ...lost, transcript, host: "machine-a" }));
    await store.add(aRun({ runId: "b", ...lost, transcript, host: "machine-b" }));
    await store.add(aRun({ runId: "shared", ...lost, transcript: shared }));
    await store.add(aRun({ runId: "here", ...lost, transcript, host: hostname() }));
    const statuses = async () =>
      Promise.all(["a", "b", "shared", "here"].map(async (runId) => (await store.get(runId))?.status));
    await run(["sweep", "--once", "--host", "machine-a", ...flags]);
    expect(await statuses()).toEqual(["ended", "running", "running", "running"]);
    await run(["sweep", "--once", "--shared", `${folder.at("shared")}/`, ...flags]);
    expect(await statuses()).toEqual(["ended", "running", "ended", "ended"]);
    await run(["sweep", "--once", ...flags]);
    expect(await statuses()).toEqual(["ended", "ended", "ended", "ended"]);
  });
});

test("a long sweep shows on a terminal how far it is, and nothing of it anywhere else", async () => {
  const { folder, store, flags } = await cliStore();
  const transcript = quiet(folder, "a.jsonl");
  for (let n = 0; n < 30; n += 1) await store.add(aRun({ runId: `run-${n}`, ...lost, transcript }));
  const [stdout, stderr] = [new Paper(), new Paper(80)];
  let time = NOW;
  // Each look at the clock takes a while.
  const now = () => (time += 50);
  const io = { stdin: process.stdin, stdout: new Output(stdout), stderr: new Output(stderr), env: {}, now };
  expect(await main(["sweep", "--once", ...flags], io)).toBe(0);
  const bars = stderr.text.split("\r\u001b[K");
  expect(bars.filter((bar) => /^\[#*\.*\] \d+ of 30 runs swept$/.test(bar)).length).toBeGreaterThan(2);
  expect(bars.at(-1)).toMatch(/^30 ok\n/);
  expect(stdout.text.trimEnd().split("\n")).toHaveLength(30);
  expect(stdout.text).not.toContain("\u001b");
});

test("what a child wrote is not obeyed by a terminal", async () => {
  const { folder, store, flags } = await cliStore();
  const transcript = folder.at("none\u001b[2J.jsonl");
  writeFileSync(folder.at("told"), "");
  await store.add(aRun({ runId: "run\u001b[2J", ...lost, transcript }));
  const deliver = ["--deliver", `jsonl:${folder.at("told")}`];
  for (const more of [[], ["--json"]]) {
    const { out, err } = await run(["sweep", "--once", ...more, ...deliver, ...flags], { columns: 100 });
    expect(out + err.replaceAll("\r\u001b[K", "")).not.toContain("\u001b");
  }
});

test("a store that cannot be opened: exit 2, and no password", async () => {
  const { code, out, err } = await run(["sweep", "--once", "--store", "postgres://me:s3cret@127.0.0.1:1/x"]);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(/^lastword: postgres:\/\/me@127\.0\.0\.1:1\/x: PostgreSQL cannot be reached/);
});

test("nothing to do is no trouble", async () => {
  const { flags } = await cliStore();
  expect(await run(["sweep", "--once", ...flags])).toEqual({ code: 0, out: "", err: "nothing to sweep\n" });
});
