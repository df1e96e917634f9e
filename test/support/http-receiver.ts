/** A receiver of messages over HTTP, on this machine, for one test. */

import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingHttpHeaders, RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { verifySignature } from "../../src/agents/index.ts";

/** A message as it came. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly isSignedWith: (secret: string, now: number) => boolean;
}

/**
 * Starts one.
 *
 * @param answer the status for a message; a promise of it holds the sender up
 */
export async function receiver(
  answer: (message: Received) => number | Promise<number> = () => 204,
): Promise<{ readonly url: string; readonly received: readonly Received[] }> {
  const received: Received[] = [];
  const listener: RequestListener = (request, response) => {
    void text(request).then(async (body) => {
      const { headers } = request;
      const header = headers["lastword-signature"];
      const isSignedWith = (secret: string, now: number) =>
        typeof header === "string" && verifySignature({ header, body, secret, now }).kind === "valid";
      const message = { headers, body, isSignedWith };
      received.push(message);
      response.writeHead(await answer(message)).end();
    });
  };
  return { url: await serving(listener), received };
}

/** The address at which a listener is asked, until the test is over. */
export async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return `http://127.0.0.1:${port}`;
}
