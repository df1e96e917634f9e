import { callbackSink, createCourier, createSweeper, openRegistry } from "../../src/agents/index.ts";
import type { Delivery } from "../../src/agents/index.ts";

/** Settles what is lost in a store, and tells the parents; those who cannot be told now are told again later. */
export async function sweepAndTell(url: string, tell: (message: Delivery) => Promise<void>) {
  const store = await openRegistry(url); // such as sqlite:runs.db; a store is a registry
  const sweeper = createSweeper({ registry: store });
  const courier = createCourier({ outbox: store, sink: callbackSink(tell) });
  await sweeper.sweepOnce();
  const { messages } = await courier.deliverOnce(); // or start() both: they go on, and keep no process alive
  await store.close();
  return messages.map(({ message, answer }) => `${message.key} ${answer.kind}`);
}
