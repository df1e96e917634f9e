/** The HTTP sink, against a real server on this machine. */

import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingHttpHeaders, RequestListener, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import {
  createCourier,
  httpSink,
  memoryStore,
  messageText,
  verifySignature,
} from "../../../src/agents/index.ts";
import type { HttpSinkOptions } from "../../../src/agents/index.ts";
import { headerKey } from "../../../src/agents/sinks/header-key.ts";
import { aDelivery } from "../../support/deliveries.ts";
import { serving } from "../../support/http-receiver.ts";
import { NOW, aRun, recovered } from "../../support/registry-runs.ts";

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server on this machine that remembers what it is sent. */
async function serve(
  answer: (response: ServerResponse, nth: number) => void = (response) => void response.writeHead(204).end(),
): Promise<{ readonly url: string; readonly received: readonly Received[] }> {
  const received: Received[] = [];
  const listener: RequestListener = (request, response) => {
    void text(request).then((body) => {
      const { method, url, headers } = request;
      received.push({ method, url, headers, body });
      answer(response, received.length);
    });
  };
  return { url: await serving(listener), received };
}

const deliver = (options: HttpSinkOptions, delivery = aDelivery()) =>
  httpSink(options).deliver(delivery, new AbortController().signal);

test("posts the message, with its key and a signature that fits", async () => {
  const { url, received } = await serve();
  const secret = "a secret of the two";
  const answer = await deliver({ url: `${url}/results?for=me`, secret, clock: () => NOW });
  expect(answer).toEqual({ kind: "delivered" });
  expect(received).toHaveLength(1);
  const { method, url: path, headers, body } = received[0]!;
  expect([method, path]).toEqual(["POST", "/results?for=me"]);
  expect(headers).toMatchObject({ "content-type": "application/json", "idempotency-key": "run-1/1" });
  expect(body).toBe(messageText(aDelivery()));
  const header = headers["lastword-signature"];
  expect(verifySignature({ header: String(header), body, secret, now: NOW })).toEqual({ kind: "valid" });
});

test("without a secret nothing is signed", async () => {
  const { url, received } = await serve();
  await deliver({ url });
  expect(received[0]?.headers).not.toHaveProperty("lastword-signature");
});

test("headers of one's own go along, and a password in the address becomes one", async () => {
  const { url, received } = await serve();
  await deliver({
    url,
    headers: { "x-team": "blue", "Idempotency-Key": "mine", "Content-Type": "text/plain" },
  });
  expect(received[0]?.headers).toMatchObject({
    "x-team": "blue",
    "idempotency-key": "run-1/1",
    "content-type": "application/json",
  });
  const sink = httpSink({ url: url.replace("http://", "http://me:p%40ss@") });
  expect(await sink.deliver(aDelivery(), new AbortController().signal)).toEqual({ kind: "delivered" });
  const basic = `Basic ${Buffer.from("me:p@ss").toString("base64")}`;
  expect(received[1]?.headers.authorization).toBe(basic);
  expect(sink.name).toBe(url);
});

test("what the server says counts, and the beginning of its words is kept", async () => {
  const { url } = await serve((response, nth) => {
    if (nth === 1) response.writeHead(503, { "retry-after": "9" }).end("busy\n");
    else response.writeHead(400).end("x".repeat(100_000));
  });
  expect(await deliver({ url })).toEqual({ kind: "failed", error: "HTTP 503: busy", retryAfterMs: 9_000 });
  expect(await deliver({ url })).toEqual({ kind: "refused", error: `HTTP 400: ${"x".repeat(1_024)}` });
});

test("a redirect is not followed", async () => {
  const elsewhere = await serve();
  const { url } = await serve((response) => void response.writeHead(307, { location: elsewhere.url }).end());
  expect(await deliver({ url })).toMatchObject({ kind: "refused" });
  expect(elsewhere.received).toEqual([]);
});

test("silence, a connection cut off and nobody there may pass", async () => {
  const silent = await serve(() => undefined);
  expect(await deliver({ url: silent.url, timeoutMs: 50 })).toEqual({
    kind: "failed",
    error: "no answer within 50 ms",
  });
  const cut = await serve((response) => void response.destroy());
  expect(await deliver({ url: cut.url })).toMatchObject({ kind: "failed" });
  const gone = createServer().listen(0, "127.0.0.1");
  await once(gone, "listening");
  const address = gone.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  gone.close();
  await once(gone, "close");
  expect(await deliver({ url: `http://127.0.0.1:${port}` })).toEqual({
    kind: "failed",
    error: `connect ECONNREFUSED 127.0.0.1:${port}`,
  });
});

