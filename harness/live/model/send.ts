/** How an answer is sent: as JSON, or as server-sent events; and the ids in it. */

import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";

/** Sends a JSON body. */
export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json", "x-should-retry": "false" });
  response.end(JSON.stringify(body));
}

/** A server-sent event: its name, where it has one, and its data. */
export type StreamEvent = readonly [string | undefined, object];

/**
 * Sends server-sent events.
 *
 * @param how `cut` drops the connection behind the last of them, `silent` leaves it open for ever
 */
export function sendEvents(
  response: ServerResponse,
  events: readonly StreamEvent[],
  how: "whole" | "cut" | "silent" = "whole",
): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  for (const [name, data] of events) {
    response.write(`${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`);
  }
  // What was written is on its way when this empty piece is.
  if (how === "cut") response.write(":\n\n", () => response.destroy());
  if (how === "whole") response.end();
}

/** An id as providers make them: its kind, and what no other has. */
export function idFor(kind: string): string {
  return `${kind}_${randomUUID().replaceAll("-", "").slice(0, 24)}`;
}
