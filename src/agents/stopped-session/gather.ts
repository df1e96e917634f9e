/** Reads what there is of a stopped session: its result, its events, its transcript. Reads alone; decides nothing. */

import { setTimeout as sleep } from "node:timers/promises";
import { judgeTranscript } from "../../transcripts/index.ts";
import type { Judgement } from "../../transcripts/index.ts";
import { examineArtifact } from "../artifact/state.ts";
import type { ArtifactEvidence, ArtifactRequest } from "../artifact/state.ts";
import type { Validator } from "../artifact/validator.ts";
import { channelOf } from "../events/channel.ts";
import type { ChannelEvidence } from "../events/channel.ts";
import { endedWithoutStop } from "../events/guard.ts";
import { readEventFiles } from "../events/event-files.ts";
import { readEventLog } from "../events/event-log.ts";
import type { EventReading } from "../events/event.ts";
import type { EventsInput, StoppedSessionInput } from "./input.ts";

/** All that was found. */
export interface StoppedEvidence {
  readonly artifact?: ArtifactEvidence;
  readonly channel?: ChannelEvidence;
  readonly transcript?: TranscriptFinding;
}

/** The transcript, judged. */
export interface TranscriptFinding {
  readonly path: string;
  readonly judgement: Judgement;
}

/** A relay renames its file into place; a file that is half-written all the same is given this long, twice. */
const REREAD_MS = 50;
const REREADS = 2;
/**
 * A StopFailure's relay runs on behind the program's end, and may be later than SessionEnd (see relay-command.ts): so long
 * behind the last event, an end without any Stop may be one whose Stop is on its way.
 */
const LATE_MS_MAX = 3_000;
const LATE_POLL_MS = 100;

/**
 * Reads everything that the input names.
 *
 * @param now Unix ms
 */
export async function gather(
  input: StoppedSessionInput,
  validator: Validator | undefined,
  now: number,
): Promise<StoppedEvidence> {
  const channel = await readChannel(input, now);
  const artifact =
    input.artifact === undefined
      ? undefined
      : await examineArtifact(requestFor(input, input.artifact, validator, channel), now);
  const transcript = await readTranscript(input, channel);
  return {
    ...(artifact === undefined ? {} : { artifact }),
    ...(channel === undefined ? {} : { channel }),
    ...(transcript === undefined ? {} : { transcript }),
  };
}

function requestFor(
  { endedAt, sessionId }: StoppedSessionInput,
  artifact: NonNullable<StoppedSessionInput["artifact"]>,
  validator: Validator | undefined,
  channel: ChannelEvidence | undefined,
): ArtifactRequest {
  const { path, root, required, launchedAt, launchSha256, graceMs } = artifact;
  const session = sessionId ?? channel?.sessionId;
  const ended = endedAt ?? endIn(channel);
  return {
    path,
    ids: { ...(session === undefined ? {} : { session_id: session, sessionId: session }), ...artifact.ids },
    ...(root === undefined ? {} : { root }),
    ...(required === undefined ? {} : { required }),
    ...(launchedAt === undefined ? {} : { launchedAt }),
    ...(launchSha256 === undefined ? {} : { launchSha256 }),
    ...(graceMs === undefined ? {} : { graceMs }),
    ...(ended === undefined ? {} : { endedAt: ended }),
    ...(validator === undefined ? {} : { validator }),
  };
}

/** When the session stopped by its own word: a result may land a moment later. */
function endIn(channel: ChannelEvidence | undefined): number | undefined {
  const { name, at } = channel?.last ?? {};
  return name === "Stop" || name === "SessionEnd" ? at : undefined;
}

async function readChannel(input: StoppedSessionInput, now: number): Promise<ChannelEvidence | undefined> {
  const { artifact, events, profile, sessionId, stopSeen } = input;
  const hookless = profile?.hookless === true;
  // One launch made both: where only the result's is told, an older event is another attempt's all the same.
  const since = events?.since ?? artifact?.launchedAt;
  const question = {
    hookless,
    ...(typeof sessionId === "string" ? { sessionId } : {}),
    ...(events?.taskId === undefined ? {} : { taskId: events.taskId }),
    ...(since === undefined ? {} : { since }),
  };
  if (events !== undefined) {
    let channel = channelOf(await readEvents(events), question);
    const lateMs = stopSeen === true ? 0 : lateness(channel, now);
    for (let ms = 0; ms < lateMs && lateness(channel, now) > 0; ms += LATE_POLL_MS) {
      await sleep(LATE_POLL_MS);
      channel = channelOf(await readEvents(events), question);
    }
    if (channel.state === "silent" && isUnreadable(channel)) return undefined;
    // The loop may have heard what has been swept away since.
    return stopSeen === true && !hookless ? { ...channel, state: "speaking", stopSeen } : channel;
  }
  const nothing = channelOf({ events: [], malformed: [], troubles: [] }, question);
  if (hookless) return nothing;
  if (stopSeen === true) return { ...nothing, state: "speaking", stopSeen };
  // Without Stop, and without the id that any event would have brought, none arrived.
  return stopSeen === false && sessionId === null ? nothing : undefined;
}

/** How long a Stop or a StopFailure may still come, ms; 0 where none is missing, or the session ended long ago. */
function lateness(channel: ChannelEvidence, now: number): number {
  const { at } = channel.last ?? {};
  if (at === undefined || !endedWithoutStop(channel)) return 0;
  const left = at + LATE_MS_MAX - now;
  // A clock that runs ahead makes nobody wait for longer.
  return Math.min(LATE_MS_MAX, Math.max(0, left));
}

/** Silence where nothing could be read says nothing. */
function isUnreadable({ troubles = [] }: ChannelEvidence): boolean {
  return troubles.some((trouble) => trouble.includes("cannot be read"));
}

async function readEvents(events: EventsInput): Promise<EventReading> {
  const folders = events.dir === undefined ? [] : [events.dir].flat();
  let files = readEventFiles(folders);
  for (let count = 0; count < REREADS && files.malformed.length > 0; count += 1) {
    await sleep(REREAD_MS);
    files = readEventFiles(folders);
  }
  if (events.log === undefined) return files;
  const log = readEventLog(events.log);
  return {
    events: [...files.events, ...log.events],
    malformed: [...files.malformed, ...log.malformed],
    troubles: [...files.troubles, ...log.troubles],
  };
}

async function readTranscript(
  { transcript, sessionId, events, artifact }: StoppedSessionInput,
  channel: ChannelEvidence | undefined,
): Promise<TranscriptFinding | undefined> {
  const path = transcript?.path ?? channel?.transcriptPath;
  if (path === undefined) return undefined;
  const session = sessionId ?? channel?.sessionId;
  const since = transcript?.since ?? events?.since ?? artifact?.launchedAt;
  const judgement = await judgeTranscript(path, {
    ...(transcript?.format === undefined ? {} : { format: transcript.format }),
    ...(transcript?.root === undefined ? {} : { root: transcript.root }),
    ...(since === undefined ? {} : { since }),
    ...(session === undefined ? {} : { sessionId: session }),
  });
  return { path, judgement };
}
