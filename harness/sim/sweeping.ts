/** The process under test: the sweeper and the courier that ship, over a store, a disk and a sink that are far away. */

import type {
  Courier,
  CourierOptions,
  RunStore,
  Sweep,
  Sweeper,
  SweeperOptions,
} from "../../src/agents/index.ts";
import type { Failing } from "./line.ts";
import type { Machine } from "./machine.ts";
import { filesOver } from "./reading.ts";
import type { Life } from "./scheduler.ts";
import type { Parents } from "./sink.ts";
import { SHARED_ROOT, chance, diskFor, sleep } from "./world.ts";
import type { World } from "./world.ts";
import type { Watch } from "./watch.ts";

/** Waits that are short, so that much happens in little time. */
const POLICY = { graceMs: 20_000, recheckMs: 15_000, retryMs: 3_000, parkedMsMax: 6 * 60_000 };
/** Between two sweeps and two rounds, ms; each process has a pace of its own. */
const INTERVAL_MS_MIN = 15_000;
const INTERVAL_MS_MAX = 70_000;
const LEASE_MS = 30_000;
const IMPROVE_FOR_MS = 2 * 60 * 60_000;

const SESSIONS_FAIL: Failing = {
  unreachable: () => new Error("the session store is away"),
  busy: () => new Error("the session store is locked"),
};

/** What a process is made of. */
export interface SweepingParts {
  readonly world: World;
  readonly watch: Watch;
  readonly parents: Parents;
  readonly machine: Machine;
  readonly life: Life;
  /** The store, as this process has it. */
  readonly store: RunStore;
  readonly isLive?: SweeperOptions["isLive"];
  readonly createSweeper: (options: SweeperOptions) => Sweeper;
  readonly createCourier: (options: CourierOptions) => Courier;
}

/** Sweeps and delivers until it dies, or is asked to stop. */
export class Sweeping {
  readonly #parts: SweepingParts;
  readonly #sweeper: Sweeper;
  readonly #courier: Courier;
  readonly #intervalMs: number;
  /** It runs on the timers that ship, or else round by round, to see what each says. */
  readonly isTimed: boolean;
  #stopping = false;

  constructor(parts: SweepingParts) {
    this.#parts = parts;
    const { world, watch, parents, machine, life, store, isLive } = parts;
    const { random, line } = world;
    this.#intervalMs = random.whole(INTERVAL_MS_MIN, INTERVAL_MS_MAX);
    this.isTimed = chance(world, 0.3);
    const intervalMs = this.#intervalMs * world.pace;
    const common = {
      clock: machine.clock,
      random: () => random.next(),
      holder: life.name,
      sleep: async (ms: number, signal?: AbortSignal) => this.#sleep(ms, signal),
    };
    this.#sweeper = parts.createSweeper({
      ...common,
      registry: store,
      policy: POLICY,
      quietMs: 10_000,
      intervalMs,
      leaseMs: LEASE_MS,
      improveForMs: IMPROVE_FOR_MS,
      batchMax: random.whole(1, 4),
      runsMax: random.whole(2, 10),
      concurrency: random.whole(1, 3),
      reach: { host: machine.name, sharedRoots: [SHARED_ROOT] },
      files: filesOver({
        line,
        life,
        diskOf: (path) => diskFor(world, machine, path),
        wholeBytesMax: random.pick([1, 400, 64 * 1024]),
        fails: () => chance(world, line.faults.readFails),
      }),
      ...(isLive === undefined ? {} : { isLive }),
      sessionEntry: async ({ childSessionKey }) =>
        line.call(life, `session entry of ${childSessionKey}`, SESSIONS_FAIL, async () => {
          const endedAt = world.sessionEnds.get(childSessionKey);
          return Promise.resolve(endedAt === undefined ? null : { status: "done", endedAt });
        }),
    });
    this.#courier = parts.createCourier({
      ...common,
      outbox: store,
      sink: parents.sinkFor(life, (message) => watch.isHandedTo(life.name, message)),
      intervalMs,
      leaseMs: LEASE_MS,
      timeoutMs: 10_000,
      attemptsMax: 4,
      concurrency: random.whole(1, 3),
      backoff: { baseMs: 1_000, capMs: 60_000 },
    });
  }

  /** Sweeps and delivers, again and again. */
  live(): void {
    if (this.isTimed) {
      this.#sweeper.start();
      this.#courier.start();
    } else {
      void this.#sweep();
      void this.#deliver();
    }
  }

  async #sweep(): Promise<void> {
    const { world, watch, life } = this.#parts;
    while (!this.#stopping) {
      await sleep(world, life, this.#intervalMs * world.pace * (0.5 + world.random.next()));
      const sweep = await this.#sweeper.sweepOnce();
      world.trace.say(life.name, `swept ${inShort(sweep)}`);
      watch.swept(life.name, sweep);
    }
  }

  async #deliver(): Promise<void> {
    const { world, life } = this.#parts;
    while (!this.#stopping) {
      await sleep(world, life, this.#intervalMs * world.pace * (0.5 + world.random.next()));
      await this.#courier.deliverOnce();
    }
  }

  /** Ends as a process does that is asked to. */
  async stop(): Promise<void> {
    const { world, life } = this.#parts;
    this.#stopping = true;
    world.trace.say(life.name, "is asked to stop");
    await Promise.all([this.#sweeper.stop(), this.#courier.stop()]);
    world.line.kill(life);
  }

  async #sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
    const { world, life } = this.#parts;
    return new Promise<void>((resolve) => {
      const end = (): void => {
        signal?.removeEventListener("abort", end);
        resolve();
      };
      world.scheduler.after(ms, life, end);
      signal?.addEventListener("abort", end);
    });
  }
}

function inShort({ runs, improved, failures }: Sweep): string {
  const swept = runs.map(({ run, decision, written }) => {
    const rule = `${decision.kind}/${decision.rule}`;
    return `${run.runId}/${run.generation} ${rule}${written === undefined ? "" : ` ${written.kind}`}`;
  });
  return `[${swept.join(", ")}] improved ${improved.length} failures ${failures.length}`;
}
