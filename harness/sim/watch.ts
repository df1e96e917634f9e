/**
 * Looks on as the store answers: what it hands out, and to whom; what it lets be settled, and by whom. It keeps books
 * of its own, so that a store that forgets a fence or a lease is found out by what it did.
 */

import type { Claim, Delivery, Run, RunStore, Sweep } from "../../src/agents/index.ts";
import { LEASE_MS_MAX } from "../../src/agents/stores/limits.ts";
import type { Tables } from "../../src/agents/stores/memory/tables.ts";
import type { Seen } from "./seen.ts";
import type { Trace } from "./trace.ts";
import { SHARED_ROOT } from "./world.ts";

/** The books. */
export class Watch {
  readonly #seen: Seen;
  readonly #trace: Trace;
  readonly #tables: Tables;
  /** Whether an answer may get lost: then a process may hold what it has not heard of. */
  readonly #mayLoseAnswers: boolean;
  /** How often each run went into other hands: of a claim, a host, or nobody's. */
  readonly #hands = new Map<string, number>();
  /** What that count was when a token was given. */
  readonly #claims = new Map<string, number>();
  readonly #settled = new Set<string>();
  /** Who was handed which settlement of which run. */
  readonly #handed = new Set<string>();

  constructor(seen: Seen, trace: Trace, tables: Tables, mayLoseAnswers: boolean) {
    this.#seen = seen;
    this.#trace = trace;
    this.#tables = tables;
    this.#mayLoseAnswers = mayLoseAnswers;
  }

