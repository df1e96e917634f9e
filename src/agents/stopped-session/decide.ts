/**
 * Evidence of a stopped session to a decision: asks the questions, and says what the answer comes to. Pure.
 */

import { artifactWords } from "../artifact/words.ts";
import { stopAheadOf } from "../events/ahead.ts";
import { guardRun } from "../events/guard.ts";
import type { RunAction } from "../events/guard.ts";
import { quoted } from "../events/relay-findings.ts";
import type { Route, StoppedDecision, StoppedSalvage } from "./decision.ts";
import type { StoppedEvidence } from "./gather.ts";
import type { StoppedSessionInput } from "./input.ts";
import { QUESTIONS, byStatus, faultIn } from "./questions.ts";
import type { Answer, Facts } from "./questions.ts";
import { conflictsOf, notesOf, shownEvidence } from "./shown-evidence.ts";
import { channelWords, sentence, statusWords, transcriptWords } from "./words.ts";

/**
 * Decides a stopped session from what was found of it.
 *
 * @param now Unix ms
 */
export function decideFrom(
  input: StoppedSessionInput,
  evidence: StoppedEvidence,
  now: number,
): StoppedDecision {
  const run = runAction(input, evidence);
  const facts = { input, evidence, run, now };
  for (const question of QUESTIONS) {
    const answer = question(facts);
    if (answer !== undefined) return decisionFrom(answer, facts);
  }
  return decisionFrom(byStatus(facts), facts);
}

/** A live window may still speak: nothing is concluded from its silence. */
function runAction(input: StoppedSessionInput, { channel, artifact }: StoppedEvidence): RunAction {
  const { relay, project, windowAlive, run } = input;
  if (windowAlive === true) return guardRun({}, run);
  const envFault = faultIn(input);
  return guardRun(
    {
      ...(channel === undefined ? {} : { channel }),
      ...(artifact === undefined ? {} : { artifact }),
      ...(relay === undefined ? {} : { relay }),
      ...(project === undefined ? {} : { project }),
      ...(envFault === undefined ? {} : { envFault }),
    },
    run,
  );
}

function decisionFrom(answer: Answer, facts: Facts): StoppedDecision {
  const { input, evidence, run } = facts;
  const { source, blame, result, until } = answer;
  // While the run is paused for a fault of its own, no session is charged for anything.
  const pausedNow = run.action === "pause" && run.blame !== "paused-before";
  const charge = answer.route === "failed" && !pausedNow;
  const route = answer.route === "failed" ? failedRoute(input, pausedNow) : answer.route;
  const salvage = result === undefined ? salvageOf(evidence) : undefined;
  return {
    route,
    charge,
    source,
    blame,
    ...(result === undefined ? {} : { result }),
    ...(salvage === undefined ? {} : { salvage }),
    run,
    explanation: sentence([
      answer.first,
      statusWords(input),
      artifactWords(evidence.artifact),
      transcriptWords(evidence.transcript),
      channelWords(evidence.channel),
    ]),
    next: nextOf(route, facts),
    ...(until === undefined ? {} : { until }),
    evidence: shownEvidence(input, evidence, conflictsOf(evidence, source), notesOf(input, evidence)),
  };
}

/** `used` attempts were charged before; this one is charged now. */
function failedRoute({ attempts }: StoppedSessionInput, pausedNow: boolean): Route {
  if (pausedNow) return "pause";
  return attempts === undefined || attempts.used + 1 < attempts.max ? "retry" : "escalate";
}

function salvageOf({ artifact, transcript, channel }: StoppedEvidence): StoppedSalvage | undefined {
  const verdict = transcript?.judgement;
  const ahead = verdict === undefined || stopAheadOf(verdict, channel) !== undefined;
  const told = ahead ? channel?.lastMessage : undefined;
  const text = told ?? (verdict?.kind === "terminal" ? verdict.text : verdict?.salvage?.text);
  const value = artifact?.value;
  if (text === undefined && value === undefined) return undefined;
  return { ...(value === undefined ? {} : { artifact: value }), ...(text === undefined ? {} : { text }) };
}

function nextOf(route: Route, { evidence, run }: Facts): string | null {
  if (run.action === "pause" && run.announce) return run.repair;
  if (route === "complete") return null;
  if (route === "wait") return "lastword judge";
  const { transcript, artifact } = evidence;
  if (transcript !== undefined) return `lastword explain ${quoted(transcript.path)}`;
  return artifact?.bytes === undefined ? "lastword doctor" : `cat ${quoted(artifact.path)}`;
}
