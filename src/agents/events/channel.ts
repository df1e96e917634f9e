/** From events to what a session's channel says: does it speak, and how did the session end by its own word? Pure. */

import type { EventReading, HookEvent, MalformedEvent } from "./event.ts";

/** What was heard of a session: events; nothing; only what cannot be read; or nothing, since there are no hooks. */
export type ChannelState = "speaking" | "silent" | "malformed" | "hookless";

/** A session's event channel as evidence. */
export interface ChannelEvidence {
  readonly state: ChannelState;
  /** The names of this session's events, in order; at most the last 50. */
  readonly events: readonly string[];
  readonly stopSeen: boolean;
  /** The provider's error, where the session ended in one: not the agent's failure. */
  readonly stopFailure?: string;
  /** Set where the session ended by its own word: the reason it gave. */
  readonly sessionEnd?: string;
  /** When it stopped last, or a subagent inside it did, Unix ms. */
  readonly stoppedAt?: number;
  /** What that Stop says that the agent said last. Untrusted; no result. */
  readonly lastMessage?: string;
  readonly last?: { readonly name: string; readonly at?: number };
  readonly sessionId?: string;
  readonly transcriptPath?: string;
  /** Work that was open when the session stopped. */
  readonly openWork?: number;
  /** Events of this session that could not be read. */
  readonly malformed?: readonly MalformedEvent[];
  /** True where another session, or this one before, was heard on the channel. */
  readonly heardBefore: boolean;
  /** What of the channel could not be read. */
  readonly troubles?: readonly string[];
}

/** Whose channel is asked about, and since when. */
export interface ChannelQuestion {
  readonly sessionId?: string;
  readonly taskId?: string;
  /** Events from before are another session's, Unix ms. */
  readonly since?: number;
  /** True where the profile has no hooks: silence says nothing. */
  readonly hookless?: boolean;
}

const EVENTS_KEPT_MAX = 50;

/** What the channel says of one session. */
export function channelOf(reading: EventReading, question: ChannelQuestion): ChannelEvidence {
  const { since = 0, hookless = false } = question;
  const ours = reading.events.filter((event) => isOurs(event, question, since));
  const broken = reading.malformed.filter((file) => isOurs(file, question, since));
  const turns = ours.filter((event) => event.agentId === undefined);
  const last = ours.at(-1);
  const stop = ours.findLast(({ name }) => name === "Stop" || name === "SubagentStop");
  return {
    state: hookless ? "hookless" : stateFrom(ours, broken),
    events: ours.map(({ name }) => name).slice(-EVENTS_KEPT_MAX),
    stopSeen: turns.some(({ name }) => name === "Stop"),
    ...endOf(turns),
    ...(stop?.at === undefined ? {} : { stoppedAt: stop.at }),
    ...(stop?.lastMessage === undefined ? {} : { lastMessage: stop.lastMessage }),
    ...(last === undefined
      ? {}
      : { last: { name: last.name, ...(last.at === undefined ? {} : { at: last.at }) } }),
    ...pick("sessionId", ours.findLast((event) => event.sessionId !== undefined)?.sessionId),
    ...pick("transcriptPath", turns.findLast((event) => event.transcriptPath !== undefined)?.transcriptPath),
    ...(broken.length === 0 ? {} : { malformed: broken.slice(0, EVENTS_KEPT_MAX) }),
    heardBefore: reading.events.some((event) => !ours.includes(event)),
    ...(reading.troubles.length === 0 ? {} : { troubles: reading.troubles }),
  };
}

function stateFrom(ours: readonly HookEvent[], broken: readonly MalformedEvent[]): ChannelState {
  if (ours.length > 0) return "speaking";
  return broken.length > 0 ? "malformed" : "silent";
}

/**
 * How the last turn ended. A turn that begins again behind a failure (a resumed session) takes the failure back, so
 * what counts is the last of Stop, StopFailure and SessionStart.
 */
function endOf(
  turns: readonly HookEvent[],
): Pick<ChannelEvidence, "stopFailure" | "sessionEnd" | "openWork"> {
  const stop = turns.findLast(
    ({ name }) => name === "Stop" || name === "StopFailure" || name === "SessionStart",
  );
  const end = turns.findLast(({ name }) => name === "SessionEnd" || name === "SessionStart");
  return {
    ...(stop?.name === "StopFailure" ? { stopFailure: stop.why ?? "not said" } : {}),
    ...(end?.name === "SessionEnd" ? { sessionEnd: end.why ?? "not said" } : {}),
    ...(stop?.name === "Stop" && stop.openWork !== undefined ? { openWork: stop.openWork } : {}),
  };
}

/** An event belongs to a session by an id that it bears; without any id to compare, by its time alone. */
function isOurs(
  event: Pick<HookEvent, "at" | "taskId"> & { readonly sessionId?: string },
  { sessionId, taskId }: ChannelQuestion,
  since: number,
): boolean {
  if (event.at !== undefined && event.at < since) return false;
  if (sessionId !== undefined && event.sessionId === sessionId) return true;
  if (taskId !== undefined && event.taskId !== undefined) return event.taskId === taskId;
  return sessionId === undefined || event.sessionId === undefined;
}

function pick<K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> {
  if (value === undefined) return {};
  const field: Partial<Record<K, string>> = {};
  field[key] = value;
  return field;
}