test("an answer whose body never ends, or breaks off, is read by its status", async () => {
  const { url } = await serve((response, nth) => {
    response.writeHead(nth === 1 ? 200 : 502);
    response.write("a word", () => nth > 1 && response.destroy());
  });
  expect(await deliver({ url })).toEqual({ kind: "delivered" });
  expect(await deliver({ url })).toEqual({ kind: "failed", error: "HTTP 502: a word" });
});

test("nobody waits any more: the request is called off", async () => {
  const closed: boolean[] = [];
  const { url, received } = await serve((response) => {
    response.on("close", () => closed.push(response.writableFinished));
  });
  const patience = new AbortController();
  const answer = httpSink({ url }).deliver(aDelivery(), patience.signal);
  await expect.poll(() => received.length).toBe(1);
  patience.abort();
  expect(await answer).toMatchObject({ kind: "failed" });
  await expect.poll(() => closed).toEqual([false]);
});

test("a body longer than the limit is cut in its text, and the rest is whole", async () => {
  const { url, received } = await serve();
  const long = aDelivery({}, recovered("x".repeat(100_000)));
  await deliver({ url, bodyBytesMax: 20_000 }, long);
  expect(Buffer.byteLength(received[0]?.body ?? "")).toBeLessThanOrEqual(20_000);
  expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({ result: { bytes: 100_000, truncated: true } });
  const key = "k".repeat(20_000);
  expect(await deliver({ url, bodyBytesMax: 16_384 }, { ...long, key })).toEqual({
    kind: "refused",
    error: "the message does not fit into 16384 bytes",
  });
  expect(received).toHaveLength(1);
});

test("through a courier: tried again when the server asks for it, then delivered, once", async () => {
  const { url, received } = await serve((response, nth) => {
    response.writeHead(nth === 1 ? 429 : 200, { "retry-after": "60" }).end();
  });
  const store = memoryStore();
  await store.add(aRun());
  await store.settle({ runId: "run-1", generation: 1, from: "running", settlement: recovered(), at: NOW });
  const time = { now: NOW };
  const courier = createCourier({ outbox: store, sink: httpSink({ url }), clock: () => time.now });
  expect((await courier.deliverOnce()).messages).toMatchObject([
    { answer: { kind: "retry", at: NOW + 60_000 } },
  ]);
  time.now += 60_000;
  await courier.deliverOnce();
  expect(received.map(({ headers }) => headers["idempotency-key"])).toEqual(["run-1/1", "run-1/1"]);
  expect(received[1]?.body).toBe(received[0]?.body);
  expect(await store.deliveriesOf("run-1")).toMatchObject([{ state: "delivered", attempts: 2 }]);
});

describe("is refused at once", () => {
  test.each([
    ["no URL", { url: "parent.example:s3cret" }, TypeError],
    ["another scheme", { url: "ftp://me:s3cret@parent.example" }, TypeError],
    ["a secret that can be guessed", { secret: "s3cret" }, RangeError],
    ["a header with a line end", { headers: { "x-key": "s3cret\r\nx: y" } }, RangeError],
    ["no time to answer", { timeoutMs: 0 }, RangeError],
    ["no room for a body", { bodyBytesMax: 16_383 }, RangeError],
  ])("%s", (_name, change, kind) => {
    const make = () => httpSink({ url: "http://parent.example", ...change });
    expect(make).toThrow(kind);
    expect(make).not.toThrow(/s3cret/);
  });
});

test.each([
  ["run-1/1", "run-1/1"],
  ["agent:main/2/correction-1", "agent:main/2/correction-1"],
  ["a b%20", "a%20b%2520"],
  ["Größe\n🙂", "Gr%c3%b6%c3%9fe%0a%f0%9f%99%82"],
  ["half \ud83d", "half%20%ud83d"],
])("the key %j in a header", (key, header) => {
  expect(headerKey(key)).toBe(header);
});
