/**
 * Evidence to decision: one table, in order; the first rule that fits decides. Pure: the time is passed in. Source:
 * the project's design, "Decision".
 */

import type { Evidence } from "./evidence.ts";
import { withDefaults } from "./policy.ts";
import type { Policy } from "./policy.ts";
import { answered } from "./rules/answered.ts";
import { artifactMissing } from "./rules/artifact-missing.ts";
import { artifactValid } from "./rules/artifact-valid.ts";
import { channelLost } from "./rules/channel-lost.ts";
import type { Rule } from "./rules/facts.ts";
import { killed } from "./rules/killed.ts";
import { leaveAlone } from "./rules/leave-alone.ts";
import { lost } from "./rules/lost.ts";
import { sessionStore } from "./rules/session-store.ts";
import { stillAlive } from "./rules/still-alive.ts";
import { waiting } from "./rules/waiting.ts";
import type { Run } from "./run.ts";
import type { Decision } from "./settlement.ts";

/** The table, in order. The last rule always fits. */
export const rules: readonly Rule[] = [
  leaveAlone,
  killed,
  sessionStore,
  stillAlive,
  artifactValid,
  artifactMissing,
  answered,
  waiting,
  channelLost,
  lost,
];

/**
 * Decides one run.
 *
 * @param run the run, as the registry has it
 * @param evidence what was found of it
 * @param now Unix ms
 * @param policy times and limits; what is not given has its default
 * @throws {RangeError} for a policy that is none; for no run and no evidence
 */
export function decide(run: Run, evidence: Evidence, now: number, policy: Partial<Policy> = {}): Decision {
  const facts = { run, evidence, now, policy: withDefaults(policy) };
  for (const rule of rules) {
    const decision = rule.decide(facts);
    if (decision !== undefined) return decision;
  }
  return lost.decide(facts);
}
