/** Verdicts first: a way that tells something else than what the file was made to say has no place in a race. */

import type { RaceFile } from "./files.ts";
import type { Way } from "./way.ts";

/** A way told something else than it must. */
export class Disagreement extends Error {
  override readonly name = "Disagreement";
}

/**
 * Lets a way read files, and holds what it tells against what is so.
 *
 * @throws {Disagreement} with the first file where they differ, or where a way has not as much to tell as there are files
 */
export async function agree(way: Way, files: readonly RaceFile[]): Promise<void> {
  const told = await way.read(files.map(({ path }) => path));
  if (told.length !== files.length) {
    throw new Disagreement(`${way.name} was given ${files.length} files, and told of ${told.length}`);
  }
  for (const [index, { path, answered }] of files.entries()) {
    if (told[index] === undefined || told[index] === answered) continue;
    throw new Disagreement(
      `${way.name} says that ${path} ended ${told[index] ? "with an answer" : "without one"}, and it is not so`,
    );
  }
}
