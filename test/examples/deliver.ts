import { backoffMs, createSweeper, openRegistry } from "../../src/agents/index.ts";
import type { HandedDelivery } from "../../src/agents/index.ts";

/** Settles what is lost in a store, and tells the parents. */
export async function sweepAndTell(url: string, tell: (message: HandedDelivery) => Promise<void>) {
  const store = await openRegistry(url); // such as sqlite:runs.db; a store is a registry
  await createSweeper({ registry: store }).sweepOnce();
  const due = { now: Date.now(), limit: 20, leaseMs: 60_000, holder: `worker ${process.pid}` };
  for (const message of await store.claimDeliveries(due)) {
    try {
      await tell(message); // to message.requesterSessionKey, under message.key
      await store.delivered(message, Date.now());
    } catch (error) {
      const later = { retryAt: Date.now() + backoffMs(message.attempts, Math.random()) };
      const failure = { at: Date.now(), error: String(error) };
      await store.failed(message, message.attempts < 10 ? { ...failure, ...later } : failure);
    }
  }
  await store.close();
}
