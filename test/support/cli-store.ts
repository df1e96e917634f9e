/** A store for one test of the command line: a file of its own, and runs in it in every state. */

import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openRegistry } from "../../src/agents/index.ts";
import type { RunStore, Settlement } from "../../src/agents/index.ts";
import { Folder } from "./folder.ts";
import { quickFolder } from "./quick-folder.ts";
import { NOW, aRun } from "./registry-runs.ts";

export interface CliStore {
  /** For transcripts, and whatever else the test needs. */
  readonly folder: Folder;
  readonly store: RunStore;
  /** The database's file. */
  readonly path: string;
  /** Behind a command: the store that it works on. */
  readonly flags: readonly string[];
}

/** An empty store. */
export async function cliStore(): Promise<CliStore> {
  const home = mkdtempSync(join(quickFolder(), "lastword-cli-"));
  const path = join(home, "runs.db");
  const store = await openRegistry(`sqlite:${path}`);
  onTestFinished(async () => {
    await store.close();
    rmSync(home, { recursive: true, force: true });
  });
  return { folder: new Folder(), store, path, flags: ["--store", `sqlite:${path}`] };
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
