/** The parents' end: takes messages and honours their keys, in its own time and with its own failures. */

import type { Delivery, Sink, SinkAnswer } from "../../src/agents/index.ts";
import type { Failing } from "./line.ts";
import type { Life } from "./scheduler.ts";
import { chance } from "./world.ts";
import type { World } from "./world.ts";

const SINK_FAILS: Failing = {
  unreachable: () => new Error("the receiver hung up"),
  busy: () => new Error("the receiver is busy"),
};

/** What parents were told. One for all processes. */
export class Parents {
  /** By key: the digest of the settlement that was taken under it. */
  readonly #taken: Map<string, string>;
  readonly #world: World;

  constructor(world: World, taken: Map<string, string>) {
    this.#world = world;
    this.#taken = taken;
  }

  /** The way there, for one process. */
  sinkFor(life: Life, isHolder: (message: Delivery) => boolean): Sink {
    const { line, trace } = this.#world;
    return {
      name: "parents",
      deliver: async (message) => {
        if (!isHolder(message)) {
          trace.breaks("handed on by its holder alone", `${life.name} has no ${message.key}`);
        }
        return line.call(life, `deliver ${message.key}`, SINK_FAILS, async () => this.#take(message));
      },
    };
  }

  async #take(message: Delivery): Promise<SinkAnswer> {
    const { line, random } = this.#world;
    if (!chance(this.#world, line.faults.sinkFails)) return this.#keep(message);
    switch (random.pick(["failed", "later", "throws", "silent", "taken and silent", "refused"] as const)) {
      case "failed":
        return { kind: "failed", error: "not now" };
      case "later":
        return { kind: "failed", error: "not now", retryAfterMs: 30_000 };
      case "throws":
        throw new Error("the receiver threw");
      case "silent":
        return new Promise<never>(saysNothing);
      case "taken and silent":
        this.#keep(message);
        return new Promise<never>(saysNothing);
      default:
        return chance(this.#world, 0.5)
          ? { kind: "refused", error: "never" }
          : { kind: "failed", error: "no" };
    }
  }

  /** Takes it, if it did not before. */
  #keep({ key, settlement }: Delivery): SinkAnswer {
    const before = this.#taken.get(key);
    if (before === undefined) this.#taken.set(key, settlement.digest);
    else if (before === settlement.digest) this.#world.seen.count("messages told twice");
    else this.#world.trace.breaks("one message under one key", `${key} came with another settlement`);
    return { kind: "delivered" };
  }
}

function saysNothing(): void {
  // On purpose: the courier has to get over it.
}
