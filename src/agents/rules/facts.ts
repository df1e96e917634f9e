/** What a rule of the decision table looks at, and what a rule is. Types alone. */

import type { Evidence } from "../evidence.ts";
import type { Policy } from "../policy.ts";
import type { Run } from "../run.ts";
import type { Decision } from "../settlement.ts";

/** What a rule looks at, and all it looks at: no clock, no file. */
export interface Facts {
  readonly run: Run;
  readonly evidence: Evidence;
  readonly policy: Policy;
  /** Unix ms. */
  readonly now: number;
}

/** One row of the decision table; the first whose `decide` answers decides. */
export interface Rule {
  readonly number: number;
  /** What is known, for people. */
  readonly when: string;
  /** The decision where the rule fits, else undefined. */
  readonly decide: (facts: Facts) => Decision | undefined;
}
