/**
 * Rule 4: the child is alive, or may be. A Stop hook can reopen a turn a moment after its answer was written; until
 * its feedback is on disk nothing tells the two apart, so a file that has just changed is waited for.
 */

import { beganAt } from "../run.ts";
import { wait } from "./conclusions.ts";
import type { Facts, Rule } from "./facts.ts";

export const stillAlive: Rule = {
  number: 4,
  when: "the child is alive, or its transcript changed a moment ago",
  decide(facts) {
    const { evidence, now, policy } = facts;
    if (evidence.childAlive) {
      return wait(facts, 4, now + policy.recheckMs, "The child is alive; what it wrote so far is advisory.");
    }
    if (evidence.transcript?.grew === true) {
      return wait(facts, 4, now + policy.quietMs, "The transcript grew while it was read; the child writes.");
    }
    const changedAt = changedJustNow(facts);
    if (changedAt === undefined) return undefined;
    const until = Math.min(changedAt, now) + policy.quietMs;
    return wait(
      facts,
      4,
      until,
      "The transcript changed a moment ago; a Stop hook may still reopen the turn.",
    );
  },
};

function changedJustNow({ run, evidence, now, policy }: Facts): number | undefined {
  const modifiedAt = evidence.transcript?.modifiedAt;
  if (modifiedAt === undefined || !(now - modifiedAt < policy.quietMs)) return undefined;
  // A time ahead of this clock comes from another clock, or from a copy. It holds a run up, but not for ever.
  if (modifiedAt > now && !(now < beganAt(run) + policy.parkedMsMax)) return undefined;
  return modifiedAt;
}
