/**
 * The relay: writes one file for one event of a session into the folder that the session's loop reads. Runs inside a
 * hook, so it must be quick, never fails loudly, and never writes where it was not told to. It decides nothing.
 */

import { closeSync, lstatSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { Stats } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { eventFileName, eventJson, isEventName } from "./event-record.ts";
import type { EventStamp } from "./event-record.ts";

/** The environment, as the session's loop set it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a session's events go. */
export interface RelayChannel {
  readonly folder: string;
  readonly taskId?: string;
}

/** What became of an event. */
export type Relayed =
  | { readonly kind: "written"; readonly path: string }
  /** The session is nobody's: no loop told where its events go. */
  | { readonly kind: "no-channel" }
  | { readonly kind: "refused"; readonly detail: string };

/** One event, as a hook hands it over. */
export interface RelayRequest {
  readonly event: string;
  /** The hook's standard input. */
  readonly payload?: string;
  readonly env: Environment;
  /** Unix ns; two events of one name and one time would be one file. */
  readonly ns: bigint;
  /** This package's. */
  readonly version: string;
}

/**
 * Where events go: `LASTWORD_EVENTS_DIR`, with `LASTWORD_TASK_ID` where there is one; else what bmad-loop sets, by its
 * rules (formats.md, "bmad-loop's files"). Undefined where nobody asked for events. Pure.
 */
export function relayChannel(env: Environment): RelayChannel | undefined {
  const own = given(env, "LASTWORD_EVENTS_DIR");
  const ownTask = given(env, "LASTWORD_TASK_ID");
  const [runDir, taskId] = [given(env, "BMAD_LOOP_RUN_DIR"), given(env, "BMAD_LOOP_TASK_ID")];
  if (own !== undefined) {
    const task = ownTask ?? taskId;
    return { folder: own, ...(task === undefined ? {} : { taskId: task }) };
  }
  if (runDir === undefined || taskId === undefined) return undefined;
  return { folder: given(env, "BMAD_LOOP_EVENTS_DIR") ?? join(runDir, "events"), taskId };
}

/**
 * Writes the event's file: whole or not at all, readable by its owner alone. The folder is made if only it is missing;
 * one that is a link, or is exchanged for another on the way, is refused.
 */
export function relayEvent({ event, payload, env, ns, version }: RelayRequest): Relayed {
  const channel = relayChannel(env);
  if (channel === undefined) return { kind: "no-channel" };
  const { folder, taskId } = channel;
  if (!isEventName(event)) return { kind: "refused", detail: "the event's name is none" };
  // A hook's working folder is the session's own business: what is relative to it is nowhere in particular.
  if (!isAbsolute(folder)) return { kind: "refused", detail: `${folder} is no absolute path` };
  const stamp = { event, ns, version, ...(taskId === undefined ? {} : { taskId }) };
  try {
    // Resolved: a slash at its end would follow a link.
    return write(resolve(folder), stamp, eventJson(payload, stamp));
  } catch (error) {
    return { kind: "refused", detail: error instanceof Error ? error.message : String(error) };
  }
}

function write(folder: string, stamp: EventStamp, json: string): Relayed {
  const before = folderMade(folder);
  if (before === undefined) {
    return { kind: "refused", detail: `${folder} is a link, is no folder, or the folder above is missing` };
  }
  const path = join(folder, eventFileName(stamp));
  const temporary = `${path}.tmp`;
  // `wx`: neither a file nor a link that lies there already is written through.
  const file = openSync(temporary, "wx", 0o600);
  try {
    try {
      writeFileSync(file, json);
    } finally {
      closeSync(file);
    }
    const after = folderAt(folder);
    if (after?.dev !== before.dev || after.ino !== before.ino) {
      throw new Error(`${folder} was exchanged for another`);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return { kind: "written", path };
}

/** The folder, made where only it is missing. */
function folderMade(path: string): Stats | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined) return folderAt(path);
  // Recursive for its silence where another session's relay is quicker; the folder above must be there all the same.
  if (lstatSync(dirname(path), { throwIfNoEntry: false }) === undefined) return undefined;
  mkdirSync(path, { mode: 0o700, recursive: true });
  return folderAt(path);
}

/** What is there; undefined for a link and for anything else that is no folder. */
function folderAt(path: string): Stats | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isDirectory() === true ? stats : undefined;
}

function given(env: Environment, name: string): string | undefined {
  const value = env[name];
  return value === "" ? undefined : value;
}
