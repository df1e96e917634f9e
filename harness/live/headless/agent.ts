/** What the harness must know of an agent to drive it without a screen, and how a session of it can end. Types alone. */

import type { Reason } from "../../../src/transcripts/index.ts";
import type { Place } from "../place.ts";
import type { ModelScript, ModelStep } from "../model/script.ts";

/** A call of a tool, as the model makes it. */
export type ToolCall = NonNullable<ModelStep["calls"]>[number];

/** The agents that are driven so. */
export type AgentName = "pi" | "codex";

/** An agent whose package is installed. */
export interface HeadlessAgent {
  readonly name: AgentName;
  /** Writes its settings: the model on loopback, no account, no telemetry, no update; failed requests once more, or not. */
  readonly configure: (place: Place, port: number, retries: boolean) => void;
  /** Says something to it; `again` goes on with the session that is there. */
  readonly command: (prompt: string, again: boolean) => readonly [string, ...string[]];
  readonly environment: (place: Place) => Readonly<Record<string, string>>;
  /** The folder that its transcripts are in. */
  readonly transcripts: (place: Place) => string;
  /** A call of its own tool for commands. */
  readonly shell: (command: string) => ToolCall;
  /** True where words are on disk before it is known how they ended. */
  readonly writesEarly: boolean;
}

/** When a signal is sent: inside the slow tool, or once the model has begun to say its last step. */
export type Moment = "in the tool" | "at the last words";

/** One thing that is said to the agent, in a process of its own. */
export interface Turn {
  readonly prompt: string;
  readonly signal?: { readonly name: "SIGINT" | "SIGKILL" | "SIGTERM"; readonly at: Moment };
}

/** One way to end. */
export interface Ending {
  readonly name: string;
  /** Names its recording. */
  readonly key: string;
  readonly script: ModelScript;
  readonly turns: readonly Turn[];
  /** Texts that end a turn of the script, each of them whole: no other may ever be called an answer. */
  readonly answers: readonly string[];
  readonly retries: boolean;
  /** True for the few that a short run has. */
  readonly short: boolean;
  readonly wanted: Wanted;
}

/** The verdict that is right, and what must be kept where it is no answer. */
export type Wanted =
  | { readonly kind: "terminal"; readonly text: string }
  | { readonly kind: "unfinished" | "parked"; readonly reason: Reason; readonly salvage?: string };
