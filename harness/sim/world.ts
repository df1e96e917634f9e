/** Everything that one simulation is made of, in one place for its parts to find each other. */

import type { RunStore } from "../../src/agents/run-store.ts";
import type { Tables } from "../../src/agents/stores/memory/tables.ts";
import type { Random } from "../bench/random.ts";
import type { Disk } from "./disk.ts";
import type { Line } from "./line.ts";
import type { Machine } from "./machine.ts";
import type { Life, Scheduler } from "./scheduler.ts";
import type { Seen } from "./seen.ts";
import type { Trace } from "./trace.ts";
import type { Truth } from "./truth.ts";

/** A simulation's parts. */
export interface World {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly trace: Trace;
  readonly seen: Seen;
  readonly line: Line;
  readonly truth: Truth;
  readonly machines: readonly Machine[];
  /** What all machines share. */
  readonly sharedDisk: Disk;
  /** The store's insides, to look into and never to write. */
  readonly tables: Tables;
  /** The store as the server has it, watched. */
  readonly store: RunStore;
  /** What the session store has on a child's session key: the time of its end. */
  readonly sessionEnds: Map<string, number>;
  /** How much slower every loop goes: at the end, when only time has to pass. */
  pace: number;
}

/** Transcripts whose paths begin so lie on the disk that all machines share. */
export const SHARED_ROOT = "/shared";

/** Waits as one who may die meanwhile. */
export async function sleep({ scheduler }: World, life: Life, ms: number): Promise<void> {
  return new Promise<void>((resolve) => {
    scheduler.after(ms, life, resolve);
  });
}

/** True as often as is said. */
export function chance({ random }: World, probability: number): boolean {
  return random.next() < probability;
}

/** The disk on which a machine finds a path. */
export function diskFor(world: World, machine: Machine, path: string): Disk {
  return path.startsWith(`${SHARED_ROOT}/`) ? world.sharedDisk : machine.disk;
}
