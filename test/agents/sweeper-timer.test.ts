/** The sweeper on its timer: it starts, it stops behind the runs in hand, and it keeps no process alive. */

import { spawnSync } from "node:child_process";
import { execPath } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { MemoryRegistry, createSweeper } from "../../src/agents/index.ts";
import type { Run } from "../../src/agents/index.ts";
import { LATER, runOf } from "../support/run-facts.ts";

const clock = () => LATER;

/** A promise, and the function that fulfils it. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

test("sweeps again and again, until it is stopped", async () => {
  const registry = new MemoryRegistry();
  const list = vi.spyOn(registry, "listStale");
  const sweeper = createSweeper({ registry, clock, intervalMs: 1 });
  sweeper.start();
  sweeper.start();
  await vi.waitFor(() => expect(list.mock.calls.length).toBeGreaterThan(2));
  await sweeper.stop();
  const swept = list.mock.calls.length;
  await sleep(20);
  expect(list.mock.calls.length).toBe(swept);
  sweeper.start();
  await vi.waitFor(() => expect(list.mock.calls.length).toBeGreaterThan(swept));
  await sweeper.stop();
});

test("a registry that fails does not stop the timer", async () => {
  const registry = new MemoryRegistry([runOf()]);
  vi.spyOn(registry, "listStale").mockRejectedValueOnce(new Error("database is locked"));
  const sweeper = createSweeper({ registry, clock, intervalMs: 1 });
  sweeper.start();
  await vi.waitFor(() => expect(registry.get("run-1")?.status).toBe("ended"));
  await sweeper.stop();
});

test("stop waits for the run in hand, and takes up no further one", async () => {
  const registry = new MemoryRegistry([runOf({ runId: "run-1" }), runOf({ runId: "run-2" })]);
  const { opened, open } = gate();
  const asked: string[] = [];
  const locateTranscript = async ({ runId }: Run): Promise<undefined> => {
    asked.push(runId);
    await opened;
  };
  const sweeper = createSweeper({ registry, clock, locateTranscript, concurrency: 1 });
  const sweep = sweeper.sweepOnce();
  await vi.waitFor(() => expect(asked).toEqual(["run-1"]));
  let stopped = false;
  const stopping = sweeper.stop().then(() => {
    stopped = true;
  });
  await sleep(5);
  expect(stopped).toBe(false);
  open();
  await stopping;
  expect((await sweep).runs).toHaveLength(1);
  expect(registry.get("run-1")?.status).toBe("ended");
  expect(registry.get("run-2")?.status).toBe("running");
  await sweeper.sweepOnce();
  expect(registry.get("run-2")?.status).toBe("ended");
});

test("stopped and started in the middle of a sweep, it has one timer and not two", async () => {
  const registry = new MemoryRegistry([runOf()]);
  const list = vi.spyOn(registry, "listStale");
  const { opened, open } = gate();
  const sweeper = createSweeper({
    registry,
    clock,
    locateTranscript: () => opened.then(() => undefined),
    intervalMs: 1,
  });
  sweeper.start();
  await vi.waitFor(() => expect(list).toHaveBeenCalledOnce());
  const stopping = sweeper.stop();
  sweeper.start();
  open();
  await stopping;
  await vi.waitFor(() => expect(list.mock.calls.length).toBeGreaterThan(2));
  await sweeper.stop();
  const swept = list.mock.calls.length;
  await sleep(20);
  expect(list.mock.calls.length).toBe(swept);
});

test("a timer that waits keeps no process alive", () => {
  const index = new URL("../../src/agents/index.ts", import.meta.url).href;
  const code = `
    import { MemoryRegistry, createSweeper } from ${JSON.stringify(index)};
    createSweeper({ registry: new MemoryRegistry() }).start();
    console.log("started");
  `;
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const args = ["--import", "tsx", "--input-type=module", "--eval", code];
  const { status, stdout, stderr } = spawnSync(execPath, args, {
    cwd: root,
    encoding: "utf8",
    timeout: 20_000,
  });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "started\n", stderr: "" });
});
