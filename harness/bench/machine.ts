/** What the bench ran on, and when: numbers without it are worth nothing. */

import { cpus, totalmem, type } from "node:os";
import process from "node:process";

/** A machine and a day. */
export interface Machine {
  readonly cpus: number;
  readonly cpu: string;
  readonly memoryGib: number;
  readonly system: string;
  readonly node: string;
  /** The day, as `2026-11-01`. */
  readonly date: string;
}

/** @param now Unix ms */
export function machineAt(now: number): Machine {
  const all = cpus();
  return {
    cpus: all.length,
    cpu: all[0]?.model.trim() ?? "unknown",
    memoryGib: Math.round(totalmem() / 1024 ** 3),
    system: type(),
    node: process.version,
    date: new Date(now).toISOString().slice(0, 10),
  };
}

/** In one line. */
export function machineText({ cpus, cpu, memoryGib, system, node, date }: Machine): string {
  return `${cpus} CPUs (${cpu}), ${memoryGib} GiB, ${system}, Node ${node}, ${date}`;
}
