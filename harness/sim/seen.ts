/** What happened in simulations, counted: a simulation that never comes to a thing proves nothing of it. Pure. */

const WHAT = [
  "runs settled ok",
  "runs settled as errors",
  "settlements lost to another",
  "runs put off",
  "claims taken from one who died or slept",
  "errors upgraded",
  "errors corrected",
  "messages delivered",
  "messages told twice",
  "messages given up",
  "processes that died",
  "processes that stood still",
  "clocks that were set",
  "machines that lost power",
  "runs removed",
  "helpers started",
  "sessions gone on in",
  "children woken",
  "children sent back to work",
  "children cut off",
  "requests or answers lost",
  "calls done twice",
] as const;

/** A thing that is counted. */
export type What = (typeof WHAT)[number];

/** Counts of all things. */
export class Seen {
  readonly #counts = new Map<What, number>(WHAT.map((what) => [what, 0]));

  /** One more, or as many as are said. */
  count(what: What, times = 1): void {
    this.#counts.set(what, this.of(what) + times);
  }

  of(what: What): number {
    return this.#counts.get(what) ?? 0;
  }

  /** What never happened. */
  neverSeen(): readonly What[] {
    return WHAT.filter((what) => this.of(what) === 0);
  }

  /** Takes in what another simulation has seen. */
  add(other: Seen): void {
    for (const [what, times] of other.#counts) this.count(what, times);
  }

  /** For people, a line each. */
  toString(): string {
    return [...this.#counts].map(([what, times]) => `  ${String(times).padStart(9)} ${what}\n`).join("");
  }
}
