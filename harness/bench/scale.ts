/** How large the files are, and how often everything is repeated. Pure. */

/** A file of a race, and how often everyone reads it. */
export interface RaceSize {
  readonly bytes: number;
  readonly rounds: number;
}

/** How large a race is. */
export interface RaceScale {
  /** From the smallest. */
  readonly sizes: readonly RaceSize[];
  readonly files: number;
  readonly fileBytes: number;
}

/** One size of the bench. Bytes, and counts. */
export interface Scale {
  /** The file that costs are compared to. */
  readonly smallBytes: number;
  readonly middleBytes: number;
  /** The file that must cost no more. */
  readonly largeBytes: number;
  /** The length of the one line that is longer than any that is parsed. */
  readonly lineBytes: number;
  readonly files: number;
  readonly fileBytes: number;
  /** Rounds of a contest; each contender has one go a round. */
  readonly rounds: number;
  /** Judgings of one file timed together: a single one is shorter than the clock's noise. */
  readonly judgings: number;
  /** Child processes whose peak memory is taken, each way. */
  readonly children: number;
  /** Runs that a sweep has to look at, and among how many in all. */
  readonly stale: number;
  readonly registries: readonly [number, number, number];
  /** Runs that sweepers settle against the clock. */
  readonly settlements: number;
  /** How many sweepers do that together; one comes first. */
  readonly crews: readonly number[];
  /** Rounds of the contests over stores. */
  readonly sweeps: number;
  readonly race: RaceScale;
}

const MB = 1_000_000;

/** What the goals are about. */
export const FULL: Scale = {
  smallBytes: MB,
  middleBytes: 100 * MB,
  largeBytes: 1_000 * MB,
  lineBytes: 512 * MB,
  files: 10_000,
  fileBytes: 100_000,
  rounds: 25,
  judgings: 50,
  children: 3,
  stale: 1_000,
  registries: [1_000, 100_000, 1_000_000],
  settlements: 1_000,
  crews: [1, 2, 4],
  sweeps: 5,
  race: {
    sizes: [
      { bytes: MB / 10, rounds: 25 },
      { bytes: 10 * MB, rounds: 11 },
      // Some take most of a minute for each.
      { bytes: 1_000 * MB, rounds: 3 },
    ],
    files: 10_000,
    fileBytes: 100_000,
  },
};

/** The same in a few seconds: to see that it runs. Its numbers say little. */
export const QUICK: Scale = {
  smallBytes: MB,
  middleBytes: 2 * MB,
  largeBytes: 8 * MB,
  lineBytes: 20 * MB,
  files: 60,
  fileBytes: 100_000,
  rounds: 2,
  judgings: 10,
  children: 1,
  stale: 20,
  registries: [20, 200, 2_000],
  settlements: 40,
  crews: [1, 2],
  sweeps: 1,
  race: {
    sizes: [
      { bytes: MB / 10, rounds: 2 },
      { bytes: MB, rounds: 2 },
    ],
    files: 12,
    fileBytes: 20_000,
  },
};

/** The parts of the bench, in order. */
export const PARTS = ["race", "start", "single", "many", "memory", "stores"] as const;
export type Part = (typeof PARTS)[number];

/** Room on the disk that the files of a part need, bytes; with something to spare, since the last turn is whole. */
export function bytesNeeded(part: Part, scale: Scale): number {
  const { smallBytes, middleBytes, largeBytes, lineBytes, files, fileBytes } = scale;
  switch (part) {
    case "race": {
      // In two formats; what was raced over is removed before the next.
      const { sizes, files, fileBytes } = scale.race;
      const largest = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
      return Math.ceil(SPARE * 2 * Math.max(largest, files * fileBytes));
    }
    case "start":
      return Math.ceil(SPARE * fileBytes);
    case "single":
      return Math.ceil(SPARE * 4 * (smallBytes + middleBytes + largeBytes));
    case "many":
      return Math.ceil(SPARE * 2 * files * fileBytes);
    case "memory":
      return Math.ceil(SPARE * (largeBytes + lineBytes));
    case "stores":
      // In two databases.
      return Math.ceil(SPARE * 2 * RUN_BYTES * scale.registries.reduce((sum, runs) => sum + runs));
    default:
      return part satisfies never;
  }
}
const SPARE = 1.2;
/** A run's row with its places in the indexes, and what a database writes beside it (a log), bytes. */
const RUN_BYTES = 1_500;
