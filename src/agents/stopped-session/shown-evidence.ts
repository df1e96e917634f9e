/** The evidence as it is handed out with a decision: what was found, where it disagrees, and what was noticed. Pure. */

import type { ArtifactEvidence } from "../artifact/state.ts";
import type { ShownEvidence, Source } from "./decision.ts";
import type { StoppedEvidence } from "./gather.ts";
import type { StoppedSessionInput } from "./input.ts";

/** Plain data of what was found. The result itself stands in the decision, once. */
export function shownEvidence(
  { relay }: StoppedSessionInput,
  { artifact, channel, transcript }: StoppedEvidence,
  conflicts: readonly string[],
  notes: readonly string[],
): ShownEvidence {
  return {
    ...(artifact === undefined ? {} : { artifact: withoutValue(artifact) }),
    ...(channel === undefined ? {} : { channel }),
    ...(relay === undefined ? {} : { relay }),
    ...(transcript === undefined ? {} : { transcript: shownTranscript(transcript) }),
    conflicts,
    notes,
  };
}

function withoutValue({ value: _, ...rest }: ArtifactEvidence): Omit<ArtifactEvidence, "value"> {
  return rest;
}

function shownTranscript({
  path,
  judgement,
}: NonNullable<StoppedEvidence["transcript"]>): NonNullable<ShownEvidence["transcript"]> {
  const { kind, reason, format } = judgement;
  const detail = judgement.kind === "indeterminate" ? judgement.detail : undefined;
  return {
    path,
    kind,
    reason,
    format,
    ...(judgement.at === undefined ? {} : { at: judgement.at }),
    ...(detail === undefined ? {} : { detail }),
  };
}

/** Where the result and the transcript say different things. The result's contract is the stronger one. */
export function conflictsOf(
  { artifact, channel, transcript }: StoppedEvidence,
  source: Source,
): readonly string[] {
  const conflicts: string[] = [];
  const verdict = transcript?.judgement;
  const unproved = verdict?.kind === "unfinished" || verdict?.kind === "parked";
  if (artifact?.state === "valid" && unproved) {
    conflicts.push(`the artifact is valid, and the transcript says ${verdict.kind} (${verdict.reason})`);
  }
  if (artifact !== undefined && artifact.state !== "valid" && verdict?.kind === "terminal") {
    const stronger = source.startsWith("transcript") ? "not required" : "required";
    conflicts.push(
      `the transcript ends in a final answer, and the artifact, ${stronger}, is ${artifact.state}`,
    );
  }
  if (channel?.openWork !== undefined && verdict?.kind === "terminal") {
    conflicts.push("the transcript ends in a final answer, and Stop says that work was open");
  }
  return conflicts;
}

/** What was noticed and decided nothing. */
export function notesOf(
  input: StoppedSessionInput,
  { artifact, channel }: StoppedEvidence,
): readonly string[] {
  const notes: string[] = [];
  if (input.envFault !== undefined && input.envFault !== null && input.envFault !== false) {
    notes.push("env-fault");
  }
  if (artifact?.schema === null) notes.push("no-schema");
  if (artifact?.state === "valid" && !artifact.ofThisAttempt) notes.push("identity-not-shown");
  if (artifact?.unchecked !== undefined) notes.push(artifact.unchecked);
  if (channel?.state === "hookless") notes.push("hookless-profile");
  return notes;
}
