/** Tool results of OpenClaw that mean more than a result: a yield, a spawned child. Pure. */

import type { Event, Position } from "../../event.ts";
import { asArray, asObject, asString } from "../../json.ts";
import type { JsonObject } from "../../json.ts";
import { readPartial } from "../../partial.ts";
import { parseRecord } from "../../record.ts";

export const YIELD_TOOL = "sessions_yield";
export const SPAWN_TOOL = "sessions_spawn";

/** The host's note behind a yield; older files have another word at its end. */
export function isYieldMarker(customType: string): boolean {
  return customType === "openclaw.sessions_yield" || customType === "openclaw.sessions_yield_interrupt";
}

/** Context that the host puts before the model, and no input. */
export function isHostContext(customType: string): boolean {
  return customType === "openclaw.runtime-context";
}

/** Where the result stands, and whose it is. */
export interface ResultPlace {
  readonly at: Position;
  readonly callId: string | undefined;
  readonly toolName: string | undefined;
}

/** A tool result's events: the result, then the yield or the launch that it reports. */
export function readToolResult(message: JsonObject, place: ResultPlace): readonly Event[] {
  const { at, callId, toolName } = place;
  const result: Event = { kind: "tool-result", at, callId };
  if (message["isError"] === true) return [result];
  if (toolName === YIELD_TOOL) {
    return statusOf(message)?.["status"] === "yielded" ? [result, { kind: "yield", at }] : [result];
  }
  if (toolName !== SPAWN_TOOL) return [result];
  const report = statusOf(message);
  // What a report that cannot be read would say is not known: the child may run.
  if (report !== undefined && report["status"] !== "accepted") return [result];
  const ids = [asString(report?.["childSessionKey"]), asString(report?.["runId"])].filter(
    (id) => id !== undefined,
  );
  return [result, { kind: "launched", at, ids, scope: "run", until: "named" }];
}

/** What the tool reports: its details, or the same as JSON in the text. */
function statusOf(message: JsonObject): JsonObject | undefined {
  const details = asObject(message["details"]);
  if (asString(details?.["status"]) !== undefined) return details;
  const { content } = message;
  const texts =
    typeof content === "string"
      ? [content]
      : asArray(content).map((block) => asString(asObject(block)?.["text"]));
  const reports = texts.map((text) =>
    text === undefined ? undefined : (parseRecord(text) ?? fieldsIn(text)),
  );
  return reports.find((report) => report?.["status"] !== undefined);
}

/** Fields of a report that was cut, or has words around it. */
function fieldsIn(text: string): JsonObject {
  const start = text.indexOf("{");
  return start < 0 ? {} : readPartial(text.slice(start));
}
