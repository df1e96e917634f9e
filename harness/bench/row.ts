/** One measurement beside its goal. Pure. */

import type { Spread } from "./contest.ts";

/** In what something is measured. */
export type Unit = "x" | "GB/s" | "MiB" | "us" | "/s";

/** What a measurement must be. */
export type Goal = { readonly atMost: number } | { readonly atLeast: number };

/** One line of the bench's table. */
export interface Row {
  readonly part: string;
  readonly what: string;
  readonly measured: Spread;
  readonly unit: Unit;
  /** Absent where a number only helps to read the others. */
  readonly goal?: Goal;
}

/** Whether the goal was met; undefined where there is none. */
export function isMet({ measured, goal }: Row): boolean | undefined {
  if (goal === undefined) return undefined;
  return "atMost" in goal ? measured.median <= goal.atMost : measured.median >= goal.atLeast;
}
