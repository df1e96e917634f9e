/**
 * Evidence to decision: one table, in order; the first rule that fits decides. Pure: the time is passed in. Source:
 * the project's design, "Decision". Rules 5, 6 and 9 need a result artifact or an event channel, and come with them.
 */

import type { Evidence } from "./evidence.ts";
import { withDefaults } from "./policy.ts";
import type { Policy } from "./policy.ts";
import { resultFrom } from "./result.ts";
import { beganAt } from "./run.ts";
import type { Run } from "./run.ts";
import { LOST_CONTEXT_ERROR, digestOf } from "./settlement.ts";
import type { Decision, ErrorSettlement, OkSettlement, Wait } from "./settlement.ts";
import { sentenceFor } from "../transcripts/index.ts";

/** What a rule looks at. */
export interface Facts {
  readonly run: Run;
  readonly evidence: Evidence;
  readonly policy: Policy;
  /** Unix ms. */
  readonly now: number;
}

/** One row of the table. */
export interface Rule {
  readonly number: number;
  /** What is known, for people. */
  readonly when: string;
  /** The decision where the rule fits, else undefined. */
  readonly decide: (facts: Facts) => Decision | undefined;
}

/** The table, in order. */
export const rules: readonly Rule[] = [
  {
    number: 1,
    when: "the run is queued, live, owned, within its grace, or already ended",
    decide: leaveAlone,
  },
  { number: 2, when: "the run was killed on purpose", decide: killed },
  { number: 3, when: "the session store settled this run", decide: settledByStore },
  { number: 4, when: "the child is alive, or its transcript changed a moment ago", decide: stillAlive },
  { number: 7, when: "the transcript ends in a final answer, and no descendant is active", decide: answered },
  { number: 8, when: "the child waits for something that can still wake it", decide: waiting },
  { number: 10, when: "nothing else fits", decide: lost },
];

/**
 * Decides one run.
 *
 * @param run the run, as the registry has it
 * @param evidence what was found of it
 * @param now Unix ms
 * @param policy times and limits; what is not given has its default
 */
export function decide(run: Run, evidence: Evidence, now: number, policy: Partial<Policy> = {}): Decision {
  const facts = { run, evidence, now, policy: withDefaults(policy) };
  for (const rule of rules) {
    const decision = rule.decide(facts);
    if (decision !== undefined) return decision;
  }
  return lost(facts);
}

function leaveAlone({ run, evidence, now, policy }: Facts): Decision | undefined {
  const leave = (explanation: string): Decision => ({ kind: "leave", rule: 1, explanation });
  if (run.status === "ended") return leave("The run has already ended.");
  if (run.status === "queued") return leave("The run is queued: it has not started, whatever its age.");
  if (evidence.live) return leave("The run has a live context.");
  const heartbeat = run.owner?.heartbeatAt;
  if (heartbeat !== undefined && now - heartbeat < policy.heartbeatMs) {
    return leave("Another process owns the run, and showed life.");
  }
  if (run.killedAt !== undefined) return undefined;
  const graceUntil = Math.max(beganAt(run), run.restoredAt ?? 0) + policy.graceMs;
  return now < graceUntil
    ? wait(1, graceUntil, "The run, or the registry that holds it, has only just started.")
    : undefined;
}

function killed(facts: Facts): Decision | undefined {
  if (facts.run.killedAt === undefined) return undefined;
  return failed(
    facts,
    { rule: 2, source: "sweeper-killed", error: "subagent run was killed", reason: "killed" },
    "The run was ended on purpose; what it had said is kept as salvage.",
  );
}

