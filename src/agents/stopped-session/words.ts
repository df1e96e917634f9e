/**
 * What a decision says to people. The law of the wording: "failed validation" only of what a validator refused, and
 * "timed out" never without what became of the result. What was observed is said, not a cause that nobody saw. Pure.
 */

import { basename } from "node:path";
import type { ArtifactEvidence } from "../artifact/state.ts";
import type { ChannelEvidence } from "../events/channel.ts";
import { endedWithoutStop } from "../events/guard.ts";
import type { TranscriptFinding } from "./gather.ts";
import type { StoppedSessionInput } from "./input.ts";

/** Of somebody else's words so much is repeated, characters. */
const QUOTED_CHARS_MAX = 200;

/** How the session ended, as it was observed. */
export function statusWords({ status, sessionVanished }: StoppedSessionInput): string {
  if (sessionVanished === true) return "the multiplexer no longer lists the session";
  switch (status) {
    case "completed":
      return "the session completed";
    case "stalled":
      return "the session stalled";
    case "timeout":
      return "the session timed out";
    case "crashed":
      return "the session crashed";
    case "over_budget":
      return "the session went over its budget";
    case "aborted":
      return "the session was stopped on purpose";
    default:
      return status satisfies never;
  }
}

/** What became of the result. */
export function artifactWords(artifact: ArtifactEvidence | undefined): string {
  if (artifact === undefined) return "no result file was named, so none was read";
  const name = basename(artifact.path);
  const detail = artifact.detail === undefined ? "" : ` (${cut(artifact.detail)})`;
  switch (artifact.state) {
    case "valid": {
      const contract = artifact.schema ?? "no schema was given, so any object counts";
      return `${name} is present and valid (${contract})`;
    }
    case "invalid":
      return `${name} failed validation by ${artifact.schema ?? "its schema"}: ${errorWords(artifact)}`;
    case "missing":
      return `${name} is missing`;
    case "temp-file-only":
      return `${name} is missing, and only a temporary file is there${detail}`;
    case "redirected":
      return `${name} was not read, for its path is redirected${detail}`;
    case "unreadable":
      return `${name} could not be read${detail}`;
    case "too-large":
      return `${name} was not read, for it is too large${detail}`;
    case "stale":
      return `${name} is older than this attempt${detail}`;
    case "unchanged":
      return `${name} is unchanged since the launch`;
    case "empty":
      return `${name} is empty`;
    case "incomplete":
      return `${name} may still be written${detail}`;
    case "unparseable":
      return `${name} is no JSON that can be parsed${detail}`;
    case "not-an-object":
      return `${name} is no JSON object${detail}`;
    case "foreign":
      return `${name} is another attempt's${detail}`;
    case "unvalidated":
      return `${name} is present and was not validated${detail}`;
    default:
      return artifact.state satisfies never;
  }
}

function errorWords({ errors = [], errorCount = 0 }: ArtifactEvidence): string {
  const [first] = errors;
  if (first === undefined) return "it does not keep its contract";
  const place = first.pointer === "" ? "at the top" : `at ${cut(first.pointer)}`;
  const more = errorCount > 1 ? ` (and ${errorCount - 1} more)` : "";
  return `${place}, found ${cut(first.found)}, wanted ${cut(first.wanted)}${more}`;
}

/** What the transcript says; undefined where there is none. */
export function transcriptWords(finding: TranscriptFinding | undefined): string | undefined {
  if (finding === undefined) return undefined;
  const { kind, reason } = finding.judgement;
  return kind === "terminal"
    ? "the transcript ends in a final answer"
    : `the transcript says ${kind} (${reason})`;
}

/** What the event channel says; undefined where nothing is known of it, or all is well. */
export function channelWords(channel: ChannelEvidence | undefined): string | undefined {
  if (channel === undefined) return undefined;
  switch (channel.state) {
    case "hookless":
      return undefined;
    case "silent":
      return "no hook event of any kind arrived";
    case "malformed":
      return `an event arrived that could not be read (${channel.malformed?.[0]?.where ?? "unknown"})`;
    case "speaking":
      return speakingWords(channel);
    default:
      return channel.state satisfies never;
  }
}

function speakingWords(channel: ChannelEvidence): string | undefined {
  if (channel.stopFailure !== undefined) {
    return `StopFailure says that the provider failed (${cut(channel.stopFailure)})`;
  }
  if (channel.stopSeen) {
    return channel.openWork === undefined
      ? undefined
      : `Stop says that ${channel.openWork} background task(s) were open`;
  }
  if (endedWithoutStop(channel)) return "SessionEnd arrived, and Stop did not";
  return channel.events.length === 0
    ? undefined
    : `${channel.last?.name ?? "an event"} arrived, and Stop did not`;
}

/** Clauses as one sentence. */
export function sentence(clauses: readonly (string | undefined)[]): string {
  const text = clauses.filter((clause) => clause !== undefined).join("; ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function cut(text: string): string {
  return text.length > QUOTED_CHARS_MAX ? `${text.slice(0, QUOTED_CHARS_MAX)}…` : text;
}
