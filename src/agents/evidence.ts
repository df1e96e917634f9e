/** What is known of a run at one moment, as plain data. Gathered by sources/, judged by decide.ts. */

import type { Reason, Verdict } from "../transcripts/index.ts";
import type { ArtifactEvidence } from "./artifact/state.ts";
import type { ChannelEvidence } from "./events/channel.ts";
import type { SessionCompletion } from "./sources/session-entry.ts";

/** The child's transcript, read. */
export interface TranscriptEvidence {
  readonly path: string;
  readonly verdict: Verdict;
  /** When the file last changed, Unix ms; undefined where that is not known. */
  readonly modifiedAt?: number;
  /** Set where the file grew while it was read. */
  readonly grew?: true;
  /** The tool that was called last, where the verdict is about tool work. Untrusted text; for people alone. */
  readonly lastTool?: string;
}

/** A read that failed, or a question that the host could not answer. */
export interface ReadFailure {
  /** What was asked. */
  readonly source:
    | "transcript"
    | "session-entry"
    | "liveness"
    | "descendants"
    | "wake"
    | "artifact"
    | "channel";
  readonly reason: Extract<Reason, "missing" | "unreadable">;
  readonly path?: string;
  readonly detail: string;
  /** True where trying again may help. */
  readonly transient: boolean;
}

/** Everything a decision may look at. Absent means: not known. */
export interface Evidence {
  /** True while the host holds an active context for the run. */
  readonly live: boolean;
  /** What the session store says of this run, where it says anything final. */
  readonly completion?: SessionCompletion;
  readonly transcript?: TranscriptEvidence;
  /** The result that the child was to leave, where one was declared. */
  readonly artifact?: ArtifactEvidence;
  /** What the session's event channel says, where it has one. */
  readonly channel?: ChannelEvidence;
  /** What could not be read, in the order of asking. */
  readonly failures?: readonly ReadFailure[];
  /** True while a descendant of the run is active in the registry. */
  readonly descendantActive: boolean;
  /** True where the host sees the child alive: a window, a process. */
  readonly childAlive: boolean;
  /** True where something besides the registry's pause can wake a parked child. */
  readonly canBeWoken: boolean;
}
