/**
 * Whose turn it is in a sweep that does not take all: first the runs that had none yet. Without that, the oldest
 * runs of a registry, alive or parked for days, would keep every younger one from ever being looked at.
 */

import type { Run } from "./run.ts";

/** Runs remembered as having had their turn; with more than that a new round begins. */
const HAD_MAX = 100_000;

/** The turns of one sweeper. */
export class Turns {
  readonly #runsMax: number;
  #had = new Set<string>();

  /** @param runsMax how many runs one sweep takes */
  constructor(runsMax: number) {
    this.#runsMax = runsMax;
  }

  /** How many runs to list: those that had their turn, and as many more as a sweep takes. */
  get limit(): number {
    return this.#runsMax + this.#had.size;
  }

  /** The runs whose turn it is, out of those listed; each keeps its place among its like. */
  take(listed: readonly Run[]): readonly Run[] {
    const waited = listed.filter((run) => !this.#had.has(keyOf(run)));
    const had = listed.filter((run) => this.#had.has(keyOf(run)));
    // With room left for those who had their turn, everybody has had one: a new round.
    const newRound = waited.length < this.#runsMax || had.length > HAD_MAX;
    const taken = (newRound && waited.length === 0 ? listed : [...waited, ...had]).slice(0, this.#runsMax);
    this.#had = new Set([...(newRound ? [] : had), ...taken].map(keyOf));
    return taken;
  }
}

function keyOf({ runId, generation }: Run): string {
  return `${generation} ${runId}`;
}
