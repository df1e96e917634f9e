/** What is decided of a stopped session. Types alone. */

import type { JsonObject } from "../../transcripts/index.ts";
import type { ArtifactEvidence } from "../artifact/state.ts";
import type { ChannelEvidence } from "../events/channel.ts";
import type { RunAction } from "../events/guard.ts";
import type { RelayFindings } from "../events/relay-findings.ts";

/** What becomes of the session. */
export type Route = "complete" | "retry" | "pause" | "escalate" | "wait";

/** Which evidence decided what becomes of a session. */
export type Source =
  | "artifact"
  /** The artifact, though the session was not seen to complete. */
  | "artifact-recovered"
  | "transcript"
  /** The transcript, though the session was not seen to complete. */
  | "transcript-recovered"
  | "event-channel"
  | "env-fault"
  | "window"
  | "status";

/** The result of a session that is complete: what it wrote into its artifact, or said last. */
export type StoppedResult =
  | { readonly kind: "artifact"; readonly value: JsonObject; readonly path: string; readonly sha256?: string }
  | { readonly kind: "text"; readonly text: string; readonly path: string };

/** What may be of use, and is no result. */
export interface StoppedSalvage {
  readonly artifact?: JsonObject;
  readonly text?: string;
}

/** The evidence as it is handed out: plain data. */
export interface ShownEvidence {
  readonly artifact?: Omit<ArtifactEvidence, "value">;
  readonly channel?: ChannelEvidence;
  /** What was told of the relay, or looked up. */
  readonly relay?: RelayFindings;
  readonly transcript?: {
    readonly path: string;
    readonly kind: string;
    readonly reason: string;
    readonly format: string;
    readonly at?: object;
    readonly detail?: string;
  };
  /** Where two sources say different things: what each says. */
  readonly conflicts: readonly string[];
  /** What was noticed and decided nothing. */
  readonly notes: readonly string[];
}

/** What becomes of a session that stopped, why, and whom to charge: what `lastword judge` prints. */
export interface StoppedDecision {
  readonly route: Route;
  /** True where the session costs an attempt. */
  readonly charge: boolean;
  readonly source: Source;
  /** What is to blame, as a code; null where nothing is. */
  readonly blame: string | null;
  readonly result?: StoppedResult;
  readonly salvage?: StoppedSalvage;
  readonly run: RunAction;
  /** One sentence for people. */
  readonly explanation: string;
  /** A command to go on with; null where there is nothing to do. */
  readonly next: string | null;
  /** When to ask again, Unix ms; only with `wait`. */
  readonly until?: number;
  readonly evidence: ShownEvidence;
}
