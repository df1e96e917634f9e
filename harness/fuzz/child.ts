/**
 * The process that the fuzzer watches: makes one input after the other, and holds it to the laws. It has little
 * memory, so that a reader who wants much of it ends it, and ends when it finds something.
 */

import process from "node:process";
import { setImmediate } from "node:timers/promises";
import { check } from "./check.ts";
import type { Breach } from "./check.ts";
import { readCorpus } from "./corpus.ts";
import { inputOf } from "./input.ts";
import type { Input } from "./input.ts";
import { isTask } from "./messages.ts";
import type { Report, Task } from "./messages.ts";
import { minimise } from "./minimise.ts";

/** How long a smaller input is looked for, ms: less than one input may take (watch.ts). */
const MINIMISING_MS_MAX = 15_000;

process.once("message", (task) => {
  if (isTask(task)) void run(task);
});

async function run({ seed, from }: Task): Promise<void> {
  const corpus = readCorpus();
  for (let index = from; ; index += 1) {
    send({ kind: "begin", index });
    const input = inputOf(corpus, seed, index);
    // The laws one by one, and the inputs too: this process is watched by what it says before each.
    const breach = await check(input);
    if (breach !== undefined) {
      const smaller = await minimised(input, breach);
      const { law, detail } = (await check({ ...input, bytes: smaller })) ?? breach;
      send({ kind: "breach", index, law, detail, base64: smaller.toString("base64") });
      return;
    }
    await setImmediate();
  }
}

function minimised(input: Input, { law }: Breach): Promise<Buffer> {
  const end = performance.now() + MINIMISING_MS_MAX;
  return minimise(input.bytes, {
    breaks: async (bytes) => (await check({ ...input, bytes }))?.law === law,
    isOver: () => performance.now() > end,
  });
}

function send(report: Report): void {
  process.send?.(report);
}
