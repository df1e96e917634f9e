/** Rule 3: the session store settled this run, at or after its start. It is believed, whatever the transcript says. */

import type { SessionCompletion } from "../sources/session-entry.ts";
import { failed, ok } from "./conclusions.ts";
import type { Rule } from "./facts.ts";
import { passingRead } from "./passing-read.ts";

export const sessionStore: Rule = {
  number: 3,
  when: "the session store settled this run",
  decide(facts) {
    const { completion, transcript } = facts.evidence;
    if (completion === undefined) return undefined;
    // The store has no words; those of the transcript are worth another try.
    const passing = passingRead(facts, "transcript");
    if (passing !== undefined) return passing;
    const source = "sweeper-session-completion";
    const ended = `the session store says that the run ended ${howEnded(completion)}`;
    const sentence = `${ended.charAt(0).toUpperCase()}${ended.slice(1)}`;
    if (completion.outcome !== "ok") {
      const reason = completion.outcome === "timeout" ? "session-timeout" : `session-${completion.status}`;
      return failed(facts, { rule: 3, source, error: ended, reason, explanation: `${sentence}.` });
    }
    const verdict = transcript?.verdict;
    if (verdict?.kind === "terminal") {
      return ok(facts, { rule: 3, source, text: verdict.text, explanation: `${sentence}.` });
    }
    const why = verdict === undefined ? "no transcript was read" : `its transcript says ${verdict.reason}`;
    const explanation = `${sentence}; the words of its answer are not known: ${why}.`;
    return ok(facts, { rule: 3, source, text: undefined, explanation });
  },
};

function howEnded({ status, endedAt }: SessionCompletion): string {
  const date = new Date(endedAt);
  const when = Number.isNaN(date.getTime()) ? "" : ` at ${date.toISOString()}`;
  return `${status === "" ? "" : `with status ${status}`}${when}`.trim();
}
