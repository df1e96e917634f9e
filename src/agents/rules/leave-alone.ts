/**
 * Rule 1: queued, live, owned, young, or already ended. It looks at the registry's row and at `live` alone: what
 * it leaves alone costs no read.
 */

import { beganAt } from "../run.ts";
import type { Decision } from "../settlement.ts";
import { leave, wait } from "./conclusions.ts";
import type { Facts, Rule } from "./facts.ts";

export const leaveAlone: Rule = {
  number: 1,
  when: "the run is queued, live, owned, within its grace, or already ended",
  decide(facts) {
    const { run, evidence } = facts;
    if (run.status === "ended") return leave(1, "The run has already ended.");
    if (run.status === "queued") return leave(1, "The run is queued: it has not started, whatever its age.");
    if (evidence.live) return leave(1, "The run has a live context.");
    if (isHeld(facts)) return leave(1, "Another process owns the run, and showed life.");
    return withinGrace(facts);
  },
};

function isHeld({ run, now, policy }: Facts): boolean {
  const heartbeat = run.owner?.heartbeatAt;
  if (heartbeat === undefined || !(now - heartbeat < policy.heartbeatMs)) return false;
  // A time far ahead of this clock is another clock's, or nobody's. It holds a run, but not for ever.
  return heartbeat - now < policy.heartbeatMs || now < beganAt(run) + policy.parkedMsMax;
}

function withinGrace(facts: Facts): Decision | undefined {
  const { run, now, policy } = facts;
  // What was ended on purpose is not about to show life.
  if (run.killedAt !== undefined) return undefined;
  const graceUntil = Math.max(beganAt(run), run.restoredAt ?? 0) + policy.graceMs;
  if (!(now < graceUntil)) return undefined;
  // A start ahead of this clock must not make one long wait.
  const until = Math.min(graceUntil, now + policy.graceMs);
  return wait(facts, 1, until, "The run, or the registry that holds it, has only just started.");
}
