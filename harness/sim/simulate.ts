/** One simulation: a world from a seed, four minutes of faults, then as much quiet as it takes to come to an end. */

import { createCourier, createSweeper } from "../../src/agents/index.ts";
import type { RunStore } from "../../src/agents/index.ts";
import { hostSide } from "../../src/agents/stores/memory/host-side.ts";
import { outbox } from "../../src/agents/stores/memory/outbox.ts";
import { sweeperSide } from "../../src/agents/stores/memory/sweeper-side.ts";
import { Tables } from "../../src/agents/stores/memory/tables.ts";
import { Random } from "../bench/random.ts";
import { Disk } from "./disk.ts";
import { endsIn } from "./ending.ts";
import { NO_FAULTS, someFaults } from "./faults.ts";
import { Invariants } from "./invariants.ts";
import { Line } from "./line.ts";
import { Machine } from "./machine.ts";
import { Scheduler } from "./scheduler.ts";
import { Seen } from "./seen.ts";
import { Parents } from "./sink.ts";
import { Station } from "./station.ts";
import type { Shared } from "./station.ts";
import { installTimers } from "./timers.ts";
import { Trace } from "./trace.ts";
import type { Break } from "./trace.ts";
import { Truth } from "./truth.ts";
import { Watch } from "./watch.ts";
import { Weather } from "./weather.ts";
import type { World } from "./world.ts";

/** What is put to the test: what ships, unless a part of it is replaced to see that it is found out. */
export interface Subject {
  readonly store?: (store: RunStore, tables: Tables) => RunStore;
  readonly createSweeper?: Shared["createSweeper"];
  readonly createCourier?: Shared["createCourier"];
}

/** What one simulation came to. */
export interface Simulated {
  readonly seed: number;
  /** The first invariant that did not hold. */
  readonly broken: Break | undefined;
  readonly steps: number;
  readonly trace: readonly string[];
  /** SHA-256 of the trace, in hex. */
  readonly digest: string;
  readonly seen: Seen;
}

/** How long the faults last, virtual ms. */
const FAULTS_MS = 4 * 60_000;
/** In which time runs are started, virtual ms. */
const LAUNCHES_MS = 100_000;
/** How long it may take to come to an end behind the faults, virtual ms. */
const ENDING_MS_MAX = 6 * 60 * 60_000;
/** A simulation that takes more steps is broken. */
const STEPS_MAX = 50_000;
const LAUNCHES_MAX = 4;
/** How many there are. */
const MACHINES = [1, 1, 2, 2, 3] as const;
/** Clocks of several machines differ by so much from the beginning, ms. */
const SKEW_MS_MAX = 2_000;
/** At the end only time has to pass. */
const ENDING_PACE = 8;

/**
 * Runs one simulation. Nothing in it comes from anywhere but the seed.
 *
 * @param seed a whole number
 */
export async function simulate(seed: number, subject: Subject = {}): Promise<Simulated> {
  const scheduler = new Scheduler();
  const uninstall = installTimers(scheduler);
  const { stackTraceLimit } = Error;
  // Errors by the hundred, and nobody reads where they were made.
  Error.stackTraceLimit = 0;
  try {
    return await new Simulation(seed, scheduler, subject).run();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    uninstall();
  }
}

class Simulation {
  readonly #seed: number;
  readonly #scheduler: Scheduler;
  readonly #world: World;
  readonly #stations: readonly Station[];
  readonly #weather: Weather;
  readonly #watch: Watch;
  readonly #invariants: Invariants;
  readonly #seen = new Seen();
  #steps = 0;
  #latest = 0;

