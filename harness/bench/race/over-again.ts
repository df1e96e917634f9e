/**
 * What it costs to follow a file as it grows: one record more, and another look. Each way is compared with itself on
 * the smallest file: what reads the end alone costs the same at every size.
 */

import { ratio } from "../contest.ts";
import type { RaceScale } from "../scale.ts";
import { sizeName } from "../single.ts";
import type { Workshop } from "../workshop.ts";
import { Appender } from "./append.ts";
import { makeFiles } from "./files.ts";
import { hold } from "./go.ts";
import type { Lap } from "./lap.ts";
import type { Way } from "./way.ts";

const FOLDER = "race-again";

/** Looks again and again, at all sizes in turn, by everyone who stays in this process. */
export async function raceAgain(
  ways: readonly Way[],
  { sizes }: RaceScale,
  workshop: Workshop,
): Promise<readonly Lap[]> {
  const followers = ways.filter(
    ({ format, elsewhereMs }) => format === "openclaw" && elsewhereMs === undefined,
  );
  const grown = sizes.map(({ bytes }) => {
    const plan = { count: 1, bytesMin: bytes };
    const files = makeFiles(workshop, `${FOLDER}-${bytes}`, "openclaw", plan);
    const appenders = files.map(({ path }) => new Appender(path));
    const before = (): void => {
      for (const appender of appenders) appender.append();
    };
    return { bytes, files, before };
  });
  const able = (way: Way, bytes: number): boolean => way.limit === undefined || bytes <= way.limit.bytesMax;
  const key = (way: Way, bytes: number): string => `${way.name} ${bytes}`;
  const starters = followers.flatMap((way) =>
    grown
      .filter(({ bytes }) => able(way, bytes))
      .map(({ bytes, files, before }) => ({ way, files, before, as: key(way, bytes) })),
  );
  // As few as the largest file can stand.
  const times = await hold(starters, Math.min(...sizes.map(({ rounds }) => rounds)));
  for (const { bytes } of grown) workshop.drop(`${FOLDER}-${bytes}`);
  const smallest = grown[0]?.bytes ?? 0;
  return followers.flatMap((way) =>
    grown.slice(1).map(({ bytes }): Lap => {
      const lap = { task: "again", files: sizeName(bytes), way: way.name } as const;
      if (way.limit !== undefined && !able(way, bytes)) {
        return { ...lap, found: { kind: "left-out", why: way.limit.why } };
      }
      const measured = ratio(times, key(way, bytes), key(way, smallest));
      return { ...lap, found: { kind: "measured", measured, unit: "x" } };
    }),
  );
}
