/** A program: delivers so many messages into a JSON-lines file, as fast as it can. For tests of many at once. */

import { argv } from "node:process";
import { jsonLinesSink } from "../../src/agents/sinks/json-lines.ts";
import { aDelivery } from "./deliveries.ts";

const [, , path = "", name = "", count = "0"] = argv;
const sink = jsonLinesSink(path);
for (let n = 0; n < Number(count); n += 1) {
  const message = aDelivery({ runId: `${name}-${n}` });
  // As a courier does: what was spoiled by another's torn line is told again.
  while ((await sink.deliver(message, new AbortController().signal)).kind !== "delivered");
}
