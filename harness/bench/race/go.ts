/** A way's go in a contest: swept up before, long enough to be timed, and compared round by round. */

import { contest, processorMs, ratio, spreadOf } from "../contest.ts";
import type { Contender, Times } from "../contest.ts";
import { collectGarbage } from "../garbage.ts";
import { agree } from "./agree.ts";
import type { RaceFile } from "./files.ts";
import type { Lap } from "./lap.ts";
import type { RaceFormat, Way } from "./way.ts";

/** A go shorter than this, processor ms, is repeated: a single one is shorter than the clock's noise. */
const GO_MS_MIN = 5;
const REPEATS_MAX = 100;
/** A first go as slow as this, processor ms, is followed by none that is too short. */
const FIRST_GO_MS_MAX = 50;

/** The first way of a format is the one that the others of it are measured by. */
export function baseOf(ways: readonly Way[], format: RaceFormat): Way {
  const base = ways.find((way) => way.format === format);
  if (base === undefined) throw new RangeError(`nobody reads ${format}`);
  return base;
}

/** A way on its way into a contest. */
export interface Starter {
  readonly way: Way;
  readonly files: readonly RaceFile[];
  /** Its name in the contest; the way's own where there is none. */
  readonly as?: string;
  /** Done before each go. */
  readonly before?: () => void;
}

/**
 * Holds a contest of ways. Each is first held against what is so, which also warms files and code.
 *
 * @throws {Disagreement} where a way tells of a file what is not so
 */
export async function hold(starters: readonly Starter[], rounds: number): Promise<Times<string>> {
  const contenders: Contender<string>[] = [];
  for (const starter of starters) contenders.push(await contender(starter));
  return contest(contenders, rounds, processorMs, 0);
}

async function contender({ way, files, as, before }: Starter): Promise<Contender<string>> {
  const start = processorMs();
  await agree(way, files);
  const paths = files.map(({ path }) => path);
  // The first go is the slowest: a second one tells better how often to repeat.
  let tookMs = processorMs() - start + (way.elsewhereMs?.() ?? 0);
  if (tookMs < FIRST_GO_MS_MAX) {
    const again = processorMs();
    await way.read(paths);
    tookMs = processorMs() - again + (way.elsewhereMs?.() ?? 0);
  }
  return {
    name: as ?? way.name,
    repeats: Math.min(REPEATS_MAX, Math.max(1, Math.ceil(GO_MS_MIN / tookMs))),
    prepare: () => {
      before?.();
      collectGarbage();
    },
    run: async () => way.read(paths),
    ...(way.elsewhereMs === undefined ? {} : { elsewhereMs: way.elsewhereMs }),
  };
}

/** How the ways did: the first of a format in absolute time for one file, the others in times of that. */
export function lapsOf(
  times: Times<string>,
  ways: readonly Way[],
  files: string,
  count: number,
): readonly Lap[] {
  return ways.map((way) => {
    const base = baseOf(ways, way.format);
    const found =
      way === base
        ? { measured: spreadOf(times.get(way.name) ?? [], (ms) => (ms * 1_000) / count), unit: "us" as const }
        : { measured: ratio(times, way.name, base.name), unit: "x" as const };
    return { task: "read", files, way: way.name, found: { kind: "measured", ...found } };
  });
}
