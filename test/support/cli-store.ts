/** A store for one test of the command line: a file of its own, and runs in it in every state. */

import { onTestFinished } from "vitest";
import { openRegistry } from "../../src/agents/index.ts";
import type { RunStore, Settlement } from "../../src/agents/index.ts";
import { Folder } from "./folder.ts";
import { NOW, aRun } from "./registry-runs.ts";

export interface CliStore {
  readonly folder: Folder;
  readonly store: RunStore;
  /** Behind a command: the store that it works on. */
  readonly flags: readonly string[];
}

/** An empty store. */
export async function cliStore(): Promise<CliStore> {
  const folder = new Folder();
  const url = `sqlite:${folder.at("runs.db")}`;
  const store = await openRegistry(url);
  onTestFinished(async () => store.close());
  return { folder, store, flags: ["--store", url] };
}

/** Ends a run, which is added for it. */
export async function settled(
  store: RunStore,
  runId: string,
  settlement: Settlement,
  at = NOW,
): Promise<void> {
  await store.add(aRun({ runId }));
  await store.settle({ runId, generation: 1, from: "running", settlement, at });
}

/** Hands out the messages that are due, and says of each that it was given up. */
export async function giveUp(store: RunStore, error = "given up after 1 attempt: no"): Promise<void> {
  const due = { now: NOW, limit: 10, leaseMs: 1_000, holder: "test" };
  for (const message of await store.claimDeliveries(due)) await store.failed(message, { at: NOW, error });
}

/** The objects of a command's JSON lines. */
export function objectsIn(out: string): readonly Record<string, unknown>[] {
  return out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
