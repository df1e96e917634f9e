/** `lastword wait`: ends with the run, and says how. */

import { appendFileSync, statSync, utimesSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openRegistry } from "../../src/agents/index.ts";
import type { Io } from "../../src/cli/io.ts";
import { Output } from "../../src/cli/output.ts";
import { wait } from "../../src/cli/wait.ts";
import type { WaitFlags } from "../../src/cli/wait.ts";
import { Paper, run } from "../support/command-line.ts";
import { ANSWERED, CUT_IN_TOOL, Folder, lines } from "../support/folder.ts";
import { assistant, entries, header, user, yields } from "../support/openclaw-records.ts";
import { until } from "../support/until.ts";

const FLAGS: WaitFlags = { quiet: 0, idle: 3_600_000, interval: 20, timeout: 60_000 };
const REST = ANSWERED.split("\n").at(-2);

/** A waiting; `started` once it has looked, and looks again. */
function waiting(
  target: string,
  flags: Partial<WaitFlags> = {},
  clock: () => number = () => Date.now(),
  columns?: number,
) {
  const [out, err] = [new Paper(), new Paper(columns)];
  let looks = 0;
  const io: Io = {
    stdin: { async *[Symbol.asyncIterator]() {} },
    stdout: new Output(out),
    stderr: new Output(err),
    env: {},
    now: () => {
      looks += 1;
      return clock();
    },
  };
  const controller = new AbortController();
  const code = wait(target, { ...FLAGS, ...flags }, io, { signal: controller.signal });
  return { out, err, code, started: () => until(() => looks > 3), stop: () => controller.abort() };
}

/** Left alone so many ms. */
function aged(path: string, ms: number): string {
  const seconds = Date.now() / 1_000 - ms / 1_000;
  utimesSync(path, seconds, seconds);
  return path;
}

describe("a transcript", () => {
  test("that is answered while it is waited for: the answer, and 0", async () => {
    const folder = new Folder();
    const path = folder.write("a.jsonl", CUT_IN_TOOL);
    const { out, code, started } = waiting(path);
    await started();
    appendFileSync(path, `${REST}\n`);
    expect(await code).toBe(0);
    expect(out.text).toBe("Three.\n");
  });

  test("that is not there yet: it is waited for", async () => {
    const folder = new Folder();
    const { out, code, started } = waiting(folder.at("a.jsonl"), { json: true });
    await started();
    folder.write("a.jsonl");
    expect(await code).toBe(0);
    expect(JSON.parse(out.text)).toMatchObject({ kind: "terminal", text: "Three." });
  });

  test("with an answer from a moment ago: not before it is quiet", async () => {
    const path = new Folder().write("a.jsonl");
    const { mtimeMs } = statSync(path);
    let now = mtimeMs + 9_000;
    const { code, started } = waiting(path, { quiet: 10_000 }, () => now);
    await started();
    now = mtimeMs + 10_000;
    expect(await code).toBe(0);
  });

  test("a terminal is told how it stands, once for each state; a log is not", async () => {
    const folder = new Folder();
    const path = folder.at("a.jsonl");
    const inLog = waiting(path);
    const { out, err, code, started } = waiting(path, {}, undefined, 80);
    await started();
    folder.write("a.jsonl", CUT_IN_TOOL);
    await until(() => err.text.includes("unfinished"));
    appendFileSync(path, `${REST}\n`);
    expect(await code).toBe(0);
    expect(await inLog.code).toBe(0);
    expect(err.text).toBe(
      `lastword: ${path}: not there yet; Ctrl-C ends the waiting\n` +
        `lastword: ${path}: unfinished: tool result last\n`,
    );
    expect([out.text, inLog.err.text]).toEqual(["Three.\n", ""]);
  });

  test("that is no file, and no run where there is no store: both are said", async () => {
    const folder = new Folder();
    const { code, err } = await run(["wait", "answerd", "--store", `sqlite:${folder.at("none.db")}`]);
    expect(code).toBe(2);
    expect(err).toBe(
      `lastword: answerd: no such file, and no store ${folder.at("none.db")} to know a run from; name another with --store\n`,
    );
  });

  test("left alone without an answer: 1, and why; a parked one is waited for", async () => {
    const folder = new Folder();
    const cut = waiting(aged(folder.write("a.jsonl", CUT_IN_TOOL), 7_200_000));
    expect(await cut.code).toBe(1);
    const why = `unfinished: tool result last; why: lastword explain ${folder.at("a.jsonl")}\n`;
    expect(cut.err.text).toContain(why);
    const parked = lines(entries(header, user("Count."), ...yields("c1")));
    const path = aged(folder.write("b.jsonl", parked), 7_200_000);
    const { code, err } = waiting(path, { timeout: 100 });
    expect(await code).toBe(124);
    expect(err.text).toContain(
      `the time is up, and it has not ended; how it stands: lastword explain ${path}\n`,
    );
  });

  test("aborted: no more words follow, so 1 at once", async () => {
    const folder = new Folder();
    const aborted = lines(entries(header, user("Count."), assistant("Thr", { stop: "aborted" })));
    expect(await waiting(folder.write("a.jsonl", aborted)).code).toBe(1);
  });

  test("interrupted: 124; a folder: 2", async () => {
    const folder = new Folder();
    const { code, err, started, stop } = waiting(folder.write("a.jsonl", CUT_IN_TOOL));
    await started();
    stop();
    expect(await code).toBe(124);
    expect(err.text).toContain("interrupted");
    expect(await waiting(folder.path).code).toBe(2);
  });
});

test("a run of the registry: as it was settled; one that nobody knows: 2", async () => {
  const store = `sqlite:${new Folder().at("runs.db")}`;
  const registry = await openRegistry(store);
  const about = { generation: 1, childSessionKey: "c", requesterSessionKey: "r", createdAt: 1 } as const;
  await registry.add({ ...about, runId: "run-1", status: "running" });
  await registry.add({ ...about, runId: "run-2", status: "ended", outcome: "error", endedAt: 5 });
  const { code, started } = waiting("run-1", { store });
  await started();
  const seen = { runId: "run-1", generation: 1, status: "running" } as const;
  await registry.update(seen, { status: "ended", outcome: "ok", endedAt: 5 });
  expect(await code).toBe(0);
  expect(await waiting("run-2", { store }).code).toBe(1);
  const nobody = waiting("run-3", { store });
  expect(await nobody.code).toBe(2);
  expect(nobody.err.text).toContain("run-3: no such run");
  await registry.close();
});

test.each(["wait", "wait a --timeout soon", "wait a --interval 1ms", "watch --interval 0", "wait a b"])(
  "%s: exit 2, and what to do",
  async (line) => {
    const { code, err } = await run(line.split(" "));
    expect(code).toBe(2);
    expect(err).toMatch(/^lastword: .*(?:Give |missing|too many)/s);
  },
);
