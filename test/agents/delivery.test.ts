/** The courier: each message reaches the sink, what failed comes again, what is hopeless is given up by name. */

import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { StoreError, callbackSink, createCourier, memoryStore } from "../../src/agents/index.ts";
import type {
  CourierOptions,
  Delivery,
  RunStore,
  Settlement,
  Sink,
  SinkAnswer,
} from "../../src/agents/index.ts";
import { NOW, aRun, lostContext, recovered } from "../support/registry-runs.ts";

/** Ends a run, so that its parent is to be told. */
async function settle(store: RunStore, runId: string, settlement: Settlement = recovered()): Promise<void> {
  await store.add(aRun({ runId }));
  await store.settle({ runId, generation: 1, from: "running", settlement, at: NOW });
}

async function storeWith(...runIds: readonly string[]): Promise<RunStore> {
  const store = memoryStore();
  for (const runId of runIds) await settle(store, runId);
  return store;
}

/** Answers as it is told to, and remembers what it was handed. */
class ScriptedSink implements Sink {
  readonly name = "script";
  readonly handed: Delivery[] = [];
  readonly #answers: SinkAnswer[];
  constructor(...answers: SinkAnswer[]) {
    this.#answers = answers;
  }

  async deliver(message: Delivery): Promise<SinkAnswer> {
    this.handed.push(message);
    return this.#answers.shift() ?? { kind: "delivered" };
  }
}

const byName = (one: string, other: string) => (one < other ? -1 : 1);
const FAILED = { kind: "failed", error: "no connection" } as const;

/** A courier whose clock is moved by hand, and which waits for the whole of every wait. */
function courierOver(outbox: CourierOptions["outbox"], sink: Sink, options: Partial<CourierOptions> = {}) {
  const time = { now: NOW };
  const logged: unknown[] = [];
  const logger = {
    info: (message: string, details?: object) => void logged.push({ level: "info", message, ...details }),
    warn: (message: string, details?: object) => void logged.push({ level: "warn", message, ...details }),
  };
  const clock = () => time.now;
  const fixed = { clock, logger, random: () => 1, holder: "test" };
  return { courier: createCourier({ outbox, sink, ...fixed, ...options }), time, logged };
}

test("hands each message on, once", async () => {
  const store = await storeWith("run-1", "run-2", "run-3");
  const told: string[] = [];
  const sink = callbackSink(({ key, settlement }) => void told.push(`${key} ${settlement.kind}`));
  const { courier } = courierOver(store, sink, { concurrency: 2 });
  const { messages, failures, full } = await courier.deliverOnce();
  expect(told.sort()).toEqual(["run-1/1 ok", "run-2/1 ok", "run-3/1 ok"]);
  expect(messages.map(({ answer }) => answer.kind)).toEqual(["delivered", "delivered", "delivered"]);
  expect({ failures, full }).toEqual({ failures: [], full: false });
  expect((await courier.deliverOnce()).messages).toEqual([]);
  expect(await store.listDeliveries({ state: "delivered", limit: 10 })).toHaveLength(3);
});

test("what failed is tried again, each time later, under the same key", async () => {
  const store = await storeWith("run-1");
  const sink = new ScriptedSink(FAILED, FAILED);
  const { courier, time } = courierOver(store, sink);
  await courier.deliverOnce();
  expect(await store.deliveriesOf("run-1")).toMatchObject([
    { state: "pending", attempts: 1, dueAt: NOW + 1_000, lastError: "no connection" },
  ]);
  time.now += 999;
  expect((await courier.deliverOnce()).messages).toEqual([]);
  time.now += 1;
  expect((await courier.deliverOnce()).messages).toMatchObject([
    { answer: { kind: "retry", at: time.now + 2_000 }, error: "no connection" },
  ]);
  time.now += 2_000;
  await courier.deliverOnce();
  expect(sink.handed.map(({ key, attempts }) => `${key} ${attempts}`)).toEqual([
    "run-1/1 1",
    "run-1/1 2",
    "run-1/1 3",
  ]);
  expect(await store.deliveriesOf("run-1")).toMatchObject([{ state: "delivered" }]);
});

test.each([
  ["longer than the backoff: respected", 30_000, 30_000],
  ["shorter than the backoff: the backoff stands", 10, 1_000],
  ["longer than anybody waits: the limit", 1_000_000, 60_000],
])("a receiver's wait, %s", async (_name, retryAfterMs, waited) => {
  const store = await storeWith("run-1");
  const sink = new ScriptedSink({ ...FAILED, retryAfterMs });
  const { courier } = courierOver(store, sink, { retryAfterMsMax: 60_000 });
  const { messages } = await courier.deliverOnce();
  expect(messages).toMatchObject([{ answer: { kind: "retry", at: NOW + waited } }]);
});

