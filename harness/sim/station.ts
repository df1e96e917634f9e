/** What runs on one machine: its host, with a sweeper inside, and perhaps a sweeper beside it. Started again when dead. */

import type { RunStore } from "../../src/agents/index.ts";
import { Gateway } from "./gateway.ts";
import type { Machine } from "./machine.ts";
import { Life } from "./scheduler.ts";
import { storeOver } from "./store-line.ts";
import { Sweeping } from "./sweeping.ts";
import type { SweepingParts } from "./sweeping.ts";
import type { World } from "./world.ts";

/** What every process of a simulation is made of. */
export type Shared = Pick<SweepingParts, "watch" | "parents" | "createSweeper" | "createCourier">;

/** How long it takes until somebody starts a dead process again, ms. */
const RESTART_MS_MAX = 60_000;

interface Running {
  readonly life: Life;
  readonly sweeping: Sweeping;
}

/** One machine's processes. */
export class Station {
  readonly machine: Machine;
  /** The host, as long as it lives. */
  gateway: Gateway | undefined;
  readonly #world: World;
  readonly #shared: Shared;
  readonly #hasSecond: boolean;
  #second: Running | undefined;
  readonly #running: Running[] = [];
  #started = 0;

  constructor(world: World, machine: Machine, shared: Shared, hasSecond: boolean) {
    this.#world = world;
    this.machine = machine;
    this.#shared = shared;
    this.#hasSecond = hasSecond;
  }

  /** Starts what does not run, and looks again in a while. */
  keep(): void {
    if (this.gateway?.life.alive !== true) this.#startGateway();
    if (this.#hasSecond && this.#second?.life.alive !== true) this.#startSecond();
    const { scheduler, random } = this.#world;
    scheduler.after(random.next() * RESTART_MS_MAX, undefined, () => this.keep());
  }

  /** Asks the sweeper beside the host to stop. */
  readonly stopOne = (): void => {
    const second = this.#second;
    if (second?.life.alive !== true) return;
    this.#world.scheduler.after(0, second.life, () => void second.sweeping.stop());
  };

  /** Ends what keeps its own time, so that it starts again at the world's pace. */
  endTimed(): void {
    for (const { life, sweeping } of this.#running) if (sweeping.isTimed) this.#world.line.kill(life);
  }

  #startGateway(): void {
    const [life, store] = this.#process("host");
    const gateway = new Gateway(this.#world, this.machine, life, store);
    this.gateway = gateway;
    const sweeping = this.#sweeping(life, store, gateway);
    this.#world.scheduler.after(0, life, () => {
      void gateway.live();
      sweeping.live();
    });
  }

  #startSecond(): void {
    const [life, store] = this.#process("sweeper");
    const sweeping = this.#sweeping(life, store);
    this.#second = { life, sweeping };
    this.#world.scheduler.after(0, life, () => {
      sweeping.live();
    });
  }

  #process(kind: string): readonly [Life, RunStore] {
    this.#started += 1;
    const life = new Life(`${this.machine.name}.${kind}.${this.#started}`);
    this.machine.lives.push(life);
    this.#world.trace.say(life.name, "starts");
    return [life, storeOver(this.#world.line, life, this.#world.store)];
  }

  #sweeping(life: Life, store: RunStore, gateway?: Gateway): Sweeping {
    const { machine } = this;
    const world = this.#world;
    const live = gateway === undefined ? {} : { isLive: gateway.isLive };
    const sweeping = new Sweeping({ ...this.#shared, world, machine, life, store, ...live });
    this.#running.push({ life, sweeping });
    return sweeping;
  }
}