function settledByStore(facts: Facts): Decision | undefined {
  const { completion, transcript } = facts.evidence;
  if (completion === undefined) return undefined;
  const source = "sweeper-session-completion";
  const at = new Date(completion.endedAt).toISOString();
  if (completion.outcome === "ok") {
    const text = transcript?.verdict.kind === "terminal" ? transcript.verdict.text : undefined;
    return ok(facts, 3, source, text, `The session store says that the run was done at ${at}.`);
  }
  const reason = completion.outcome === "timeout" ? "session-timeout" : `session-${completion.status}`;
  const error = `the session store says that the run ended with status ${completion.status} at ${at}`;
  return failed(
    facts,
    { rule: 3, source, error, reason },
    `${error[0]?.toUpperCase() ?? ""}${error.slice(1)}.`,
  );
}

function stillAlive({ evidence, now, policy }: Facts): Decision | undefined {
  if (evidence.childAlive) {
    return wait(4, now + policy.recheckMs, "The child is alive; what it wrote so far is advisory.");
  }
  const modifiedAt = evidence.transcript?.modifiedAt;
  if (modifiedAt === undefined || now - modifiedAt >= policy.quietMs) return undefined;
  // A clock that is ahead must not make a wait without end.
  const until = Math.min(modifiedAt, now) + policy.quietMs;
  return wait(4, until, "The transcript changed a moment ago; a Stop hook may still reopen the turn.");
}

function answered(facts: Facts): Decision | undefined {
  const verdict = facts.evidence.transcript?.verdict;
  if (verdict?.kind !== "terminal" || facts.evidence.descendantActive) return undefined;
  return ok(
    facts,
    7,
    "sweeper-lost-context-recovered",
    verdict.text,
    "The run lost its context, and its transcript ends in a final answer.",
  );
}

function waiting({ run, evidence, now, policy }: Facts): Decision | undefined {
  const kind = evidence.transcript?.verdict.kind;
  const deadline = beganAt(run) + policy.parkedMsMax;
  if ((kind !== "parked" && kind !== "terminal") || now >= deadline) return undefined;
  const woken =
    evidence.descendantActive ||
    (kind === "parked" && (run.status === "paused" || run.pauseReason !== undefined || evidence.canBeWoken));
  if (!woken) return undefined;
  const why = evidence.descendantActive
    ? "A descendant of the run is still active."
    : "The child is parked, and something can still wake it.";
  return wait(8, Math.min(now + policy.recheckMs, deadline), why);
}

function lost(facts: Facts): Decision {
  const { run, evidence, now, policy } = facts;
  const { failure, transcript } = evidence;
  if (failure?.transient === true && (run.readFailures ?? 0) < policy.readTriesMax) {
    return wait(10, now + policy.retryMs, `The transcript could not be read just now: ${failure.detail}`);
  }
  const reason = transcript?.verdict.reason ?? failure?.reason ?? "missing";
  const sentence = failure === undefined ? sentenceFor(reason) : `${sentenceFor(reason)} (${failure.detail})`;
  return failed(
    facts,
    { rule: 10, source: "sweeper-lost-context", error: LOST_CONTEXT_ERROR, reason },
    sentence,
  );
}

function wait(rule: number, until: number, explanation: string): Wait {
  return { kind: "wait", rule, until, explanation };
}

function ok(
  facts: Facts,
  rule: number,
  source: OkSettlement["source"],
  text: string | undefined,
  explanation: string,
): OkSettlement {
  const { evidence, policy } = facts;
  const result = resultFrom(text, evidence.transcript?.path, policy.resultBytesMax);
  return { kind: "ok", rule, source, explanation, result, evidence, digest: digestOf(evidence) };
}

function failed(
  facts: Facts,
  what: Pick<ErrorSettlement, "rule" | "source" | "error" | "reason">,
  explanation: string,
): ErrorSettlement {
  const { evidence } = facts;
  const verdict = evidence.transcript?.verdict;
  const salvage = verdict?.kind === "terminal" ? verdict.text : verdict?.salvage?.text;
  return {
    kind: "error",
    ...what,
    explanation,
    ...(salvage === undefined ? {} : { salvage }),
    evidence,
    digest: digestOf(evidence),
  };
}
