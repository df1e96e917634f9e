/**
 * A program: a sweeper and a courier over the store at a URL, as a host would run them, until it is told to stop
 * (SIGTERM). It may be killed at any moment; another takes over. Writes a line for each settlement that it won.
 *
 *     program STORE-URL SINK-URL LOG
 */

import { appendFileSync } from "node:fs";
import process, { argv } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import {
  StoreError,
  createCourier,
  createSweeper,
  httpSink,
  isTransient,
  openRegistry,
} from "../../../src/agents/index.ts";
import type { RunStore } from "../../../src/agents/index.ts";

/** Short, so that what a killed process held is soon due again. */
const LEASE_MS = 2_000;
const HOST = "machine-a";

const [, , url = "", sinkUrl = "", log = ""] = argv;
const stopped = new Promise((resolve) => {
  process.once("SIGTERM", resolve);
});
const store = await opened();
const sweeper = createSweeper({
  registry: store,
  reach: { host: HOST },
  graceMs: 0,
  intervalMs: 50,
  leaseMs: LEASE_MS,
  batchMax: 8,
  improveForMs: 0,
  onSettled: ({ runId, generation }) => appendFileSync(log, `${runId}/${generation}\n`),
});
const courier = createCourier({
  outbox: store,
  sink: httpSink({ url: sinkUrl, secret: "a secret of the fleet" }),
  intervalMs: 50,
  leaseMs: LEASE_MS,
  timeoutMs: LEASE_MS / 2,
  attemptsMax: 1_000,
  backoff: { baseMs: 50, capMs: 500 },
});
sweeper.start();
courier.start();
process.stdout.write("ready\n");
// The timers of both keep no process alive.
const alive = setInterval(() => undefined, 1_000);
await stopped;
await Promise.all([sweeper.stop(), courier.stop()]);
await store.close();
clearInterval(alive);

/** The server may be away when a process starts. */
async function opened(): Promise<RunStore> {
  for (;;) {
    try {
      return await openRegistry(url);
    } catch (error) {
      if (!(error instanceof StoreError && isTransient(error.failure))) throw error;
      await sleep(100);
    }
  }
}
