/**
 * Timing against each other: everyone has a go in each round, so that a busy moment of the machine hits all alike.
 * What counts is the processor's time that this process took, all its threads together. On a quiet machine the clock
 * says the same; on a busy one it says more of a long go than of a short one, for only long ones are interrupted.
 */

import process from "node:process";

/** Something to time. */
export interface Contender<Name extends string> {
  readonly name: Name;
  readonly run: () => unknown;
  /** Done before each go, and not timed. */
  readonly prepare?: () => unknown;
  /** A go lasts at least so long, ms, with as many runs as that needs; the time is that of one. Default 0: one run. */
  readonly goMsMin?: number;
  /** What the last run took that the clock does not see, ms: another process's time. */
  readonly elsewhereMs?: () => number;
}

/** Says how much time has gone by, ms. */
export type Clock = () => number;

/** The processor's time that this process took. */
export const processorMs: Clock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** The clock's: for what other processes do. */
export const wallMs: Clock = () => performance.now();

/** The times of each contender, one a round, ms. */
export type Times<Name extends string> = ReadonlyMap<Name, readonly number[]>;

/**
 * Holds a contest.
 *
 * @param uncounted so many rounds are run first: code is compiled and files are warm behind them
 * @returns for each contender its time in each round, in order
 */
export async function contest<Name extends string>(
  contenders: readonly Contender<Name>[],
  rounds: number,
  clock: Clock = processorMs,
  uncounted = 1,
): Promise<Times<Name>> {
  const times = new Map<Name, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = -uncounted; round < rounds; round += 1) {
    // Everyone goes first in some round.
    const turn = Math.max(round, 0) % contenders.length;
    for (const contender of [...contenders.slice(turn), ...contenders.slice(0, turn)]) {
      await contender.prepare?.();
      const time = await timeOf(contender, clock);
      if (round >= 0) times.get(contender.name)?.push(time);
    }
  }
  return times;
}

/** One go. The clock is read after one run, two more, four more: reading it takes as long as a short run does. */
async function timeOf({ run, goMsMin = 0, elsewhereMs }: Contender<string>, clock: Clock): Promise<number> {
  const start = clock();
  let [elsewhere, done] = [0, 0];
  for (let batch = 1; ; batch *= 2) {
    for (let left = batch; left > 0; left -= 1) {
      // One after the other is the point.
      await run();
      elsewhere += elsewhereMs?.() ?? 0;
    }
    done += batch;
    const took = clock() - start + elsewhere;
    if (took >= goMsMin) return took / done;
  }
}

/** A middle value, and the range that half of the values lie in. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** How much longer one takes than another, round by round. */
export function ratio<Name extends string>(times: Times<Name>, name: Name, to: Name): Spread {
  const base = times.get(to) ?? [];
  return spreadOf((times.get(name) ?? []).map((time, round) => time / (base[round] ?? Number.NaN)));
}

/** The spread of some values, each put through a conversion. */
export function spreadOf(
  values: readonly number[],
  convert: (value: number) => number = (value) => value,
): Spread {
  const sorted = values.map(convert).toSorted((a, b) => a - b);
  return { median: at(sorted, 0.5), low: at(sorted, 0.25), high: at(sorted, 0.75) };
}

function at(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)] ?? Number.NaN, sorted[Math.ceil(place)] ?? Number.NaN];
  return low + (high - low) * (place - Math.floor(place));
}
