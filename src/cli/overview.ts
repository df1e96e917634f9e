/** `lastword` alone: what became of the agents' runs on this machine, at a glance. */

import { paletteFor } from "./colour.ts";
import { EXIT_DONE, EXIT_NOT_DONE, EXIT_USAGE } from "./exit-codes.ts";
import type { Io } from "./io.ts";
import { judgeFile } from "./judge-path.ts";
import { gather } from "./overview/gather.ts";
import type { AgentTranscript, JudgedTranscript } from "./overview/gather.ts";
import { numbersOf } from "./overview/numbers.ts";
import { nothingText, overviewText, troublesText } from "./overview/text.ts";
import { isUnread } from "./phrases.ts";
import { Progress } from "./progress.ts";

/** Of so many that could not be read the trouble is told. */
const TROUBLES_MAX = 10;

/**
 * Looks into the agents' own folders, judges what is there, and prints what came of it.
 *
 * @returns the exit code: 0 where transcripts were found and judged, 1 where there are none, 2 where some could not
 *   be read
 */
export async function overview(io: Io): Promise<number> {
  const { stdout, stderr, env, now } = io;
  const { folders, transcripts, closed } = await gather(env);
  if (transcripts.length === 0 && closed.length === 0) {
    await stdout.write(nothingText(folders, stdout.columns));
    return EXIT_NOT_DONE;
  }
  const judged = await judgeWithProgress(transcripts, io);
  const numbers = numbersOf(judged);
  const view = { columns: stdout.columns, palette: paletteFor(stdout, env), now: now() };
  await stdout.write(await overviewText(numbers, view));
  const troubles = [...closed, ...judged.filter(({ judgement }) => isUnread(judgement))];
  await stderr.write(troublesText(troubles.slice(0, TROUBLES_MAX)));
  return troubles.length > 0 ? EXIT_USAGE : EXIT_DONE;
}

async function judgeWithProgress(
  transcripts: readonly AgentTranscript[],
  { stderr, now }: Io,
): Promise<readonly JudgedTranscript[]> {
  const progress = new Progress(stderr, "transcripts judged", now);
  const judged: JudgedTranscript[] = [];
  for await (const one of progress.over(transcripts)) {
    judged.push(slim({ ...one, judgement: judgeFile(one.path, {}) }));
  }
  return judged;
}

/** Without its texts: ten thousand answers need not be held to count them. */
function slim(one: JudgedTranscript): JudgedTranscript {
  const { judgement } = one;
  if (judgement.kind === "terminal") return { ...one, judgement: { ...judgement, text: "" } };
  const { salvage, ...rest } = judgement;
  return salvage === undefined ? one : { ...one, judgement: rest };
}
