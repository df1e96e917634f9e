/** A store as one process has it: the whole port, each call over the line. */

import type { RunStore } from "../../src/agents/run-store.ts";
import { fault } from "../../src/agents/stores/failure.ts";
import type { Failing, Line } from "./line.ts";
import type { Life } from "./scheduler.ts";

const STORE_FAILS: Failing = {
  unreachable: () => fault("unreachable", "the connection broke"),
  busy: () => fault("busy", "somebody else holds the store"),
};

/** The store, as far away as the line makes it. */
export function storeOver(line: Line, life: Life, store: RunStore): RunStore {
  const call = async <T>(what: string, work: () => Promise<T>): Promise<T> =>
    line.call(life, what, STORE_FAILS, work);
  return {
    add: async (run) => call(`add ${run.runId}/${run.generation}`, async () => store.add(run)),
    get: async (runId) => call(`get ${runId}`, async () => store.get(runId)),
    list: async (query) => call("list", async () => store.list(query)),
    update: async (seen, changes) =>
      call(`update ${seen.runId} ${Object.keys(changes).join()}`, async () => store.update(seen, changes)),
    heartbeat: async (seen, at) => call(`heartbeat ${seen.runId}`, async () => store.heartbeat(seen, at)),
    settlementOf: async (runId) => call(`settlementOf ${runId}`, async () => store.settlementOf(runId)),
    activeDescendants: async (runId, limit) =>
      call(`activeDescendants ${runId}`, async () => store.activeDescendants(runId, limit)),
    prune: async (query) => call("prune", async () => store.prune(query)),
    listStale: async (query) => call("listStale", async () => store.listStale(query)),
    hasActiveDescendant: async (runId) =>
      call(`hasActiveDescendant ${runId}`, async () => store.hasActiveDescendant(runId)),
    countStale: async (query) => call("countStale", async () => store.countStale(query)),
    claim: async (query) => call("claim", async () => store.claim(query)),
    listClaims: async (query) => call("listClaims", async () => store.listClaims(query)),
    renew: async (claim, times) =>
      call(`renew ${claim.run.runId} ${claim.token}`, async () => store.renew(claim, times)),
    release: async (claim) =>
      call(`release ${claim.run.runId} ${claim.token}`, async () => store.release(claim)),
    defer: async (claim, deferral) =>
      call(`defer ${claim.run.runId} ${claim.token}`, async () => store.defer(claim, deferral)),
    settle: async (request) =>
      call(
        `settle ${request.runId}/${request.generation} ${request.settlement.kind} ${String(request.token)}`,
        async () => store.settle(request),
      ),
    listImprovable: async (query) => call("listImprovable", async () => store.listImprovable(query)),
    improve: async (request) =>
      call(`improve ${request.runId}/${request.generation}`, async () => store.improve(request)),
    claimDeliveries: async (query) => call("claimDeliveries", async () => store.claimDeliveries(query)),
    delivered: async (message, at) =>
      call(`delivered ${message.key} ${message.token}`, async () => store.delivered(message, at)),
    failed: async (message, failure) =>
      call(`failed ${message.key} ${message.token}`, async () => store.failed(message, failure)),
    deliveriesOf: async (runId) => call(`deliveriesOf ${runId}`, async () => store.deliveriesOf(runId)),
    listDeliveries: async (query) => call("listDeliveries", async () => store.listDeliveries(query)),
    retry: async (runId, now) => call(`retry ${runId}`, async () => store.retry(runId, now)),
    dismiss: async (runId, now) => call(`dismiss ${runId}`, async () => store.dismiss(runId, now)),
    close: async () => call("close", async () => store.close()),
  };
}
