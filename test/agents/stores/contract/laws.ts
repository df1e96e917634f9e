/**
 * Contract, as laws over anything that may happen: random steps by several hands, on one store. Each store answers
 * as the one in memory does, step by step, and whatever happened, nothing that must not happen did.
 */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HandedDelivery } from "../../../../src/agents/outbox.ts";
import type { Claim, RunStore } from "../../../../src/agents/run-store.ts";
import type { RunStatus } from "../../../../src/agents/run.ts";
import { memoryStore } from "../../../../src/agents/stores/memory/store.ts";
import { NOW, aRun, killed, lostContext, recovered } from "../../../support/registry-runs.ts";
import type { Opener } from "./subject.ts";

const RUN_IDS = ["a", "b", "c"] as const;
const LEASE_MS = 100;

/** One step; `which` picks a claim or a delivery among those ever handed out, old ones included. */
const which = fc.nat(4);
const run = fc.constantFrom(...RUN_IDS);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("add"), run, generation: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant("claim"), limit: fc.integer({ min: 0, max: 3 }) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom("renew", "release", "defer"), which }) },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constantFrom("settle", "settle-error", "settle-error", "settle-kill"),
      which,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("host"),
      run,
      from: fc.constantFrom<RunStatus>("queued", "running", "paused"),
      to: fc.constantFrom<RunStatus>("queued", "running", "paused", "ended"),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("improve"), run }) },
  { weight: 9, arbitrary: fc.record({ do: fc.constant("hand-out"), limit: fc.integer({ min: 0, max: 3 }) }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom("delivered", "failed", "given-up"), which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom("retry", "dismiss"), run }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant("tick"), ms: fc.integer({ min: 1, max: 150 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("prune", "heartbeat"), run }) },
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A store with those who use it: what they hold, and what time it is for them. */
class Players {
  readonly #store: RunStore;
  now = NOW;
  readonly claims: Claim[] = [];
  readonly handed: HandedDelivery[] = [];

  constructor(store: RunStore) {
    this.#store = store;
  }

  /** Takes the step; gives the answer, as a value even where it is an error. */
  async take(what: Step): Promise<unknown> {
    try {
      return await this.#take(what);
    } catch (error) {
      return error instanceof Error ? error.name : error;
    }
  }

