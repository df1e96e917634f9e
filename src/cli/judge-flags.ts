/** The flags of `lastword judge`, and the session that they tell of. Pure. */

import { InputError, readStoppedSession } from "../agents/index.ts";
import type { StoppedSessionInput } from "../agents/index.ts";

/** The flags as commander hands them over. Times are Unix ms. */
export interface SessionFlags {
  readonly status?: string;
  readonly stopSeen?: boolean;
  readonly sessionId?: string | false;
  readonly windowAlive?: boolean;
  readonly vanished?: boolean;
  readonly endedAt?: number;
  readonly artifact?: string;
  readonly schema?: string;
  readonly required?: boolean;
  readonly launchedAt?: number;
  readonly launchSha256?: string;
  readonly transcript?: string;
  readonly format?: string;
  readonly eventsDir?: readonly string[];
  readonly eventsLog?: string;
  readonly taskId?: string;
  readonly hookless?: boolean;
  readonly attempts?: { readonly used: number; readonly max: number };
  readonly envFault?: string;
  readonly runPaused?: boolean;
  readonly project?: string;
}

/** Parts of the session that need another one to stand in. */
const NEEDS: readonly (readonly [keyof SessionFlags, string, keyof SessionFlags, string])[] = [
  ["schema", "--schema", "artifact", "--artifact"],
  ["required", "--required", "artifact", "--artifact"],
  ["launchSha256", "--launch-sha256", "artifact", "--artifact"],
  ["format", "--format", "transcript", "--transcript"],
];

/**
 * The session that the flags tell of; undefined where there are none.
 *
 * @throws {InputError} for flags that do not go together
 */
export function sessionFromFlags(flags: SessionFlags): StoppedSessionInput | undefined {
  if (Object.keys(flags).length === 0) return undefined;
  const problems = NEEDS.filter(([flag, , other]) => flags[flag] !== undefined && flags[other] === undefined);
  if (problems.length > 0) {
    throw new InputError(problems.map(([, name, , other]) => `${name} needs ${other}`));
  }
  const { status, stopSeen, windowAlive, vanished, endedAt, hookless, attempts, envFault, project } = flags;
  return readStoppedSession({
    ...defined({
      status,
      stopSeen,
      windowAlive,
      sessionVanished: vanished,
      endedAt,
      attempts,
      envFault,
      project,
    }),
    ...(flags.sessionId === undefined
      ? {}
      : { sessionId: flags.sessionId === false ? null : flags.sessionId }),
    ...(flags.artifact === undefined ? {} : { artifact: artifactFrom(flags.artifact, flags) }),
    ...(flags.transcript === undefined ? {} : { transcript: transcriptFrom(flags.transcript, flags) }),
    ...(flags.eventsDir === undefined && flags.eventsLog === undefined ? {} : { events: eventsFrom(flags) }),
    ...(hookless === undefined ? {} : { profile: { hookless } }),
    ...(flags.runPaused === undefined ? {} : { run: { paused: flags.runPaused } }),
  });
}

function artifactFrom(path: string, { schema, required, launchedAt, launchSha256 }: SessionFlags): object {
  return { path, ...defined({ schema, required, launchedAt, launchSha256 }) };
}

function transcriptFrom(path: string, { format, launchedAt }: SessionFlags): object {
  return { path, ...defined({ format, since: launchedAt }) };
}

function eventsFrom({ eventsDir, eventsLog, taskId, launchedAt }: SessionFlags): object {
  return defined({ dir: eventsDir, log: eventsLog, taskId, since: launchedAt });
}

function defined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