test("what was refused is given up at once, and says what was lost", async () => {
  const store = memoryStore();
  await settle(store, "ok", recovered("Größe"));
  await settle(store, "salvage", lostContext("Let me"));
  await settle(store, "silent", lostContext());
  const refused = { kind: "refused", error: "no such session" } as const;
  const { courier, logged } = courierOver(store, new ScriptedSink(refused, refused, refused));
  const { messages } = await courier.deliverOnce();
  expect(messages.map(({ answer }) => answer.kind)).toEqual(["dead", "dead", "dead"]);
  const said = {
    ok: ["text was lost to the parent: 7 bytes of the result, kept in the store", "result", 7],
    salvage: ["text was lost to the parent: 6 bytes of salvage, kept in the store", "salvage", 6],
    silent: ["no text was lost", "none", 0],
  } as const;
  for (const [runId, [sentence, kind, bytes]] of Object.entries(said)) {
    const lastError = `given up after 1 attempt; ${sentence}: no such session`;
    expect(await store.deliveriesOf(runId)).toMatchObject([{ state: "dead", lastError }]);
    const message = `given up; ${sentence}`;
    expect(logged).toContainEqual(
      expect.objectContaining({ level: "warn", message, runId, text: { kind, bytes } }),
    );
  }
});

test("after so many attempts it is given up; retried by hand it has them all again", async () => {
  const store = await storeWith("run-1");
  const sink = new ScriptedSink(FAILED, FAILED);
  const { courier, time } = courierOver(store, sink, { attemptsMax: 2 });
  await courier.deliverOnce();
  time.now += 1_000;
  expect((await courier.deliverOnce()).messages).toMatchObject([{ answer: { kind: "dead" } }]);
  time.now += 1_000_000;
  expect((await courier.deliverOnce()).messages).toEqual([]);
  await store.retry("run-1", time.now);
  expect((await courier.deliverOnce()).messages).toMatchObject([{ answer: { kind: "delivered" } }]);
});

test("what its holders died of is not handed out for ever", async () => {
  const store = await storeWith("run-1");
  for (const turn of [1, 2, 3]) {
    await store.claimDeliveries({ now: NOW + turn * 10, limit: 1, leaseMs: 10, holder: "killed" });
  }
  const sink = new ScriptedSink();
  const { courier, time } = courierOver(store, sink, { attemptsMax: 3 });
  time.now += 1_000;
  expect((await courier.deliverOnce()).messages).toMatchObject([{ answer: { kind: "dead" } }]);
  expect(sink.handed).toEqual([]);
});

test("a sink that throws, rejects or says nothing in time has failed", async () => {
  const store = await storeWith("throws", "rejects", "sleeps");
  const aborted: string[] = [];
  const sink: Sink = {
    name: "bad",
    deliver: ({ runId }, signal) => {
      if (runId === "throws") throw new Error("thrown");
      if (runId === "rejects") return Promise.reject(new Error("rejected"));
      signal.addEventListener("abort", () => aborted.push(runId));
      return sleep(60_000, { kind: "delivered" }, { signal });
    },
  };
  const { courier } = courierOver(store, sink, { timeoutMs: 20 });
  const { messages } = await courier.deliverOnce();
  expect(messages.map(({ answer }) => answer.kind)).toEqual(["retry", "retry", "retry"]);
  const errors = await store.listDeliveries({ state: "pending", limit: 10 });
  expect(errors.map(({ runId, lastError }) => `${runId}: ${lastError}`)).toEqual([
    "rejects: rejected",
    "sleeps: no answer within 20 ms",
    "throws: thrown",
  ]);
  expect(aborted).toEqual(["sleeps"]);
});

test("no more are claimed than are handed on at once, and no more than one round may take", async () => {
  const store = await storeWith(...Array.from({ length: 10 }, (_, n) => `run-${n}`));
  let [now, most] = [0, 0];
  const sink = callbackSink(async () => {
    now += 1;
    most = Math.max(most, now);
    await new Promise(setImmediate);
    now -= 1;
  });
  const claim = vi.spyOn(store, "claimDeliveries");
  const { courier } = courierOver(store, sink, { concurrency: 3, messagesMax: 7 });
  const first = await courier.deliverOnce();
  expect([first.messages.length, first.full, most]).toEqual([7, true, 3]);
  expect(claim.mock.calls.map(([{ limit }]) => limit)).toEqual([3, 3, 1]);
  const rest = await courier.deliverOnce();
  expect([rest.messages.length, rest.full]).toEqual([3, false]);
});

test("two rounds at once are one", async () => {
  const store = await storeWith("run-1");
  const { courier } = courierOver(store, new ScriptedSink());
  expect(courier.deliverOnce()).toBe(courier.deliverOnce());
  expect((await courier.deliverOnce()).messages).toHaveLength(1);
});

