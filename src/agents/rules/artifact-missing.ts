/**
 * Rule 6: a result that the run must leave is not there, or is not good. Words about it never stand in for it. What is
 * said is what was found: "failed validation" only where a validator ran.
 */

import { artifactWords } from "../artifact/words.ts";
import { failed, wait } from "./conclusions.ts";
import type { Rule } from "./facts.ts";

export const artifactMissing: Rule = {
  number: 6,
  when: "a required result is missing, stale, foreign or invalid",
  decide(facts) {
    const { artifact } = facts.evidence;
    if (artifact === undefined || artifact.state === "valid") return undefined;
    const words = artifactWords(artifact);
    if (artifact.settlesAt !== undefined && facts.now < artifact.settlesAt) {
      return wait(facts, 6, artifact.settlesAt, `A result may still be on its way; ${words}.`);
    }
    if (!artifact.required) return undefined;
    return failed(facts, {
      rule: 6,
      source: "sweeper-lost-context",
      error: `the run must leave a result; ${words}`,
      reason: `artifact-${artifact.state}`,
      explanation: `The run must leave a result; ${words}.`,
    });
  },
};
