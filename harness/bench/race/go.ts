/** A way's go in a contest: swept up before, long enough to be timed, and compared round by round. */

import { contest, processorMs, ratio, spreadOf } from "../contest.ts";
import type { Contender, Times } from "../contest.ts";
import { collectGarbage } from "../garbage.ts";
import { agree } from "./agree.ts";
import type { RaceFile } from "./files.ts";
import type { Lap } from "./lap.ts";
import type { RaceFormat, Way } from "./way.ts";

/** A go lasts at least so long, processor ms: a single short one is shorter than the clock's noise. */
const GO_MS_MIN = 20;
/** Who is quicker than a go runs so long before each, processor ms, until it is warm: who judges for a living is. */
const WARM_MS = 100;
/** Who reads so much leaves much behind, bytes; it is swept up, and everyone's compiled code with it. */
const SWEPT_BYTES_MIN = 50_000_000;

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
 * Holds a contest of ways. What each tells is held against what is so, every time.
 *
 * @throws {Disagreement} where a way tells of a file what is not so
 */
export async function hold(starters: readonly Starter[], rounds: number): Promise<Times<string>> {
  const largest = starters.flatMap(({ files }) => files.map(({ bytes }) => bytes));
  const swept = Math.max(...largest) >= SWEPT_BYTES_MIN;
  return contest(
    starters.map((starter) => contender(starter, swept)),
    rounds,
    processorMs,
    0,
  );
}

function contender({ way, files, as, before }: Starter, swept: boolean): Contender<string> {
  let runs = 0;
  const run = async (): Promise<void> => {
    runs += 1;
    await agree(way, files);
  };
  const warm = async (): Promise<void> => {
    for (const start = processorMs(); processorMs() - start < WARM_MS;) await agree(way, files);
  };
  return {
    name: as ?? way.name,
    run,
    goMsMin: GO_MS_MIN,
    prepare: async () => {
      before?.();
      if (swept) collectGarbage();
      // Where one run filled the last go, one more is no warmer.
      if (runs > 1) await warm();
      runs = 0;
    },
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
