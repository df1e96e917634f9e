/** docs/delivery.md shows the message, the settings and the examples as they are. */

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { courierSettings } from "../src/agents/delivery-options.ts";
import { httpSink, memoryStore, messageOf, messageText } from "../src/agents/index.ts";
import { queueSink } from "./examples/own-sink.ts";
import { receiveResults } from "./examples/receive.ts";
import { aDelivery } from "./support/deliveries.ts";
import { lostContext } from "./support/registry-runs.ts";

const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const page = textOf("../docs/delivery.md");

test.each(["deliver", "receive", "own-sink"])("the example %s is the file that is tested", (name) => {
  const example = textOf(`./examples/${name}.ts`).replaceAll("../../src/agents/index.ts", "lastword/agents");
  expect(page).toContain(`\`\`\`ts\n${example}\`\`\``);
});

test("the example of the other end takes what is signed, and each message once", async () => {
  const secret = "a secret of the two";
  const acted: unknown[] = [];
  const server = receiveResults(secret, (message) => acted.push(message)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const send = async (known: string) =>
    httpSink({ url, secret: known }).deliver(aDelivery(), new AbortController().signal);
  expect(await send("a secret of others")).toEqual({ kind: "refused", error: "HTTP 401" });
  expect(await send(secret)).toEqual({ kind: "delivered" });
  expect(await send(secret)).toEqual({ kind: "delivered" });
  expect(acted).toEqual([messageOf(aDelivery())]);
});

test("the example of a sink of one's own hands on the message, to whom it is for", async () => {
  const published: string[] = [];
  const sink = queueSink(async (session, text) => void published.push(`${session} ${text}`));
  expect(await sink.deliver(aDelivery(), new AbortController().signal)).toEqual({ kind: "delivered" });
  expect(published).toEqual([`agent:main:main ${messageText(aDelivery())}`]);
});

test("every field of a message has a word", () => {
  const fields = new Set([
    ...Object.keys(messageOf(aDelivery({ correction: 1 }))),
    ...Object.keys(messageOf(aDelivery({}, lostContext("Let me see.")))),
    "salvageBytes",
  ]);
  const table = page.slice(page.indexOf("## The message"), page.indexOf("Fields may be added"));
  expect([...fields].filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});

test("its settings are the defaults", () => {
  const sink = { name: "none", deliver: async () => Promise.resolve({ kind: "delivered" } as const) };
  const settings = courierSettings({ outbox: memoryStore(), sink });
  const rows = [...page.matchAll(/^\| `(\w+)` \| ([\d.]+)( s| min| h)? \|/gm)];
  const factors: Readonly<Record<string, number>> = { " s": 1_000, " min": 60_000, " h": 3_600_000 };
  const said = rows.map(([, name = "", count, unit = ""]) => [name, Number(count) * (factors[unit] ?? 1)]);
  expect(said.length).toBe(7);
  expect(settings).toMatchObject(Object.fromEntries(said));
});
