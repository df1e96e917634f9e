/**
 * Evidence of a stopped session to a decision: one list of questions, in order; the first that answers decides. Pure.
 * Source: the decision table in the project's design; the route is the loop's word for what the table decides.
 */

import { artifactWords } from "../artifact/words.ts";
import { guardRun, endedWithoutStop } from "../events/guard.ts";
import type { RunAction } from "../events/guard.ts";
import { quoted } from "../events/relay-findings.ts";
import type { Route, Source, StoppedDecision, StoppedResult, StoppedSalvage } from "./decision.ts";
import type { StoppedEvidence } from "./gather.ts";
import type { StoppedSessionInput } from "./input.ts";
import { conflictsOf, notesOf, shownEvidence } from "./shown-evidence.ts";
import { channelWords, sentence, statusWords, transcriptWords } from "./words.ts";

/** When to look again at a session whose window is alive, ms. */
const RECHECK_MS = 30_000;

/** What an answer is made of. */
interface Answer {
  readonly route: Route | "failed";
  readonly source: Source;
  readonly blame: string | null;
  readonly result?: StoppedResult;
  readonly until?: number;
  /** Said before everything else. */
  readonly first?: string;
}

interface Facts {
  readonly input: StoppedSessionInput;
  readonly evidence: StoppedEvidence;
  readonly run: RunAction;
  /** Unix ms. */
  readonly now: number;
}

/** The questions, in order. */
const QUESTIONS: readonly ((facts: Facts) => Answer | undefined)[] = [
  whileAlive,
  onPurpose,
  forAHuman,
  byArtifact,
  notYet,
  byTranscript,
  byFault,
  badArtifact,
  byChannel,
];

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

function faultIn({ envFault }: StoppedSessionInput): string | undefined {
  if (envFault === true) return "no evidence was given";
  return typeof envFault === "string" ? envFault : undefined;
}

function whileAlive({ input, now }: Facts): Answer | undefined {
  if (input.windowAlive !== true) return undefined;
  const first = "the window is still alive, and what it wrote so far is advisory";
  return { route: "wait", source: "window", blame: null, until: now + RECHECK_MS, first };
}

function onPurpose({ input }: Facts): Answer | undefined {
  return input.status === "aborted" ? { route: "pause", source: "status", blame: "aborted" } : undefined;
}

function forAHuman({ evidence: { artifact } }: Facts): Answer | undefined {
  if (artifact?.critical === undefined) return undefined;
  const first = "the result holds a critical escalation, and a human must look at it";
  return { route: "pause", source: "artifact", blame: "critical-escalation", first };
}

function byArtifact({ input, evidence: { artifact } }: Facts): Answer | undefined {
  if (artifact?.state !== "valid" || artifact.value === undefined) return undefined;
  const { path, value, sha256 } = artifact;
  return {
    route: "complete",
    source: input.status === "completed" ? "artifact" : "artifact-recovered",
    blame: null,
    result: { kind: "artifact", value, path, ...(sha256 === undefined ? {} : { sha256 }) },
  };
}

function notYet({ evidence: { artifact } }: Facts): Answer | undefined {
  if (artifact?.settlesAt === undefined) return undefined;
  return { route: "wait", source: "artifact", blame: null, until: artifact.settlesAt };
}

function byTranscript({ input, evidence: { artifact, channel, transcript } }: Facts): Answer | undefined {
  // A declared result is never replaced by words about it.
  if (artifact?.required === true || transcript?.judgement.kind !== "terminal") return undefined;
  // The host itself says that work was open: the words were not the last.
  if (channel?.openWork !== undefined) return undefined;
  const { path, judgement } = transcript;
  return {
    route: "complete",
    source: input.status === "completed" ? "transcript" : "transcript-recovered",
    blame: null,
    result: { kind: "text", text: judgement.text, path },
  };
}

/** What kept the agent from working is not its fault, and not its result's. */
function byFault({ input, evidence: { channel } }: Facts): Answer | undefined {
  const fault = faultIn(input);
  if (fault !== undefined) {
    const first = `the program could not reach its API (${fault})`;
    return { route: "pause", source: "env-fault", blame: "transport-fault", first };
  }
  if (channel?.stopFailure === undefined) return undefined;
  return { route: "pause", source: "event-channel", blame: "provider-failure" };
}

function badArtifact({ evidence: { artifact } }: Facts): Answer | undefined {
  if (artifact === undefined || (artifact.state === "missing" && !artifact.required)) return undefined;
  return { route: "failed", source: "artifact", blame: `artifact-${artifact.state}` };
}

function byChannel({ input, evidence: { channel }, run }: Facts): Answer | undefined {
  if (channel === undefined) return undefined;
  const source = "event-channel";
  if (channel.state === "silent") {
    const blame = run.action === "pause" ? run.blame : "event-channel:unknown";
    return { route: "pause", source, blame };
  }
  if (channel.state === "malformed") return { route: "failed", source, blame: "event-file-malformed" };
  if (!endedWithoutStop(channel)) return undefined;
  switch (input.relay?.stopEntryValid) {
    case false:
      return { route: "pause", source, blame: "stop-entry-invalid" };
    case true:
      return { route: "failed", source, blame: "interrupted", first: "the session was interrupted" };
    default:
      return {
        route: "failed",
        source,
        blame: "interrupted-or-stop-entry-invalid",
        first: "the session was interrupted, or the settings' entry for Stop is invalid",
      };
  }
}

function byStatus({ input, evidence: { transcript } }: Facts): Answer {
  if (input.sessionVanished === true) return { route: "failed", source: "status", blame: "session-vanished" };
  if (input.status !== "completed") {
    return { route: "failed", source: "status", blame: `session-${input.status.replace("_", "-")}` };
  }
  if (transcript === undefined) return { route: "failed", source: "status", blame: "no-result" };
  return { route: "failed", source: "transcript", blame: `transcript-${transcript.judgement.reason}` };
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
    evidence: shownEvidence(evidence, conflictsOf(evidence, source), notesOf(input, evidence)),
  };
}

/** `used` attempts were charged before; this one is charged now. */
function failedRoute({ attempts }: StoppedSessionInput, pausedNow: boolean): Route {
  if (pausedNow) return "pause";
  return attempts === undefined || attempts.used + 1 < attempts.max ? "retry" : "escalate";
}

function salvageOf({ artifact, transcript }: StoppedEvidence): StoppedSalvage | undefined {
  const verdict = transcript?.judgement;
  const text = verdict?.kind === "terminal" ? verdict.text : verdict?.salvage?.text;
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
