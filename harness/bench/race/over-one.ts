/** The race over one file that ends with an answer. */

import type { RaceSize } from "../scale.ts";
import { sizeName } from "../single.ts";
import type { Workshop } from "../workshop.ts";
import { makeFiles } from "./files.ts";
import { hold, lapsOf } from "./go.ts";
import type { Lap } from "./lap.ts";
import { RACE_FORMATS } from "./way.ts";
import type { Way } from "./way.ts";

const FOLDER = "race-one";

/** Races. Who cannot read so large a file is left out, with the reason. */
export async function raceOne(
  ways: readonly Way[],
  { bytes, rounds }: RaceSize,
  workshop: Workshop,
): Promise<readonly Lap[]> {
  const name = sizeName(bytes);
  const files = new Map(
    RACE_FORMATS.map((format) => [
      format,
      makeFiles(workshop, FOLDER, format, { count: 1, bytesMin: bytes }),
    ]),
  );
  const able = ways.filter(({ limit }) => limit === undefined || bytes <= limit.bytesMax);
  const starters = able.map((way) => ({ way, files: files.get(way.format) ?? [] }));
  const laps = lapsOf(await hold(starters, rounds), able, name, 1);
  workshop.drop(FOLDER);
  return [...laps, ...ways.flatMap((way) => leftOut(way, bytes, name))];
}

/** Why a way is not there, if it is not. */
function leftOut({ name, limit }: Way, bytes: number, files: string): readonly Lap[] {
  return limit === undefined || bytes <= limit.bytesMax
    ? []
    : [{ task: "read", files, way: name, found: { kind: "left-out", why: limit.why } }];
}
