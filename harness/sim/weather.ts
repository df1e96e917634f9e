/** What happens to machines and processes from outside, and what hosts and people do in between: by chance. */

import type { Faults } from "./faults.ts";
import type { Failing } from "./line.ts";
import type { Machine } from "./machine.ts";
import type { Station } from "./station.ts";
import { chance, sleep } from "./world.ts";
import { Life } from "./scheduler.ts";
import type { World } from "./world.ts";

/** How often chance has its turn. */
const TURN_MS = 20_000;
/** The longest that anything stands still. */
const STALL_MS_MAX = 3 * 60_000;
/** How far a clock is set, mostly, and at the farthest: behind and ahead of any lease that may be. */
const JUMP_MS = 10 * 60_000;
const JUMP_MS_MAX = 150 * 60_000;

/** Runs that ended longer ago than this may be removed. */
const PRUNE_MS = 60_000;
const OPERATOR_FAILS: Failing = {
  unreachable: () => new Error("the store is away"),
  busy: () => new Error("the store is locked"),
};

/** Drives chance until it is told that the faults are over. */
export class Weather {
  readonly #world: World;
  readonly #stations: readonly Station[];
  readonly #faults: Faults;
  readonly #life = new Life("chance");
  /** A person with the command line. */
  readonly #operator = new Life("operator");
  #followUps = 0;

  constructor(world: World, stations: readonly Station[], faults: Faults) {
    this.#world = world;
    this.#stations = stations;
    this.#faults = faults;
  }

  /** Starts. */
  start(): void {
    this.#world.scheduler.after(0, this.#life, () => void this.#blow());
  }

  /** No more faults, and nobody does anything any more. */
  stop(): void {
    this.#life.alive = false;
    this.#operator.alive = false;
  }

  async #blow(): Promise<void> {
    for (;;) {
      await sleep(this.#world, this.#life, TURN_MS);
      for (const station of this.#stations) {
        this.#disturb(station.machine);
        for (const life of station.machine.lives) if (life.alive) this.#disturbProcess(life, station);
        this.#act(station);
      }
      this.#actByHand();
    }
  }

  /** True as often in a turn as is said of a minute. */
  #happens(aMinute: number): boolean {
    return chance(this.#world, (aMinute * TURN_MS) / 60_000);
  }

  #disturb(machine: Machine): void {
    const { random, trace, scheduler, line, seen } = this.#world;
    if (this.#happens(this.#faults.powerLost)) {
      trace.say(machine.name, "loses its power");
      seen.count("machines that lost power");
      for (const life of machine.lives) line.kill(life);
      machine.disk.losePower(
        scheduler.now,
        () => random.next(),
        () => random.next() < 0.3,
      );
      for (const { run } of machine.sessions) this.#world.truth.of(run).spoiled = true;
    }
    if (machine.isDelicate) return;
    if (this.#happens(this.#faults.clockJumps)) {
      const most = chance(this.#world, 0.2) ? JUMP_MS_MAX : JUMP_MS;
      machine.offsetMs = Math.round((random.next() * 2 - 1) * most);
      machine.hasJumped = true;
      seen.count("clocks that were set");
      trace.say(machine.name, `has its clock set to ${machine.offsetMs} ms ahead`);
    }
    if (this.#happens(this.#faults.stalls / 2)) {
      trace.say(machine.name, "is suspended");
      const ms = random.next() * STALL_MS_MAX;
      for (const life of machine.lives.filter(({ alive }) => alive)) line.stall(life, ms);
    }
  }

  #disturbProcess(life: Life, { machine }: Station): void {
    const { random, line } = this.#world;
    if (this.#happens(this.#faults.kills)) line.kill(life);
    else if (!machine.reopening.has(life) && this.#happens(this.#faults.stalls)) {
      line.stall(life, random.next() * STALL_MS_MAX);
    }
  }

  /** What hosts do. */
  #act({ machine, gateway, stopOne }: Station): void {
    const { random } = this.#world;
    if (gateway?.life.alive !== true) return;
    const [held] = gateway.held;
    if (held !== undefined && this.#happens(0.08)) gateway.inItsOwn(async () => gateway.kill(held));
    if (held !== undefined && this.#happens(0.6)) gateway.lose(held);
    if (this.#happens(0.05)) stopOne();
    const session = machine.sessions.length === 0 ? undefined : random.pick(machine.sessions);
    if (session === undefined || !this.#happens(0.5)) return;
    const isFollowUp = random.next() < 0.4;
    if (isFollowUp) this.#followUps += 1;
    const asRun = isFollowUp ? `${session.run.runId}-then-${this.#followUps}` : undefined;
    gateway.inItsOwn(async () => gateway.again(session, asRun));
  }

  /** What people do. */
  #actByHand(): void {
    const { random, tables, store, line, scheduler } = this.#world;
    const told = [...tables.messages.keys()];
    if (told.length === 0 || !this.#happens(0.2)) return;
    const runId = random.pick(told);
    const call = (what: string, work: () => Promise<unknown>): void => {
      void line.call(this.#operator, what, OPERATOR_FAILS, work).catch(() => undefined);
    };
    const { now } = scheduler;
    const what = random.pick(["retry", "dismiss", "prune"] as const);
    if (what === "prune") call(what, async () => store.prune({ endedBefore: now - PRUNE_MS, limit: 2 }));
    else call(`${what} ${runId}`, async () => store[what](runId, now));
  }
}
