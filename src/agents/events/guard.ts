/**
 * The run guard: watches the sessions of one run, and pauses the run after the first that proves that the way to it is
 * broken, before another attempt is burnt. One message, however many sessions there are. Pure but for what it
 * remembers: whether the run is paused, and whether the channel ever spoke.
 */

import type { ArtifactEvidence } from "../artifact/state.ts";
import type { ChannelEvidence } from "./channel.ts";
import { faultOf } from "./relay-findings.ts";
import type { RelayFindings } from "./relay-findings.ts";

/** What the guard looks at, of one session that ended. */
export interface EndedSession {
  readonly channel?: ChannelEvidence;
  readonly relay?: RelayFindings;
  /** What kept the program from its API, where something did. */
  readonly envFault?: string;
  readonly artifact?: ArtifactEvidence;
  /** The project whose settings register the relay, for the repair's command. */
  readonly project?: string;
}

/** What becomes of the whole run, besides the session in question. */
export type RunAction =
  | { readonly action: "continue" }
  | {
      readonly action: "pause";
      /** `event-channel:…`, `transport-fault`, `provider-failure` or `stop-entry-invalid`. */
      readonly blame: string;
      /** A command, or what to do in words where no command does it. */
      readonly repair: string;
      /** One sentence for people. */
      readonly message: string;
      /** False where the run was paused before: then somebody was told already. */
      readonly announce: boolean;
    };

/** What a guard remembers from one session of a run to the next; plain data, for a file. */
export interface GuardMemory {
  readonly paused?: boolean;
  /** True where the run's channel carried an event before. */
  readonly heardBefore?: boolean;
}

/** One run's guard, for a host that lives as long as the run. */
export class RunGuard {
  #memory: GuardMemory = {};

  /** Looks at a session that ended, in the order in which they end. */
  observe(session: EndedSession): RunAction {
    const action = guardRun(session, this.#memory);
    this.#memory = {
      paused: action.action === "pause",
      heardBefore: this.#memory.heardBefore === true || session.channel?.state === "speaking",
    };
    return action;
  }

  /** The repair was made: the next session is looked at anew. */
  resume(): void {
    this.#memory = {};
  }
}

/** What one session that ended means for its run, given what is remembered. */
export function guardRun(session: EndedSession, memory: GuardMemory = {}): RunAction {
  const pause = pauseFor(session, memory.heardBefore === true);
  if (pause === undefined && memory.paused !== true) return { action: "continue" };
  const { blame, repair, message } = pause ?? STILL_PAUSED;
  return { action: "pause", blame, repair, message, announce: memory.paused !== true };
}

interface Pause {
  readonly blame: string;
  readonly repair: string;
  readonly message: string;
}

const STILL_PAUSED: Pause = {
  blame: "paused-before",
  repair: "lastword doctor",
  message: "The run was paused before this session ended, and was not resumed.",
};

function pauseFor(session: EndedSession, heardBefore: boolean): Pause | undefined {
  const { channel, relay, envFault, artifact, project } = session;
  const beside = artifact?.state === "valid" ? "; result artifact present and valid" : "";
  // A result proves that the program did reach its API.
  if (envFault !== undefined && artifact?.state !== "valid") {
    return {
      blame: "transport-fault",
      repair: "check the network and the API's address, then resume the run",
      message: `The program could not reach its API (${envFault}); no attempt is charged${beside}.`,
    };
  }
  if (channel === undefined) return undefined;
  if (channel.state === "silent") {
    const { blame, words, repair } = faultOf(relay, heardBefore || channel.heardBefore, project);
    return { blame, repair, message: `No hook event of any kind arrived: ${words}${beside}.` };
  }
  if (channel.stopFailure !== undefined && artifact?.state !== "valid") {
    return {
      blame: "provider-failure",
      repair: "check the provider's status, the key and its limits, then resume the run",
      message: `The provider failed (${channel.stopFailure}); no attempt is charged${beside}.`,
    };
  }
  if (endedWithoutStop(channel) && relay?.stopEntryValid === false) {
    return {
      blame: "stop-entry-invalid",
      repair: faultOf({ settingsHasRelay: false }, false, project).repair,
      message: `SessionEnd arrived and Stop did not: the settings' entry for Stop is invalid${beside}.`,
    };
  }
  return undefined;
}

/** True where the session ended by its own word, and neither Stop nor StopFailure arrived. */
export function endedWithoutStop(channel: ChannelEvidence): boolean {
  return (
    channel.state === "speaking" &&
    channel.sessionEnd !== undefined &&
    !channel.stopSeen &&
    channel.stopFailure === undefined
  );
}
