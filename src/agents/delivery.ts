/**
 * The courier: takes what parents are to be told out of the outbox, hands it to a sink, and writes down what became
 * of it. At least once; never less, and under one key. One message that fails never stops the others.
 */

import { backoffMs } from "./backoff.ts";
import { courierSettings } from "./delivery-options.ts";
import type {
  Courier,
  CourierOptions,
  CourierSettings,
  DeliveryRound,
  HandedOn,
} from "./delivery-options.ts";
import type { HandedDelivery } from "./outbox.ts";
import { Rounds } from "./rounds.ts";
import type { SinkAnswer } from "./sinks/sink.ts";
import { textOf } from "./sources/failure.ts";
import { withPatience } from "./store-retry.ts";
import type { Logger } from "./sweeper-options.ts";
import { sayAtStake, textAtStake } from "./text-at-stake.ts";
import { withinTime } from "./within-time.ts";

/**
 * Makes a courier over an outbox.
 *
 * @throws {RangeError} for a time or a limit that is none
 * @example
 * const courier = createCourier({ outbox: store, sink: callbackSink((message) => tell(message)) });
 * courier.start();
 */
export function createCourier(options: CourierOptions): Courier {
  return new OutboxCourier(courierSettings(options));
}

class OutboxCourier implements Courier {
  readonly #settings: CourierSettings;
  readonly #rounds: Rounds<DeliveryRound>;

  constructor(settings: CourierSettings) {
    this.#settings = settings;
    this.#rounds = new Rounds(() => this.#deliver(), settings.intervalMs);
  }

  deliverOnce(): Promise<DeliveryRound> {
    return this.#rounds.once();
  }

  start(): void {
    this.#rounds.start();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  async #deliver(): Promise<DeliveryRound> {
    const { concurrency, messagesMax } = this.#settings;
    const messages: HandedOn[] = [];
    const failures: { message?: HandedDelivery; error: unknown }[] = [];
    const carry = async (message: HandedDelivery): Promise<void> => {
      try {
        messages.push({ message, ...(await this.#carry(message)) });
      } catch (error) {
        failures.push({ message, error });
        this.#warn("the outbox could not be told what became of a message; it is handed out again", {
          key: message.key,
          error: textOf(error),
        });
      }
    };
    let room = messagesMax;
    while (room > 0 && !this.#rounds.stopping) {
      // No more than can be handed on at once: a claimed message that waits for its turn would use up its lease.
      const batch = await this.#claim(Math.min(concurrency, room), failures);
      if (batch.length === 0) break;
      room -= batch.length;
      await Promise.all(batch.map(carry));
    }
    return { messages, failures, full: room === 0 };
  }

  async #claim(limit: number, failures: { error: unknown }[]): Promise<readonly HandedDelivery[]> {
    const { outbox, clock, leaseMs, holder, patience } = this.#settings;
    try {
      return await withPatience(patience, async () =>
        outbox.claimDeliveries({ now: clock(), limit, leaseMs, holder }),
      );
    } catch (error) {
      failures.push({ error });
      this.#warn("the outbox could not be read; the next round tries again", { error: textOf(error) });
      return [];
    }
  }

  async #carry(message: HandedDelivery): Promise<Omit<HandedOn, "message">> {
    const { outbox, clock, attemptsMax, sink, patience } = this.#settings;
    if (message.attempts > attemptsMax) {
      // Whoever had it last said nothing: it may be what killed them.
      const error = message.lastError ?? "nobody said what became of it";
      return this.#fail(message, { kind: "refused", error });
    }
    const answer = await this.#ask(message);
    if (answer.kind !== "delivered") return this.#fail(message, answer);
    const written = await withPatience(patience, async () => outbox.delivered(message, clock()));
    const { key, attempts } = message;
    if (written.kind === "delivered") this.#say("info", "delivered", { key, attempts, sink: sink.name });
    else this.#warn("delivered behind the end of its lease; it may arrive twice", { key, sink: sink.name });
    return { answer: written };
  }

  /** What the sink says; what it throws, and its silence, are a failure like any other. */
  async #ask(message: HandedDelivery): Promise<SinkAnswer> {
    const { sink, timeoutMs } = this.#settings;
    const patience = new AbortController();
    try {
      return await withinTime(sink.deliver(message, patience.signal), timeoutMs);
    } catch (error) {
      return { kind: "failed", error: textOf(error) };
    } finally {
      patience.abort();
    }
  }

  async #fail(
    message: HandedDelivery,
    answer: Exclude<SinkAnswer, { kind: "delivered" }>,
  ): Promise<Omit<HandedOn, "message">> {
    const { outbox, clock, attemptsMax, sink, patience } = this.#settings;
    const { key, runId, attempts } = message;
    const at = clock();
    const isLast = answer.kind === "refused" || attempts >= attemptsMax;
    const failure = isLast
      ? { at, error: givenUp(message, answer.error) }
      : { at, error: answer.error, retryAt: at + this.#waitMs(attempts, answer.retryAfterMs) };
    const written = await withPatience(patience, async () => outbox.failed(message, failure));
    const details = { key, runId, attempts, sink: sink.name, error: answer.error };
    switch (written.kind) {
      case "retry":
        this.#warn("not delivered; it is tried again", { ...details, retryAt: written.at });
        break;
      case "dead":
        this.#warn(`given up; ${sayAtStake(textAtStake(message.settlement))}`, {
          ...details,
          text: textAtStake(message.settlement),
        });
        break;
      case "dropped":
        this.#say("info", "not delivered, and not wanted any more", details);
        break;
      case "lost":
        this.#warn("not delivered, and another has it", details);
        break;
      default:
        written satisfies never;
    }
    return { answer: written, error: answer.error };
  }

  #waitMs(attempts: number, retryAfterMs: number = 0): number {
    const { backoff, random, retryAfterMsMax } = this.#settings;
    return Math.max(backoffMs(attempts, random(), backoff), Math.min(retryAfterMs, retryAfterMsMax));
  }

  #warn(message: string, details: object): void {
    this.#say("warn", message, details);
  }

  #say(level: keyof Logger, message: string, details: object): void {
    try {
      this.#settings.logger?.[level](message, details);
    } catch {
      // A log that is full must not stop a delivery, and there is nowhere left to say so.
    }
  }
}

/** What the dead letter keeps. What was at stake comes first: the sink's words may be cut. */
function givenUp({ attempts, settlement }: HandedDelivery, error: string): string {
  const tries = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
  return `given up after ${tries}; ${sayAtStake(textAtStake(settlement))}: ${error}`;
}
