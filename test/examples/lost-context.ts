import { explainDecision, reconcileLostContext } from "../../src/agents/index.ts";
import type { Run } from "../../src/agents/index.ts";

export async function settleLost(run: Run, transcript: string): Promise<string | undefined> {
  const decision = await reconcileLostContext(run, { locateTranscript: () => transcript });
  console.log(explainDecision(run, decision));
  if (decision.kind === "ok") return decision.result.text;
  if (decision.kind === "error") throw new Error(decision.error);
  return undefined; // leave, or wait: ask again, for a wait not before decision.until
}
