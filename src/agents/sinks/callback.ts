/** The sink that is a function of the host's own. */

import type { Delivery } from "../outbox.ts";
import type { Sink } from "./sink.ts";

/**
 * Hands each message to a function. When it returns, the message has arrived; when it throws or rejects, it has not,
 * and comes again under the same key.
 *
 * @example
 * const sink = callbackSink(({ requesterSessionKey, settlement }) => sessions.tell(requesterSessionKey, settlement));
 */
export function callbackSink(tell: (message: Delivery, signal: AbortSignal) => void | Promise<void>): Sink {
  return {
    name: "callback",
    deliver: async (message, signal) => {
      await tell(message, signal);
      return { kind: "delivered" };
    },
  };
}
