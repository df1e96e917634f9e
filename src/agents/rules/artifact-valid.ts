/**
 * Rule 5: the child left the result that it was told to leave: this attempt's, and valid. It stands above whatever the
 * transcript says; where that says something else, the decision tells. A critical escalation inside it is for a human.
 */

import { ok, pause } from "./conclusions.ts";
import type { Rule } from "./facts.ts";

export const artifactValid: Rule = {
  number: 5,
  when: "the declared result is this attempt's, and valid",
  decide(facts) {
    const { artifact, transcript } = facts.evidence;
    if (artifact?.critical !== undefined) {
      const explanation = `The result holds a critical escalation, and a human must look at it (${artifact.critical}).`;
      return pause(facts, { rule: 5, blame: "critical-escalation", explanation });
    }
    if (artifact?.state !== "valid") return undefined;
    const kind = transcript?.verdict.kind;
    const conflict =
      kind === "unfinished" || kind === "parked"
        ? ` The transcript says otherwise (${kind}, ${transcript?.verdict.reason ?? ""}); the result is the stronger contract.`
        : "";
    return ok(facts, {
      rule: 5,
      source: "artifact-recovered",
      text: JSON.stringify(artifact.value),
      path: artifact.path,
      explanation: `The run lost its context, and left a valid result.${conflict}`,
    });
  },
};
