/**
 * A read that failed for now is waited for, so often, before anything is settled without it: an answer that one busy
 * moment hides must not be lost for good. Rule 10 asks it of every failure; rules 2 and 3, which need no transcript
 * to decide, ask it for the text alone.
 */

import { stopAheadOf } from "../events/ahead.ts";
import type { ReadFailure } from "../evidence.ts";
import type { Wait } from "../settlement.ts";
import { wait } from "./conclusions.ts";
import type { Facts } from "./facts.ts";
import { sentenceOf } from "./sentences.ts";

/** The wait for a read that may succeed a moment later; undefined where there is none, or it was tried often enough. */
export function passingRead(facts: Facts, of?: ReadFailure["source"]): Wait | undefined {
  const { run, evidence, now, policy } = facts;
  const passing = evidence.failures?.find(
    ({ source, transient }) => transient && (of === undefined || source === of),
  );
  const why = passing === undefined ? rowsMissing(facts) : sentenceOf(passing);
  if (why === undefined || (run.readFailures ?? 0) >= policy.readTriesMax) return undefined;
  return wait(facts, 10, now + policy.retryMs, `${why} It is tried again.`);
}

/** The session said that it stopped, and its last rows were not in the file: the first look may have come too soon. */
function rowsMissing({ evidence: { transcript, channel } }: Facts): string | undefined {
  return stopAheadOf(transcript?.verdict, channel) === undefined
    ? undefined
    : "A Stop is newer than the transcript's end.";
}
