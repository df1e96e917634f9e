/** Rule 8: the child waits, and something can still wake it; or it answered, and a descendant is still at work. */

import { beganAt } from "../run.ts";
import { wait } from "./conclusions.ts";
import type { Facts, Rule } from "./facts.ts";

export const waiting: Rule = {
  number: 8,
  when: "the child waits for something that can still wake it",
  decide(facts) {
    const { run, now, policy } = facts;
    const why = whatWakes(facts);
    const deadline = beganAt(run) + policy.parkedMsMax;
    if (why === undefined || !(now < deadline)) return undefined;
    return wait(facts, 8, Math.min(now + policy.recheckMs, deadline), why);
  },
};

/** What the run waits for, for people; undefined where it waits for nothing that could come. */
export function whatWakes({ run, evidence }: Facts): string | undefined {
  const kind = evidence.transcript?.verdict.kind;
  if (kind !== "parked" && kind !== "terminal") return undefined;
  if (evidence.descendantActive) return "A descendant of the run is still active.";
  if (kind === "terminal") return undefined;
  if (run.pauseReason !== undefined) return `The registry paused the run (${run.pauseReason}).`;
  if (run.status === "paused") return "The registry paused the run.";
  return evidence.canBeWoken ? "The child is parked, and something can still wake it." : undefined;
}
