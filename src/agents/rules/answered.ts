/** Rule 7: the transcript proves a final answer, and nobody below the run is still at work on it. */

import { ok } from "./conclusions.ts";
import type { Rule } from "./facts.ts";

export const answered: Rule = {
  number: 7,
  when: "the transcript ends in a final answer, and no descendant is active",
  decide(facts) {
    const { transcript, descendantActive, failures = [] } = facts.evidence;
    if (transcript?.verdict.kind !== "terminal" || descendantActive) return undefined;
    // What could not be read might have said otherwise.
    if (failures.length > 0) return undefined;
    return ok(facts, {
      rule: 7,
      source: "sweeper-lost-context-recovered",
      text: transcript.verdict.text,
      explanation: "The run lost its context, and its transcript ends in a final answer.",
    });
  },
};
