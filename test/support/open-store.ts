/**
 * A program: opens the store at a URL as soon as a line comes in, adds a run of its own, and says `done` or the code
 * of the failure. For tests that let many processes do it at once.
 */

import { once } from "node:events";
import { argv, stdin, stdout } from "node:process";
import { createInterface } from "node:readline";
import { StoreError } from "../../src/agents/stores/failure.ts";
import { openRegistry } from "../../src/agents/stores/open.ts";
import { aRun } from "./registry-runs.ts";

const [, , url = "", runId = ""] = argv;
const lines = createInterface({ input: stdin });
stdout.write("ready\n");
await once(lines, "line");
try {
  const store = await openRegistry(url);
  await store.add(aRun({ runId }));
  await store.close();
  stdout.write("done\n");
} catch (error) {
  stdout.write(`${error instanceof StoreError ? error.failure.code : String(error)}\n`);
}
lines.close();
