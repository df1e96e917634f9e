/** Rule 10: nothing proves that the run ended well. The error says why, and keeps what was found. */

import { sentenceFor } from "../../transcripts/index.ts";
import { LOST_CONTEXT_ERROR } from "../settlement.ts";
import type { ErrorSettlement, Wait } from "../settlement.ts";
import { failed } from "./conclusions.ts";
import type { Facts } from "./facts.ts";
import { passingRead } from "./passing-read.ts";
import { sentenceOf } from "./sentences.ts";
import { whatWakes } from "./waiting.ts";

export const lost = {
  number: 10,
  when: "nothing else fits",
  decide(facts: Facts): ErrorSettlement | Wait {
    const passing = passingRead(facts);
    if (passing !== undefined) return passing;
    return failed(facts, {
      rule: 10,
      source: "sweeper-lost-context",
      error: LOST_CONTEXT_ERROR,
      ...whyLost(facts),
    });
  },
};

function whyLost(facts: Facts): Pick<ErrorSettlement, "reason" | "explanation"> {
  const { transcript, failures = [] } = facts.evidence;
  const reason = transcript?.verdict.reason;
  const failure = failures[0];
  // Proved by the transcript alone, whatever else could not be read.
  if (reason !== undefined && transcript?.verdict.kind === "unfinished") {
    return { reason, explanation: sentenceFor(reason) };
  }
  if (failure !== undefined) return { reason: failure.reason, explanation: sentenceOf(failure) };
  if (reason === undefined) return { reason: "missing", explanation: sentenceFor("missing") };
  const awaited = whatWakes(facts);
  if (awaited === undefined) return { reason, explanation: sentenceFor(reason) };
  const explanation = `${awaited} It was waited for until the limit from the run's start; its end in time would have been accepted.`;
  return { reason: transcript?.verdict.kind === "terminal" ? "descendant-active" : reason, explanation };
}
