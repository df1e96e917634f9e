/** A parent that honours keys: an HTTP endpoint that takes each message once, and says yes to it as often as it comes. */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** What it took. */
export interface Receiver {
  readonly url: string;
  /** The first body under each key. */
  readonly taken: ReadonlyMap<string, string>;
  /** How many came again. */
  again(): number;
  /** Keys under which something else came the second time. */
  readonly twoFaced: ReadonlySet<string>;
  close(): Promise<void>;
}

/** @param onTaken called for each message that is new, before the sender hears of it */
export async function startReceiver(onTaken: () => void): Promise<Receiver> {
  const taken = new Map<string, string>();
  const twoFaced = new Set<string>();
  let repeats = 0;
  const server = createServer((request, response) => {
    void text(request)
      .then((body) => {
        const key = String(request.headers["idempotency-key"]);
        const before = taken.get(key);
        if (before === undefined) {
          taken.set(key, body);
          onTaken();
        } else {
          repeats += 1;
          if (before !== body) twoFaced.add(key);
        }
        response.end();
      })
      // The sender was killed in the middle of its message.
      .catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // The address of a server that listens on a port, and no socket's path.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    taken,
    again: () => repeats,
    twoFaced,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
