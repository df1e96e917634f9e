/** Work that a run leaves running: how it is launched, and how it is reported done. Pure. */

import type { Event, Launched, Position } from "../../event.ts";
import { asObject, asString, asTime } from "../../json.ts";

/** A background shell whose result has no `toolUseResult` says so in its text alone. */
const IN_TEXT = /Command running in background with ID: ([\w-]+)/;
const TASK = /<task-id>\s*([^<\s]+)\s*<\/task-id>[\s\S]*?<status>\s*([^<\s]+)\s*<\/status>/g;
const DONE: ReadonlySet<string> = new Set(["completed", "failed", "killed", "blocked"]);

/**
 * What a tool result says of background work. Agents, monitors and wake-ups count over the whole run; a background
 * shell only in the turn that launched it.
 *
 * @param report the row's `toolUseResult`
 * @param text the result's own text
 */
export function readBackground(report: unknown, text: string, at: Position): readonly Event[] {
  const fields = asObject(report);
  if (fields === undefined) {
    const id = IN_TEXT.exec(text)?.[1];
    return id === undefined ? [] : [launched(at, id, "turn")];
  }
  const agent = asString(fields["agentId"]);
  if (fields["isAsync"] === true && fields["status"] === "async_launched" && agent !== undefined) {
    return [launched(at, agent, "run")];
  }
  const shell = asString(fields["backgroundTaskId"]);
  if (shell !== undefined) return [launched(at, shell, "turn")];
  const monitor = asString(fields["taskId"]);
  if (monitor !== undefined && ("timeoutMs" in fields || "persistent" in fields)) {
    return [launched(at, monitor, "run")];
  }
  const wakeAt = asTime(fields["scheduledFor"]);
  if (wakeAt !== undefined) return [{ ...launched(at, "wake-up", "run"), wakeAt }];
  const stopped = asString(fields["task_id"]);
  if (stopped !== undefined && asString(fields["message"])?.startsWith("Successfully stopped") === true) {
    return [{ kind: "finished", at, id: stopped }];
  }
  return [];
}

/** The tasks that a notification reports done. */
export function finishedIn(text: string, at: Position): readonly Event[] {
  return [...text.matchAll(TASK)]
    .filter(([, , status]) => DONE.has(status ?? ""))
    .map(([, id]) => ({ kind: "finished", at, id: id ?? "" }));
}

function launched(at: Position, id: string, scope: Launched["scope"]): Launched {
  return { kind: "launched", at, ids: [id], scope, until: "reported" };
}
