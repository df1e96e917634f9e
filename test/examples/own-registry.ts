import { createSweeper } from "../../src/agents/index.ts";
import type { Run, Sweeper, SweeperOptions } from "../../src/agents/index.ts";

type Told = SweeperOptions["onSettled"] & {};
export function sweeperOver(runs: Map<string, Run>, sessions: string, onSettled: Told): Sweeper {
  const isStale = (run: Run) => run.status === "running" || run.status === "paused";
  const locateTranscript = ({ childSessionId }: Run) => ({ path: `${sessions}/${childSessionId}.jsonl` });
  const registry: SweeperOptions["registry"] = {
    listStale: async ({ limit }) => [...runs.values()].filter(isStale).slice(0, limit),
    settle: async ({ runId, generation, from, settlement, at }) => {
      const run = runs.get(runId);
      if (run === undefined) return { kind: "unknown-run" };
      if (run.generation !== generation || run.status !== from) return { kind: "lost", run };
      const ended: Run = { ...run, status: "ended", endedAt: at, outcome: settlement.kind };
      runs.set(runId, ended);
      return { kind: "settled", run: ended };
    },
  };
  return createSweeper({ registry, locateTranscript, onSettled });
}
