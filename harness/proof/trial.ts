/** A subject before each predicate, and what comes of it. */

import { markOf, scoreOf } from "./claim.ts";
import type { Claim, Mark, Score } from "./claim.ts";
import { PREDICATES } from "./predicates.ts";
import type { Predicate } from "./predicates.ts";
import type { Subject } from "./subject.ts";

/** What one predicate said, and whether it is right. */
export interface Finding {
  readonly predicate: Predicate["name"];
  readonly claim: Claim;
  readonly mark: Mark;
}

/** One subject before all predicates. */
export interface Trial {
  readonly subject: Subject;
  readonly findings: readonly Finding[];
}

/** Tries each subject before each predicate, in order. */
export async function tryAll(subjects: readonly Subject[]): Promise<readonly Trial[]> {
  return Promise.all(subjects.map(tryOne));
}

async function tryOne(subject: Subject): Promise<Trial> {
  const findings = PREDICATES.map(async ({ name, claim }) => {
    const said = await claim(subject);
    return { predicate: name, claim: said, mark: markOf(said, subject.truth) };
  });
  return { subject, findings: await Promise.all(findings) };
}

/** The score of each predicate over all trials, in the order of the predicates. */
export function scores(
  trials: readonly Trial[],
): readonly { readonly predicate: Predicate["name"]; readonly score: Score }[] {
  return PREDICATES.map(({ name }) => {
    const findings = trials.flatMap((trial) => trial.findings).filter((one) => one.predicate === name);
    return { predicate: name, score: scoreOf(findings.map((one) => one.mark)) };
  });
}

/** The trials that ours got wrong: there must be none. */
export function wrongOfOurs(trials: readonly Trial[]): readonly Trial[] {
  return trials.filter(({ findings }) =>
    findings.some((one) => one.predicate === "lastword" && one.mark !== "right"),
  );
}
