/**
 * Rule 4: the child is alive, or may be. Its channel may be ahead of its transcript: then the last rows are not on disk. A Stop hook can reopen a turn a moment after its answer was written; until
 * its feedback is on disk nothing tells the two apart, so a file that has just changed is waited for.
 */

import { rowsAwaited, stopAheadOf } from "../events/ahead.ts";
import { beganAt } from "../run.ts";
import { wait } from "./conclusions.ts";
import type { Facts, Rule } from "./facts.ts";
import type { Wait } from "../settlement.ts";

export const stillAlive: Rule = {
  number: 4,
  when: "the child is alive, or its transcript changed a moment ago, or is behind its hook events",
  decide(facts) {
    const { evidence, now, policy } = facts;
    if (evidence.childAlive) {
      return wait(facts, 4, now + policy.recheckMs, "The child is alive; what it wrote so far is advisory.");
    }
    if (evidence.transcript?.grew === true) {
      return wait(facts, 4, now + policy.quietMs, "The transcript grew while it was read; the child writes.");
    }
    const changedAt = changedJustNow(facts);
    if (changedAt === undefined) return behindItsEvents(facts);
    const until = Math.min(changedAt, now) + policy.quietMs;
    return wait(
      facts,
      4,
      until,
      "The transcript changed a moment ago; a Stop hook may still reopen the turn.",
    );
  },
};

function behindItsEvents(facts: Facts): Wait | undefined {
  const { evidence, now } = facts;
  const at = stopAheadOf(evidence.transcript?.verdict, evidence.channel);
  const until = at === undefined ? undefined : rowsAwaited(at, now);
  if (until === undefined) return undefined;
  return wait(
    facts,
    4,
    until,
    "A Stop is newer than the transcript's end; the last rows may be on their way.",
  );
}

function changedJustNow({ run, evidence, now, policy }: Facts): number | undefined {
  const modifiedAt = evidence.transcript?.modifiedAt;
  if (modifiedAt === undefined || !(now - modifiedAt < policy.quietMs)) return undefined;
  // A time far ahead of this clock comes from another clock, or from a copy. It holds a run up, but not for ever. A
  // little ahead is a file that changed while the evidence was gathered; the clock soon passes it.
  if (modifiedAt > now + policy.answerMsMax && !(now < beganAt(run) + policy.parkedMsMax)) return undefined;
  return modifiedAt;
}
