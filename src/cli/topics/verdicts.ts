/** The topics `verdicts` and `reasons`: what can be said of a run, in the words of the predicate. */

import { kindOf, reasons, sentenceFor } from "../../transcripts/index.ts";
import type { Kind } from "../../transcripts/index.ts";
import { lines, paragraph, terms } from "./topic.ts";
import type { Term, Topic } from "./topic.ts";

/** What each kind of verdict means; README.md and docs/verdicts.md say the same. */
export const KIND_MEANINGS: Readonly<Record<Kind, string>> = {
  terminal: "the child's last word, proved",
  parked: "alive by intent: a yield, or its own background work",
  unfinished: "it did not finish, proved",
  indeterminate: "this record cannot prove either",
};

const KINDS: readonly Term[] = Object.entries(KIND_MEANINGS);

export const verdictsTopic: Topic = {
  name: "verdicts",
  summary: "the four kinds of verdict, and the two rules over them",
  blocks: () => [
    paragraph("A verdict is about one run, and says what its transcript proves. It is one of these:"),
    terms(KINDS),
    paragraph(
      "Two rules stand over everything. Never a false ok: a run is terminal only where the record proves it. " +
        "Nothing is lost: every refusal keeps its reason, the place that decided, and the last visible text as " +
        "salvage, which is never called a result.",
    ),
    paragraph(
      "Each verdict has a reason code (lastword help reasons). To see which record decided, and why:",
    ),
    lines("$ lastword explain child.jsonl"),
  ],
};

export const reasonsTopic: Topic = {
  name: "reasons",
  summary: "every reason code, and what would have been accepted",
  blocks: () => [
    ...KINDS.flatMap(([kind, meaning]) => [
      paragraph(`${kind}: ${meaning}`),
      terms(
        reasons.filter((reason) => kindOf(reason) === kind).map((reason) => [reason, sentenceFor(reason)]),
      ),
    ]),
    paragraph("To see only the runs with one of them:"),
    lines("$ lastword check PATH --reason open-tool-call"),
  ],
};