  async #take(what: Step): Promise<unknown> {
    const { now } = this;
    const store = this.#store;
    switch (what.do) {
      case "add":
        return store.add(aRun({ runId: what.run, generation: what.generation, owner: { pid: 7 } }));
      case "claim": {
        const query = { now, graceMs: 0, limit: what.limit, leaseMs: LEASE_MS, holder: "x" };
        const claims = await store.claim(query);
        this.claims.push(...claims);
        return claims;
      }
      case "renew":
        return this.#withClaim(what.which, async (claim) => store.renew(claim, { now, leaseMs: LEASE_MS }));
      case "release":
        return this.#withClaim(what.which, async (claim) => store.release(claim));
      case "defer":
        return this.#withClaim(what.which, async (claim) =>
          store.defer(claim, { until: now + 50, why: "parked" }),
        );
      case "settle":
      case "settle-error":
      case "settle-kill":
        return this.#withClaim(what.which, async ({ run, token }) => {
          const bad = what.do === "settle-kill" ? killed() : lostContext(`by ${token}`);
          const settlement = what.do === "settle" ? recovered(`by ${token}`) : bad;
          const { runId, generation, status: from } = run;
          return store.settle({ runId, generation, from, settlement, at: now, token });
        });
      case "host": {
        const run = await store.get(what.run);
        if (run === undefined) return undefined;
        const end = what.to === "ended" ? ({ endedAt: now, outcome: "ok", source: "host" } as const) : {};
        const seen = { runId: what.run, generation: run.generation, status: what.from };
        return store.update(seen, { status: what.to, ...end });
      }
      case "improve": {
        const standing = await store.settlementOf(what.run);
        const run = await store.get(what.run);
        if (standing === undefined || run === undefined) return undefined;
        const { runId, generation } = run;
        const settlement = recovered(`better at ${now}`);
        return store.improve({ runId, generation, insteadOf: standing.digest, settlement, at: now });
      }
      case "hand-out": {
        const query = { now, limit: what.limit, leaseMs: LEASE_MS, holder: "x" };
        const handed = await store.claimDeliveries(query);
        this.handed.push(...handed);
        return handed;
      }
      case "delivered":
        return this.#withHanded(what.which, async (one) => store.delivered(one, now));
      case "failed":
        return this.#withHanded(what.which, async (one) =>
          store.failed(one, { at: now, error: "503", retryAt: now + 50 }),
        );
      case "given-up":
        return this.#withHanded(what.which, async (one) => store.failed(one, { at: now, error: "410" }));
      case "retry":
        return store.retry(what.run, now);
      case "dismiss":
        return store.dismiss(what.run, now);
      case "tick":
        this.now += what.ms;
        return undefined;
      case "heartbeat":
        return store.heartbeat(aRun({ runId: what.run }), now);
      case "prune": {
        const count = await store.prune({ endedBefore: now - 100, limit: 10 });
        // What is gone may be added anew, and then counts from the start.
        if (count > 0) this.claims.length = this.handed.length = 0;
        return count;
      }
      default:
        return what satisfies never;
    }
  }

  async #withClaim(which: number, use: (claim: Claim) => Promise<unknown>): Promise<unknown> {
    const claim = this.claims.at(-1 - which);
    return claim === undefined ? undefined : use(claim);
  }

  async #withHanded(which: number, use: (one: HandedDelivery) => Promise<unknown>): Promise<unknown> {
    const one = this.handed.at(-1 - which);
    return one === undefined ? undefined : use(one);
  }
}

export function lawsContract(fresh: () => Promise<Opener>, numRuns: number): void {
  describe("whatever happens", () => {
    test("it answers as the store in memory does, and holds its laws", { timeout: 180_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 100, size: "max" }), async (steps) => {
          const store = await (await fresh())();
          const [players, modelled] = [new Players(store), new Players(memoryStore())];
          for (const what of steps) {
            const answer = await players.take(what);
            expect({ what, answer }).toEqual({ what, answer: await modelled.take(what) });
          }
          await holdsLaws(store, players);
        }),
        { numRuns },
      );
    });
  });
}

async function holdsLaws(store: RunStore, { claims, handed }: Players): Promise<void> {
  growing(claims.map(({ run, token }) => [run.runId, token]));
  growing(
    handed.map(({ runId, generation, revision, token }) => [`${runId} ${generation} ${revision}`, token]),
  );
  // One key, one message: whatever was handed out under it says the same.
  const said = new Map<string, string>();
  for (const { key, settlement } of handed) {
    expect(said.get(key) ?? settlement.digest).toBe(settlement.digest);
    said.set(key, settlement.digest);
  }
  for (const runId of RUN_IDS) {
    const run = await store.get(runId);
    const messages = await store.deliveriesOf(runId);
    const now = messages.filter(({ generation }) => generation === run?.generation);
    // One settlement at a time stands, and the run says what it says.
    const standing = now.filter(({ state }) => state !== "superseded");
    expect(new Set(standing.map(({ key }) => key)).size).toBe(standing.length);
    const settled = await store.settlementOf(runId);
    expect(now.at(-1)?.settlement).toEqual(settled);
    if (settled !== undefined) {
      expect(run).toMatchObject({ status: "ended", outcome: settled.kind, source: settled.source });
    }
    if (run?.status === "ended" && run.source !== "host") expect(settled).toBeDefined();
  }
}

function growing(tokens: readonly (readonly [string, number])[]): void {
  const last = new Map<string, number>();
  for (const [of, token] of tokens) {
    expect(token).toBeGreaterThan(last.get(of) ?? 0);
    last.set(of, token);
  }
}
