/**
 * Work that a run leaves running, as tool results tell of it: how it is launched, and how a tool closes it. What the
 * host says of it later is in notification.ts. Source: formats.md, "Background work". Pure.
 */

import type { Event, Launched, Position } from "../../event.ts";
import { asObject, asString, asTime } from "../../json.ts";
import type { JsonObject } from "../../json.ts";
import { isOver } from "./notification.ts";

/** One tool result. */
export interface ToolReport {
  readonly at: Position;
  readonly callId: string | undefined;
  /** The row's `toolUseResult`. A subagent's rows have none, others a text: then the result's own words count. */
  readonly report: unknown;
  readonly text: string;
  readonly failed: boolean;
}

/** The words of a result without a report, at the start of a line, and whether the work counts over the whole run. */
const IN_WORDS: readonly (readonly [words: RegExp, scope: Launched["scope"]])[] = [
  [/^Command (?:running in background|was manually backgrounded by user) with ID: ([\w-]+)/m, "turn"],
  [/^Command .{0,200}\bmoved to the background (?:with ID: |\(ID: )([\w-]+)/m, "turn"],
  [/^Async agent launched successfully\b[\s\S]{0,1000}?^agentId: ([\w-]+)/m, "run"],
  [/^Monitor started \(task ([\w-]+)/m, "run"],
  [/^Workflow launched in background\. Task ID: ([\w-]+)/m, "run"],
];

/** Parts of those words, for a search that does not parse. */
export const LAUNCHING_WORDS: readonly string[] = [
  "Command running in background with ID",
  "Command was manually backgrounded by user",
  "moved to the background",
  "Async agent launched successfully",
  "Monitor started (task",
  "Workflow launched in background",
];

/**
 * What a tool result says of background work. Agents, monitors and wake-ups count over the whole run; a background
 * shell only in the turn that launched it. A call that failed launched nothing.
 */
export function readBackground({ at, callId, report, text, failed }: ToolReport): readonly Event[] {
  if (failed) return [];
  const fields = asObject(report);
  if (fields === undefined) return inWords(text, at);
  const launch = launchIn(fields, callId ?? "", at);
  if (launch !== undefined) return [launch];
  const closed = closedIn(fields);
  return closed === undefined ? [] : [{ kind: "finished", at, id: closed }];
}

function launchIn(fields: JsonObject, callId: string, at: Position): Launched | undefined {
  if (fields["status"] === "async_launched") {
    const id = asString(fields["agentId"]) ?? asString(fields["taskId"]) ?? callId;
    return launched(at, id, "run");
  }
  const shell = asString(fields["backgroundTaskId"]);
  if (shell !== undefined) return launched(at, shell, "turn");
  const monitor = asString(fields["taskId"]);
  if (monitor !== undefined && ("timeoutMs" in fields || "persistent" in fields)) {
    return launched(at, monitor, "run");
  }
  const wakeAt = asTime(fields["scheduledFor"]) ?? 0;
  // Zero says that none was set. A wake-up has no name of its own.
  return wakeAt > 0 ? { ...launched(at, callId, "run"), wakeAt } : undefined;
}

/** The work that a tool stopped, or waited for until it was over. */
function closedIn(fields: JsonObject): string | undefined {
  const message = asString(fields["message"]) ?? "";
  if (message.startsWith("Successfully stopped")) return asString(fields["task_id"]);
  if (message.startsWith("Successfully killed")) return asString(fields["shell_id"]);
  const task = asObject(fields["task"]);
  if (isOver(asString(task?.["status"]))) return asString(task?.["task_id"]);
  return isOver(asString(fields["status"])) ? asString(fields["shellId"]) : undefined;
}

function inWords(text: string, at: Position): readonly Launched[] {
  for (const [words, scope] of IN_WORDS) {
    const id = words.exec(text)?.[1];
    if (id !== undefined) return [launched(at, id, scope)];
  }
  return [];
}

function launched(at: Position, id: string, scope: Launched["scope"]): Launched {
  return { kind: "launched", at, ids: [id], scope, until: "reported" };
}
