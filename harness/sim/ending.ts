/** How a simulation has to end: every run ended, every parent told or known not to be, and no answer lost. */

import type { RunRow } from "../../src/agents/stores/memory/tables.ts";
import type { Station } from "./station.ts";
import type { Break } from "./trace.ts";
import { SHARED_ROOT } from "./world.ts";
import type { World } from "./world.ts";

/** The allowance between clocks in the reading of a transcript, ms. */
const SKEW_MS = 5_000;

/** What is still open; undefined where everything has come to its end. */
export function endsIn(world: World, stations: readonly Station[]): Break | undefined {
  for (const { run } of world.tables.runs.values()) {
    if (run.status !== "ended") {
      return { invariant: "every run ends", detail: `${run.runId}/${run.generation} is ${run.status}` };
    }
  }
  for (const row of world.tables.allMessages()) {
    if (row.state === "pending") {
      return { invariant: "every parent is told", detail: `${row.runId}/${row.generation} is pending` };
    }
  }
  for (const row of world.tables.runs.values()) {
    if (row.run.outcome === "error" && isAnswerOnDisk(world, stations, row)) {
      return {
        invariant: "no answer is lost",
        detail: `${row.run.runId}/${row.run.generation} had answered`,
      };
    }
  }
  return undefined;
}

/** True where a sweep that could read all along must have found the answer, at the latest when it looked back. */
function isAnswerOnDisk(world: World, stations: readonly Station[], { run }: RunRow): boolean {
  const { answer, spoiled, inputAt } = world.truth.of(run);
  const machine = stations.find((station) => station.machine.name === run.host)?.machine;
  const [settled] = world.tables
    .messagesOf(run.runId)
    .filter(({ generation }) => generation === run.generation);
  if (answer === undefined || spoiled || machine === undefined || machine.hasJumped) return false;
  if (settled === undefined || run.killedAt !== undefined || run.transcript === undefined) return false;
  // The other machines' clocks would have a say in it.
  if (run.transcript.startsWith(`${SHARED_ROOT}/`)) return false;
  return inputAt < settled.settledAt - SKEW_MS;
}
