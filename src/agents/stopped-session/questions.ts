/**
 * The questions that decide a stopped session, in order; the first that answers decides. Pure. Source: the decision
 * table in the project's design; the route is the loop's word for what the table decides.
 */

import { rowsAwaited, stopAheadOf } from "../events/ahead.ts";
import { endedWithoutStop } from "../events/guard.ts";
import type { RunAction } from "../events/guard.ts";
import type { Route, Source, StoppedResult } from "./decision.ts";
import type { StoppedEvidence } from "./gather.ts";
import type { StoppedSessionInput } from "./input.ts";

/** When to look again at a session whose window is alive, ms. */
const RECHECK_MS = 30_000;

/** What an answer is made of. */
export interface Answer {
  readonly route: Route | "failed";
  readonly source: Source;
  readonly blame: string | null;
  readonly result?: StoppedResult;
  readonly until?: number;
  /** Said before everything else. */
  readonly first?: string;
}

/** What a question looks at. */
export interface Facts {
  readonly input: StoppedSessionInput;
  readonly evidence: StoppedEvidence;
  readonly run: RunAction;
  /** Unix ms. */
  readonly now: number;
}

/** The questions, in order. */
export const QUESTIONS: readonly ((facts: Facts) => Answer | undefined)[] = [
  whileAlive,
  onPurpose,
  forAHuman,
  byArtifact,
  notYet,
  byTranscript,
  rowsMissing,
  byFault,
  badArtifact,
  byChannel,
];

/** What kept the program from its API, in words; undefined where nothing did. */
export function faultIn({ envFault }: StoppedSessionInput): string | undefined {
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

/** The host says that it stopped, and the last rows are not on disk yet. */
function rowsMissing({ evidence: { artifact, channel, transcript }, now }: Facts): Answer | undefined {
  if (artifact?.required === true) return undefined;
  const stoppedAt = stopAheadOf(transcript?.judgement, channel);
  const until = stoppedAt === undefined ? undefined : rowsAwaited(stoppedAt, now);
  if (until === undefined) return undefined;
  const first = "a Stop is newer than the transcript's end, and the last rows may be on their way";
  return { route: "wait", source: "event-channel", blame: null, until, first };
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

/** What is left to say where no question answers: the loop's own word for the end. */
export function byStatus({ input, evidence: { transcript } }: Facts): Answer {
  if (input.sessionVanished === true) return { route: "failed", source: "status", blame: "session-vanished" };
  if (input.status !== "completed") {
    return { route: "failed", source: "status", blame: `session-${input.status.replace("_", "-")}` };
  }
  if (transcript === undefined) return { route: "failed", source: "status", blame: "no-result" };
  return { route: "failed", source: "transcript", blame: `transcript-${transcript.judgement.reason}` };
}