  constructor(seed: number, scheduler: Scheduler, subject: Subject) {
    this.#seed = seed;
    this.#scheduler = scheduler;
    const random = new Random(seed);
    const trace = new Trace(scheduler);
    const faults = someFaults(random);
    const line = new Line(scheduler, random, trace, this.#seen, faults);
    const tables = new Tables();
    const plain = {
      ...hostSide(tables),
      ...sweeperSide(tables),
      ...outbox(tables),
      close: async () => Promise.resolve(),
    };
    const tested = subject.store?.(plain, tables) ?? plain;
    this.#watch = new Watch(this.#seen, trace, tables, faults.twice + faults.answerLost > 0);
    const taken = new Map<string, string>();
    const machines = Array.from(
      { length: random.pick(MACHINES) },
      (_, n) => new Machine(`m${n + 1}`, scheduler, random.whole(-SKEW_MS_MAX, SKEW_MS_MAX)),
    );
    this.#world = {
      scheduler,
      random,
      trace,
      seen: this.#seen,
      line,
      truth: new Truth(),
      machines,
      sharedDisk: new Disk(),
      tables,
      store: this.#watch.over(tested, taken),
      sessionEnds: new Map(),
      pace: 1,
    };
    const shared = {
      watch: this.#watch,
      parents: new Parents(this.#world, taken),
      createSweeper: subject.createSweeper ?? createSweeper,
      createCourier: subject.createCourier ?? createCourier,
    };
    this.#stations = machines.map(
      (machine) => new Station(this.#world, machine, shared, random.next() < 0.4),
    );
    this.#weather = new Weather(this.#world, this.#stations, faults);
    this.#invariants = new Invariants(tables, this.#world.truth, trace, () => this.#latest);
  }

  async run(): Promise<Simulated> {
    const { random, trace } = this.#world;
    const beginning = this.#scheduler.now;
    for (const station of this.#stations) station.keep();
    for (let n = random.whole(2, LAUNCHES_MAX); n > 0; n -= 1) this.#launchLater(`run-${n}`);
    this.#weather.start();
    await this.#until(() => this.#scheduler.now - beginning >= FAULTS_MS);
    this.#quiet();
    const deadline = this.#scheduler.now + ENDING_MS_MAX;
    let open: Break | undefined;
    await this.#until(() => {
      open = endsIn(this.#world, this.#stations);
      return open === undefined || this.#scheduler.now > deadline;
    });
    if (open !== undefined && trace.broken === undefined) trace.breaks(open.invariant, open.detail);
    const { lines, broken } = trace;
    return {
      seed: this.#seed,
      broken,
      steps: this.#steps,
      trace: lines,
      digest: trace.digest(),
      seen: this.#seen,
    };
  }

  /** Step by step, each checked, until something is broken or the time has come. */
  async #until(isOver: () => boolean): Promise<void> {
    const { trace, machines } = this.#world;
    while (trace.broken === undefined && !isOver()) {
      this.#steps += 1;
      if (this.#steps > STEPS_MAX) trace.breaks("it comes to an end", `not within ${STEPS_MAX} steps`);
      await this.#scheduler.step();
      this.#latest = Math.max(this.#latest, ...machines.map(({ clock }) => clock()));
      this.#invariants.check();
    }
  }

  #launchLater(runId: string): void {
    const { random, machines } = this.#world;
    const index = random.whole(0, machines.length - 1);
    this.#scheduler.after(random.next() * LAUNCHES_MS, undefined, () => {
      const gateway = this.#stations[index]?.gateway;
      gateway?.inItsOwn(async () => gateway.launch(runId));
    });
  }

  /** The faults are over: lines are whole, what stood still goes on, clocks are right or stay as wrong as they are. */
  #quiet(): void {
    const { line, machines, random, trace } = this.#world;
    trace.say("chance", "leaves");
    this.#weather.stop();
    line.faults = NO_FAULTS;
    this.#world.pace = ENDING_PACE;
    for (const station of this.#stations) station.endTimed();
    for (const machine of machines) {
      for (const life of machine.lives) life.stalledUntil = 0;
      if (machine.hasJumped && random.next() < 0.4) machine.offsetMs = 0;
    }
  }
}