test("an outbox that fails stops nothing for the rest", async () => {
  const store = await storeWith("run-1", "run-2");
  vi.spyOn(store, "delivered").mockRejectedValueOnce(new Error("database is locked"));
  const sink = new ScriptedSink();
  const { courier, time } = courierOver(store, sink, { leaseMs: 1_000, timeoutMs: 500 });
  const round = await courier.deliverOnce();
  expect(round.messages).toHaveLength(1);
  expect(round.failures).toMatchObject([{ message: { key: "run-1/1" } }]);
  time.now += 1_000;
  expect((await courier.deliverOnce()).messages).toMatchObject([
    { message: { key: "run-1/1", attempts: 2 } },
  ]);
  vi.spyOn(store, "claimDeliveries").mockRejectedValueOnce(new Error("gone"));
  expect(await courier.deliverOnce()).toEqual({
    messages: [],
    failures: [{ error: new Error("gone") }],
    full: false,
  });
});

test("an outbox that was locked for a moment is asked again, and the sink is not", async () => {
  const store = await storeWith("run-1", "run-2");
  const locked = new StoreError({ code: "busy", detail: "database is locked" });
  for (const call of ["claimDeliveries", "delivered", "failed"] as const) {
    vi.spyOn(store, call).mockRejectedValueOnce(locked).mockRejectedValueOnce(locked);
  }
  const sink = new ScriptedSink(FAILED);
  const slept: number[] = [];
  const sleep = async (ms: number) => void slept.push(ms);
  const { courier } = courierOver(store, sink, { sleep });
  const { messages, failures } = await courier.deliverOnce();
  expect(messages.map(({ answer }) => answer.kind).sort(byName)).toEqual(["delivered", "retry"]);
  expect([failures, sink.handed.length, slept.length]).toEqual([[], 2, 6]);
  vi.spyOn(store, "delivered").mockRejectedValue(locked);
  await settle(store, "run-3");
  expect((await courier.deliverOnce()).failures).toMatchObject([{ error: locked }]);
  expect([sink.handed.length, slept.length]).toEqual([3, 11]);
});

test("who delivers behind the end of the lease is told that another has it", async () => {
  const store = await storeWith("run-1");
  const { courier, time, logged } = courierOver(
    store,
    callbackSink(async () => {
      time.now += 60_000;
      await store.claimDeliveries({ now: time.now, limit: 1, leaseMs: 60_000, holder: "other" });
    }),
  );
  expect((await courier.deliverOnce()).messages).toMatchObject([{ answer: { kind: "lost" } }]);
  expect(logged).toMatchObject([{ level: "warn", message: expect.stringContaining("may arrive twice") }]);
});

test("on its timer it goes on until it is stopped, and a log that throws does not stop it", async () => {
  const store = await storeWith("run-1");
  const sink = new ScriptedSink();
  const logger = {
    info: () => {
      throw new Error("disk full");
    },
    warn: () => undefined,
  };
  const { courier } = courierOver(store, sink, { intervalMs: 1, logger });
  courier.start();
  await vi.waitFor(() => expect(sink.handed).toHaveLength(1));
  await settle(store, "run-2");
  await vi.waitFor(() => expect(sink.handed).toHaveLength(2));
  await courier.stop();
  await settle(store, "run-3");
  await sleep(20);
  expect(sink.handed).toHaveLength(2);
});

test("stop waits for the messages in hand, and claims no others", async () => {
  const store = await storeWith("run-1", "run-2");
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const handed: string[] = [];
  const sink = callbackSink(async ({ runId }) => {
    handed.push(runId);
    await opened;
  });
  const { courier } = courierOver(store, sink, { concurrency: 1 });
  const round = courier.deliverOnce();
  await vi.waitFor(() => expect(handed).toEqual(["run-1"]));
  const stopping = courier.stop();
  open();
  await stopping;
  expect((await round).messages).toMatchObject([{ answer: { kind: "delivered" } }]);
  expect(await store.deliveriesOf("run-2")).toMatchObject([{ state: "pending", attempts: 0 }]);
});

test.each([
  ["concurrency", 0],
  ["concurrency", 1_001],
  ["messagesMax", 1.5],
  ["leaseMs", 3_600_001],
  ["timeoutMs", 30_001],
  ["attemptsMax", Number.NaN],
  ["retryAfterMsMax", -1],
  ["intervalMs", 2 ** 31],
  ["storeTriesMax", 0],
])("refuses %s: %s", (name, value) => {
  const options = { outbox: memoryStore(), sink: new ScriptedSink(), [name]: value };
  expect(() => createCourier(options)).toThrow(new RegExp(`^${name} must be`));
});
