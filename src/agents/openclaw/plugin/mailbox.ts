/** What sessions are to be told, handed to their turns: once, unless the turn comes to nothing. */

import { textOf } from "../../sources/failure.ts";
import type { Log } from "./host.ts";
import type { Ledger, Turn } from "./ledger.ts";

/** What it works with. */
export interface MailboxParts {
  readonly ledger: Pick<Ledger, "take" | "heard" | "unheard">;
  readonly log: Log;
  /** Unix ms. */
  readonly now: () => number;
}

export class Mailbox {
  readonly #parts: MailboxParts;

  constructor(parts: MailboxParts) {
    this.#parts = parts;
  }

  /** What a turn's prompt is to begin with; undefined where there is nothing. Never fails: a turn must not end of it. */
  hand(turn: Turn): { readonly prependContext: string } | undefined {
    const { ledger, log, now } = this.#parts;
    try {
      const texts = ledger.take(turn, now());
      return texts.length === 0 ? undefined : { prependContext: texts.join("\n\n") };
    } catch (error) {
      log.warn(`a turn of ${turn.sessionKey} was told nothing: ${textOf(error)}`);
      return undefined;
    }
  }

  /** A call of a model has ended in a turn, with an answer or without. Never fails. */
  ended(turn: string, hasAnswered: boolean): void {
    const { ledger, log, now } = this.#parts;
    try {
      if (!hasAnswered) return ledger.unheard(turn, now());
      const runIds = ledger.heard(turn, now());
      for (const runId of runIds) log.info(`run ${runId}: its parent's model has heard it`);
    } catch (error) {
      log.warn(`what turn ${turn} has heard could not be written down: ${textOf(error)}`);
    }
  }
}
