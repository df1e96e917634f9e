/** How an answer is sent: as JSON, or as server-sent events. */

import type { ServerResponse } from "node:http";

/** Sends a JSON body. */
export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json", "x-should-retry": "false" });
  response.end(JSON.stringify(body));
}

/** Sends server-sent events, each with its name where it has one. */
export function sendEvents(
  response: ServerResponse,
  events: readonly (readonly [string | undefined, object])[],
): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  for (const [name, data] of events) {
    response.write(`${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`);
  }
  response.end();
}
