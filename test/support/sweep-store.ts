/**
 * A program: claims and settles what is due in the store at a URL, hands out what is to be told, and writes each key
 * that it was told into a file, until nothing is left. It may be killed at any moment; another takes over.
 */

import { appendFileSync } from "node:fs";
import { argv, pid } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { StoreError, isTransient } from "../../src/agents/stores/failure.ts";
import { openRegistry } from "../../src/agents/stores/open.ts";
import { recovered } from "./registry-runs.ts";

/** Short, so that what a killed process held is soon due again. */
const LEASE_MS = 400;
const BATCH = 5;

const [, , url = "", keys = ""] = argv;
const store = await openRegistry(url);
for (;;) {
  try {
    if (await isDone()) break;
  } catch (error) {
    if (!(error instanceof StoreError && isTransient(error.failure))) throw error;
    await sleep(50);
  }
}
await store.close();

async function isDone(): Promise<boolean> {
  const batch = { limit: BATCH, leaseMs: LEASE_MS, holder: String(pid) };
  const claims = await store.claim({ now: Date.now(), graceMs: 0, ...batch });
  for (const { run, token } of claims) {
    const { runId, generation, status: from } = run;
    // Whoever settles says who it was: two that did would have said different things.
    await store.settle({
      runId,
      generation,
      from,
      token,
      settlement: recovered(`by ${pid}`),
      at: Date.now(),
    });
  }
  const handed = await store.claimDeliveries({ now: Date.now(), ...batch });
  for (const message of handed) {
    appendFileSync(keys, `${message.key} ${message.settlement.digest}\n`);
    await store.delivered(message, Date.now());
  }
  if (claims.length + handed.length > 0) return false;
  await sleep(20);
  const [open, waiting] = await Promise.all([
    store.list({ limit: 1, status: ["running"] }),
    store.listDeliveries({ state: "pending", limit: 1 }),
  ]);
  return open.length + waiting.length === 0;
}
