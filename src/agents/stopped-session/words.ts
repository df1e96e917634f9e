/**
 * What a decision says to people. The law of the wording: "failed validation" only of what a validator refused, and
 * "timed out" never without what became of the result. What was observed is said, not a cause that nobody saw. Pure.
 */

import { cut } from "../artifact/words.ts";
import type { ChannelEvidence } from "../events/channel.ts";
import { endedWithoutStop } from "../events/guard.ts";
import type { TranscriptFinding } from "./gather.ts";
import type { StoppedSessionInput } from "./input.ts";

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
