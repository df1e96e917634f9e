/** The race over thousands of files, with every kind of ending. */

import type { RaceScale } from "../scale.ts";
import { sizeName } from "../single.ts";
import type { Workshop } from "../workshop.ts";
import { makeFiles } from "./files.ts";
import { hold, lapsOf } from "./go.ts";
import type { Lap } from "./lap.ts";
import { RACE_FORMATS } from "./way.ts";
import type { Way } from "./way.ts";

const FOLDER = "race-many";
/** Everyone takes so many files at a time: enough that starting a program is little beside reading them. */
const SLICE = 100;

/** Races. Every slice of the files is a round. */
export async function raceMany(
  ways: readonly Way[],
  { files: count, fileBytes: bytesMin }: RaceScale,
  workshop: Workshop,
): Promise<readonly Lap[]> {
  const files = new Map(
    RACE_FORMATS.map((format) => [format, makeFiles(workshop, FOLDER, format, { count, bytesMin })]),
  );
  const total = new Map<string, number[]>(ways.map(({ name }) => [name, []]));
  for (let start = 0; start < count; start += SLICE) {
    const starters = ways.map((way) => ({
      way,
      files: (files.get(way.format) ?? []).slice(start, start + SLICE),
    }));
    const share = Math.min(SLICE, count - start);
    for (const [name, times] of await hold(starters, 1)) {
      total.get(name)?.push(...times.map((ms) => ms / share));
    }
  }
  workshop.drop(FOLDER);
  return lapsOf(total, ways, `${count.toLocaleString("en")} x ${sizeName(bytesMin)}`, 1);
}
