/** A run as somebody outside gives it, as JSON: read field by field. What is unknown or of a wrong type is told. Pure. */

import { isAbsolute, resolve } from "node:path";
import { Fields, InputError, given } from "../../agents/stopped-session/fields.ts";
import type { Run } from "../../agents/index.ts";
import { asObject, asTime } from "../../transcripts/json.ts";

/** What is taken for granted where the input does not say. */
export interface RunDefaults {
  /** Unix ms. */
  readonly now: number;
  /** The machine whose disk holds the transcript. */
  readonly host: string;
  /** What a path that is not absolute starts from: a store is read from other folders too. */
  readonly folder: string;
}

const STATUSES = ["queued", "running", "paused", "ended"] as const;

/**
 * Reads a run. Its id and its two sessions must be given; the rest is taken for granted: it is running, in its first
 * generation, created now, on this machine. Times are Unix ms or ISO 8601.
 *
 * @throws {InputError} which names every problem, each with its field
 */
export function readRun(value: unknown, { now, host, folder }: RunDefaults): Run {
  const object = asObject(value);
  if (object === undefined) throw new InputError(["a run is a JSON object"]);
  const problems: string[] = [];
  const fields = new Fields(object, "", problems);
  const required = (name: string): string => {
    const text = fields.text(name);
    if (text === undefined && fields.any(name) === undefined) fields.refuse(name, "must be given");
    return text ?? "";
  };
  const path = (name: string): string | undefined => {
    const text = fields.text(name);
    return text === undefined || isAbsolute(text) ? text : resolve(folder, text);
  };
  const run: Run = {
    runId: required("runId"),
    generation: fields.number("generation") ?? 1,
    status: fields.oneOf("status", STATUSES) ?? "running",
    childSessionKey: required("childSessionKey"),
    requesterSessionKey: required("requesterSessionKey"),
    createdAt: timeOf(fields, "createdAt") ?? now,
    host: fields.text("host") ?? host,
    ...given({
      startedAt: timeOf(fields, "startedAt"),
      endedAt: timeOf(fields, "endedAt"),
      restoredAt: timeOf(fields, "restoredAt"),
      killedAt: timeOf(fields, "killedAt"),
      childSessionId: fields.text("childSessionId"),
      parentRunId: fields.text("parentRunId"),
      parentSessionKey: fields.text("parentSessionKey"),
      task: fields.text("task"),
      label: fields.text("label"),
      pauseReason: fields.text("pauseReason"),
      transcript: path("transcript"),
      artifact: path("artifact"),
      attempt: fields.number("attempt"),
      attemptsMax: fields.number("attemptsMax"),
      outcome: fields.oneOf("outcome", ["ok", "error"]),
      source: fields.text("source"),
      owner: fields.object("owner", readOwner),
    }),
  };
  fields.end();
  if (problems.length > 0) throw new InputError(problems);
  return run;
}

function readOwner(fields: Fields): NonNullable<Run["owner"]> {
  const pid = fields.number("pid");
  if (pid === undefined) fields.refuse("pid", "must be given");
  return {
    pid: pid ?? 0,
    ...given({
      processStartedAt: timeOf(fields, "processStartedAt"),
      heartbeatAt: timeOf(fields, "heartbeatAt"),
    }),
  };
}

function timeOf(fields: Fields, name: string): number | undefined {
  const value = fields.any(name);
  if (value === undefined) return undefined;
  const time = asTime(value);
  if (time === undefined) fields.refuse(name, "must be a time: Unix ms, or ISO 8601");
  return time;
}