  /** The store, looked on at. */
  over(store: RunStore, taken: ReadonlyMap<string, string>): RunStore {
    return {
      ...store,
      add: async (run) => {
        const answer = await store.add(run);
        if (answer.kind === "added") this.#passes(run.runId);
        return answer;
      },
      update: async (seen, changes) => {
        const answer = await store.update(seen, changes);
        if (answer.kind === "updated") this.#passes(seen.runId);
        return answer;
      },
      heartbeat: async (seen, at) => {
        const answer = await store.heartbeat(seen, at);
        if (answer.kind === "updated") this.#passes(seen.runId);
        return answer;
      },
      claim: async (query) => {
        const before = new Map([...this.#tables.runs].map(([runId, { lease }]) => [runId, lease]));
        const claims = await store.claim(query);
        for (const claim of claims) {
          const until = before.get(claim.run.runId)?.until ?? 0;
          if (until > 0) this.#seen.count("claims taken from one who died or slept");
          if (!isOver(until, query.now)) {
            this.#trace.breaks("claimed by one at a time", `${claim.run.runId} was held`);
          }
          if (!isReached(claim.run, query.holder)) {
            this.#trace.breaks("claimed where it can be read", `${claim.run.runId} by ${query.holder}`);
          }
          this.#claims.set(tokenOf(claim), this.#passes(claim.run.runId));
        }
        return claims;
      },
      release: async (claim) => {
        const answer = await store.release(claim);
        if (answer.kind === "done") this.#letGo(claim, "released");
        return answer;
      },
      defer: async (claim, deferral) => {
        const answer = await store.defer(claim, deferral);
        if (answer.kind === "done") this.#letGo(claim, "deferred");
        if (answer.kind === "done") this.#seen.count("runs put off");
        return answer;
      },
      renew: async (claim, times) => {
        const answer = await store.renew(claim, times);
        if (answer.kind === "held" && !this.#isHeld(claim)) {
          this.#trace.breaks("renewed by its holder", tokenOf(claim));
        }
        return answer;
      },
      settle: async (request) => {
        const answer = await store.settle(request);
        if (answer.kind !== "settled") {
          this.#seen.count("settlements lost to another");
          return answer;
        }
        const { runId, generation, token, settlement } = request;
        this.#seen.count(settlement.kind === "ok" ? "runs settled ok" : "runs settled as errors");
        const key = `${runId}/${generation}`;
        if (this.#settled.has(key)) this.#trace.breaks("settled at most once", key);
        this.#settled.add(key);
        if (token === undefined) this.#trace.breaks("settled under a claim", key);
        else if (!this.#isHeld({ run: answer.run, token })) {
          this.#trace.breaks("settled by who holds it", `${key} under ${token}, which was over`);
        }
        this.#passes(runId);
        return answer;
      },
      improve: async (request) => {
        const answer = await store.improve(request);
        if (answer.kind === "upgraded") this.#seen.count("errors upgraded");
        if (answer.kind === "corrected") this.#seen.count("errors corrected");
        return answer;
      },
      claimDeliveries: async (query) => {
        const inHand = new Map(this.#tables.allMessages().map((row) => [messageOf(row), row.lease]));
        const handed = await store.claimDeliveries(query);
        for (const message of handed) {
          const until = inHand.get(messageOf(message))?.until ?? 0;
          if (!isOver(until, query.now)) {
            this.#trace.breaks("handed out to one at a time", `${message.key} was in somebody's hand`);
          }
        }
        for (const message of handed) this.#handed.add(`${query.holder} ${messageOf(message)}`);
        return handed;
      },
      delivered: async (message, at) => {
        const answer = await store.delivered(message, at);
        if (answer.kind !== "delivered") return answer;
        this.#seen.count("messages delivered");
        if (taken.get(message.key) !== message.settlement.digest) {
          this.#trace.breaks("delivered where a sink took it", `${message.key} was never taken so`);
        }
        return answer;
      },
      prune: async (query) => {
        const count = await store.prune(query);
        this.#seen.count("runs removed", count);
        return count;
      },
      failed: async (message, failure) => {
        const answer = await store.failed(message, failure);
        if (answer.kind === "dead") this.#seen.count("messages given up");
        return answer;
      },
    };
  }

  /** Whether a process was handed this message at some time: late is no mistake, never is. */
  isHandedTo(holder: string, message: Delivery): boolean {
    return this.#handed.has(`${holder} ${messageOf(message)}`);
  }

  /** A sweep is over: what it says it settled is settled so, and nothing is left in its hands, unless something failed. */
  swept(holder: string, { runs, failures }: Sweep): void {
    for (const { run, decision, written } of runs) {
      const isPruned = this.#tables.runs.get(run.runId)?.run.generation !== run.generation;
      if (written?.kind !== "settled" || !("digest" in decision) || isPruned) continue;
      const isKept = this.#tables
        .messagesOf(run.runId)
        .some((row) => row.generation === run.generation && row.settlement.digest === decision.digest);
      if (!isKept) this.#trace.breaks("settled as the sweeper says", `${run.runId}/${run.generation}`);
    }
    if (failures.length > 0 || this.#mayLoseAnswers) return;
    for (const { run, lease } of this.#tables.runs.values()) {
      if (lease?.holder !== holder) continue;
      this.#trace.breaks("let go of at a sweep's end", `${run.runId} is still in the hands of ${holder}`);
    }
  }

  #passes(runId: string): number {
    const hands = (this.#hands.get(runId) ?? 0) + 1;
    this.#hands.set(runId, hands);
    return hands;
  }

  #letGo(claim: Claim, how: string): void {
    if (!this.#isHeld(claim)) this.#trace.breaks("let go of by its holder", `${tokenOf(claim)} ${how}`);
    this.#passes(claim.run.runId);
  }

  #isHeld(claim: Pick<Claim, "run" | "token">): boolean {
    return this.#claims.get(tokenOf(claim)) === this.#hands.get(claim.run.runId);
  }
}

function tokenOf({ run, token }: Pick<Claim, "run" | "token">): string {
  return `${run.runId}/${run.generation} ${token}`;
}

/** Whether a lease is over: at its end, or at once where no right clock can have given it. */
function isOver(until: number, now: number): boolean {
  return until <= now || until > now + LEASE_MS_MAX;
}

function messageOf({
  runId,
  generation,
  revision,
}: Pick<Delivery, "runId" | "generation" | "revision">): string {
  return `${runId}/${generation}/${revision}`;
}

/** Whether a transcript lies where this process can read it: processes have their machine's name in theirs. */
function isReached({ host, transcript }: Run, holder: string): boolean {
  return holder.startsWith(`${host}.`) || transcript?.startsWith(`${SHARED_ROOT}/`) === true;
}
