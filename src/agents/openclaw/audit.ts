/** Every run of an OpenClaw registry beside what its child's record proves. Reads; writes and tells nobody. */

import type { SqliteEngine } from "../stores/sqlite/driver.ts";
import { openReadOnly } from "../stores/sqlite/read-only.ts";
import { attribute, isAfterEnd } from "./attribution.ts";
import type { Attribution } from "./attribution.ts";
import { ChildReader } from "./child.ts";
import type { ChildOptions, ChildReading } from "./child.ts";
import { registryFile } from "./places.ts";
import { readRegistry } from "./registry.ts";
import type { RegistryReading } from "./registry.ts";
import { openClawRunBegan, wasKilled } from "./run.ts";
import type { OpenClawRun } from "./run.ts";

/**
 * Where registry and record disagree: it says that the run failed, and the record proves an answer of it; or that all
 * is well, and the record proves that the child did not finish.
 */
export type Disagreement = "hidden-answer" | "unproved-ok";

/** One run, as the registry has it and as its record has it. */
export interface RunFinding {
  readonly run: OpenClawRun;
  readonly reading: ChildReading;
  readonly attribution: Attribution;
  readonly disagreement?: Disagreement | undefined;
}

/** A registry beside its records, as far as it was read. */
export interface Audit extends Omit<RegistryReading, "runs"> {
  /** One after the other, newest run first. Ends the reading when it is left. */
  findings(): AsyncGenerator<RunFinding>;
  readonly count: number;
}

/**
 * Reads the registry of a state folder.
 *
 * @param stateDir OpenClaw's state folder, `~/.openclaw` say
 * @throws {StoreError} where the registry cannot be read; its `detail` names what to do
 */
export async function auditOpenClaw(stateDir: string, options: ChildOptions = {}): Promise<Audit> {
  const { runs, ...rest } = await registryOf(stateDir, options);
  return { ...rest, count: runs.length, findings: () => findings(stateDir, runs, options) };
}

/** The registry of a state folder, read at once. */
export async function registryOf(
  stateDir: string,
  options: { readonly engine?: SqliteEngine } = {},
): Promise<RegistryReading> {
  const database = await openReadOnly(registryFile(stateDir), options);
  try {
    return database.snapshot(() => readRegistry(database));
  } finally {
    database.close();
  }
}

async function* findings(
  stateDir: string,
  runs: readonly OpenClawRun[],
  options: ChildOptions,
): AsyncGenerator<RunFinding> {
  const reader = new ChildReader(stateDir, options);
  try {
    for (const run of runs) {
      const reading = await reader.read(run);
      const attribution = attribute(run, runs, reading);
      yield { run, reading, attribution, disagreement: disagreementOf(run, runs, reading, attribution) };
    }
  } finally {
    reader.close();
  }
}

function disagreementOf(
  run: OpenClawRun,
  runs: readonly OpenClawRun[],
  { judgement }: ChildReading,
  { kind }: Attribution,
): Disagreement | undefined {
  if (run.endedAt === undefined || run.outcome === undefined || wasKilled(run)) return undefined;
  if (run.outcome.status !== "ok") return kind === "answer" ? "hidden-answer" : undefined;
  // What came behind the run on its session says nothing of it.
  const later = runs.some((other) => other.childSessionKey === run.childSessionKey && isAfter(other, run));
  if (later || isAfterEnd(judgement.at, run)) return undefined;
  // A record that cannot be read contradicts nothing, and a child may end well without a word.
  const proved = judgement.kind === "unfinished" || judgement.kind === "parked";
  return proved && judgement.reason !== "silent-reply" ? "unproved-ok" : undefined;
}

function isAfter(other: OpenClawRun, run: OpenClawRun): boolean {
  return other.runId !== run.runId && openClawRunBegan(other) >= openClawRunBegan(run);
}
