/**
 * One lost child through the shipping sweeper: a registry in memory that holds its run, a session store whose entry
 * lags behind, no live context. Settles nothing but that registry.
 */

import { MemoryRegistry, createSweeper, resolveCompletionFromSessionEntry } from "../../src/agents/index.ts";
import type { Decision, Run, SessionCompletion, SessionEntry } from "../../src/agents/index.ts";
import type { Lost } from "./subject.ts";

/** What a sweep made of a child. */
export interface Swept {
  /** What the session store's entry settles: null, or the sweeper would not have to read at all. */
  readonly trigger: SessionCompletion | null;
  readonly decision: Decision;
  /** The run as the registry has it afterwards. */
  readonly run: Run;
}

/** Sweeps one child, once. */
export async function sweep(lost: Lost): Promise<Swept> {
  const listed = runOf(lost);
  const entry = laggingEntry(lost);
  const registry = new MemoryRegistry([listed]);
  const sweeper = createSweeper({
    registry,
    sessionEntry: () => entry,
    isLive: () => false,
    isChildAlive: () => lost.childAlive === true,
    clock: () => lost.sweepAt,
    ...(lost.skewMs === undefined ? {} : { skewMs: lost.skewMs }),
  });
  const { runs, failures } = await sweeper.sweepOnce();
  const swept = runs[0];
  if (swept === undefined) throw new Error("the sweep left its run out", { cause: failures[0]?.error });
  return {
    trigger: resolveCompletionFromSessionEntry(entry, listed),
    decision: swept.decision,
    run: registry.get(listed.runId) ?? listed,
  };
}

/** Where no start is known, every answer counts: the run began at the beginning of time. */
function runOf({ path, since = 0, sessionId }: Lost): Run {
  return {
    runId: "run-1",
    generation: 1,
    status: "running",
    childSessionKey: "agent:main:subagent:child",
    requesterSessionKey: "agent:main:main",
    createdAt: since,
    startedAt: since,
    transcript: path,
    ...(sessionId === undefined ? {} : { childSessionId: sessionId }),
  };
}

/** The gateway died before it could note the end: the store still says that the child runs. */
export function laggingEntry({ since = 0 }: Pick<Lost, "since">): SessionEntry {
  return { status: "running", startedAt: since, updatedAt: since };
}
