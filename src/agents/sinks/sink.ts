/** The port of a sink: where messages to parents go. Types alone. */

import type { Delivery } from "../outbox.ts";

/** Takes messages. It may be handed the same one twice, and knows it by its key. */
export interface Sink {
  /** In a word or two, for the log. No secret stands in it. */
  readonly name: string;
  /**
   * Hands a message on.
   *
   * @param message as the outbox has it; `messageOf` makes of it what a parent reads
   * @param signal aborted when nobody waits for the answer any more
   * @returns what became of it. A sink that throws, or says nothing in time, is asked again later.
   */
  deliver(message: Delivery, signal: AbortSignal): Promise<SinkAnswer>;
}

/** What became of a message that a sink was given. */
export type SinkAnswer =
  /** It has arrived, and is not handed out again. */
  | { readonly kind: "delivered" }
  /** It has not, and may yet. */
  | {
      readonly kind: "failed";
      /** For people. Untrusted text. */
      readonly error: string;
      /** What the receiver asked for, ms from now; respected within a limit. */
      readonly retryAfterMs?: number;
    }
  /** It never will: trying again would only be refused again. */
  | { readonly kind: "refused"; readonly error: string };
