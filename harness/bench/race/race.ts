/**
 * The race: the same files, read by this project, by other projects' readers, and by what one would write oneself, in
 * turn and in one process. Who tells how a run ended must tell it right. Ratios go round by round.
 */

import { escapeText } from "../../../src/cli/escape.ts";
import type { Judging } from "../build.ts";
import type { Scale } from "../scale.ts";
import { sizeName } from "../single.ts";
import type { Workshop } from "../workshop.ts";
import { agree } from "./agree.ts";
import { RACE_ENDINGS, makeFiles } from "./files.ts";
import type { Lap } from "./lap.ts";
import { raceAgain } from "./over-again.ts";
import { raceMany } from "./over-many.ts";
import { raceOne } from "./over-one.ts";
import { oursInAll, plainWays } from "./ours.ts";
import { RACE_FORMATS } from "./way.ts";
import type { PeerFinder, Way } from "./way.ts";

const PROBE = { count: RACE_ENDINGS.length, bytesMin: 20_000 };

/** What a race found. */
export interface Race {
  readonly laps: readonly Lap[];
  /** Which packages the peers are of. */
  readonly peers: readonly string[];
}

/** Who else races, and who is told of those who do not. */
export interface RacePeers {
  readonly finders: readonly PeerFinder[];
  readonly skip: (why: string) => void;
}

/**
 * Races.
 *
 * @param peers.skip is told why a peer does not take part
 * @param say is told what begins: the larger files take minutes
 * @throws {Disagreement} where a way tells of a file what is not so
 */
export async function measureRace(
  judging: Judging,
  scale: Scale,
  workshop: Workshop,
  { finders, skip }: RacePeers,
  say: (what: string) => Promise<unknown>,
): Promise<Race> {
  const ways: Way[] = [...oursInAll(judging), ...plainWays(judging)];
  const peers: string[] = [];
  for (const find of finders) {
    const peer = await find();
    if (peer.kind === "skipped") {
      skip(escapeText(peer.why));
      continue;
    }
    ways.push(...peer.ways);
    peers.push(peer.from);
  }
  // Every kind of ending first, on small files: a wrong word shall not come out behind a gigabyte.
  for (const format of RACE_FORMATS) {
    const probes = makeFiles(workshop, "race-probes", format, PROBE);
    for (const way of ways.filter((each) => each.format === format)) await agree(way, probes);
  }
  workshop.drop("race-probes");
  const laps: Lap[] = [];
  for (const size of scale.race.sizes) {
    await say(sizeName(size.bytes));
    laps.push(...(await raceOne(ways, size, workshop)));
  }
  await say("many files");
  laps.push(...(await raceMany(ways, scale.race, workshop)));
  await say("one record more, again and again");
  laps.push(...(await raceAgain(ways, scale.race, workshop)));
  return { laps, peers };
}
