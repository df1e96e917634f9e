/** The proof as data, for `--json`. Pure. */

import type { Claim } from "./claim.ts";
import type { Incident } from "./incident.ts";
import type { Predicate } from "./predicates.ts";
import type { Swept } from "./sweep.ts";
import { scores, wrongOfOurs } from "./trial.ts";
import type { Finding, Trial } from "./trial.ts";

/** The whole proof. */
export function dataOf(
  situations: readonly Trial[],
  swept: readonly Swept[],
  fixtures: readonly Trial[],
  incident: Incident,
): object {
  const all = [...situations, ...fixtures];
  return {
    holds: wrongOfOurs(all).length === 0 && incident.holds,
    situations: situations.map((trial, index) => ({ ...trialData(trial), ...sweptData(swept[index]) })),
    fixtures: fixtures.map(trialData),
    incident,
    summary: Object.fromEntries(scores(all).map(({ predicate, score }) => [predicate, score])),
  };
}

/** One of the user's own files. */
export function ownData(path: string, claims: readonly Pick<Finding, "predicate" | "claim">[]): object {
  return { path, claims: byName(claims) };
}

function trialData({ subject, findings }: Trial): object {
  const marks = Object.fromEntries(findings.map(({ predicate, mark }) => [predicate, mark]));
  return { name: subject.name, group: subject.group, truth: subject.truth, claims: byName(findings), marks };
}

/** What the session store's entry settled, and how the registry holds the run now. */
function sweptData(swept: Swept | undefined): object {
  if (swept === undefined) return {};
  const { status, outcome, source } = swept.run;
  return { trigger: swept.trigger, run: { status, outcome, source } };
}

function byName(
  claims: readonly { readonly predicate: Predicate["name"]; readonly claim: Claim }[],
): Readonly<Record<string, Claim>> {
  return Object.fromEntries(claims.map(({ predicate, claim }) => [predicate, claim]));
}
