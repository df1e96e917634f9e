/** Rule 2: somebody ended the run on purpose. An answer that came all the same is salvage: one story, not two. */

import { failed } from "./conclusions.ts";
import type { Rule } from "./facts.ts";
import { passingRead } from "./passing-read.ts";

export const killed: Rule = {
  number: 2,
  when: "the run was killed on purpose",
  decide(facts) {
    if (facts.run.killedAt === undefined) return undefined;
    const passing = passingRead(facts, "transcript");
    if (passing !== undefined) return passing;
    return failed(facts, {
      rule: 2,
      source: "sweeper-killed",
      error: "subagent run was killed",
      reason: "killed",
      explanation: "The run was ended on purpose; what it had said is kept as salvage.",
    });
  },
};
