import { messageText } from "../../src/agents/index.ts";
import type { Sink } from "../../src/agents/index.ts";

/** A sink over anything that has a queue for each session. */
export function queueSink(
  publish: (session: string, text: string, signal: AbortSignal) => Promise<void>,
): Sink {
  return {
    name: "queue",
    deliver: async (message, signal) => {
      await publish(message.requesterSessionKey, messageText(message), signal);
      return { kind: "delivered" };
    },
  };
}
