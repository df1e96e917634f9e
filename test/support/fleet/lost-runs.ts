/** Many lost runs in a store, with a transcript each, and what must become of every one of them. */

import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Run, RunStore } from "../../../src/agents/index.ts";
import { lines } from "../folder.ts";
import { START, assistant, call, entries, header, result, user, yields } from "../openclaw-records.ts";
import type { Body } from "../openclaw-records.ts";

/** How a run must be settled. */
export interface Truth {
  readonly outcome: "ok" | "error";
  /** The answer, or the words that were saved. */
  readonly text: string;
}

const AT_ONCE = 20;

/** Ways to end, in turn: three of five with an answer. */
const WAYS: readonly ((n: number) => { readonly records: readonly Body[]; readonly truth: Truth })[] = [
  answered,
  (n) => ({
    records: [assistant(`Let me see ${n}.`, { calls: [call("c1")] }), result("c1")],
    truth: { outcome: "error", text: `Let me see ${n}.` },
  }),
  answered,
  (n) => ({
    records: yields(`Helpers are on ${n}.`),
    truth: { outcome: "error", text: `Helpers are on ${n}.` },
  }),
  answered,
];

function answered(n: number) {
  const truth: Truth = { outcome: "ok", text: `The answer is ${n}.` };
  return { records: [assistant("", { calls: [call("c1")] }), result("c1"), assistant(truth.text)], truth };
}

/**
 * Adds so many runs, and writes their transcripts, quiet since long ago.
 *
 * @returns the truth, by delivery key
 */
export async function loseRuns(
  store: RunStore,
  folder: string,
  count: number,
): Promise<ReadonlyMap<string, Truth>> {
  mkdirSync(folder);
  const truths = new Map<string, Truth>();
  const runs = Array.from({ length: count }, (_, n): Run => {
    const { records, truth } = (WAYS[n % WAYS.length] ?? answered)(n);
    truths.set(`run-${n}/1`, truth);
    const transcript = join(folder, `run-${n}.jsonl`);
    writeFileSync(transcript, lines(entries(header, user(`Count ${n}.`), ...records)));
    utimesSync(transcript, START / 1_000, START / 1_000);
    return {
      runId: `run-${n}`,
      generation: 1,
      status: "running",
      host: "machine-a",
      childSessionKey: `agent:main:subagent:${n}`,
      requesterSessionKey: "agent:main:main",
      createdAt: START,
      startedAt: START,
      transcript,
    };
  });
  for (let from = 0; from < count; from += AT_ONCE) {
    await Promise.all(runs.slice(from, from + AT_ONCE).map(async (run) => store.add(run)));
  }
  return truths;
}
