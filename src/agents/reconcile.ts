/** One run: collect the evidence, decide. Writes nothing, and never throws for evidence that cannot be read. */

import { decide } from "./decide.ts";
import type { Evidence } from "./evidence.ts";
import type { Policy } from "./policy.ts";
import type { Run } from "./run.ts";
import type { Decision } from "./settlement.ts";
import { resolveCompletionFromSessionEntry } from "./sources/session-entry.ts";
import type { SessionEntry } from "./sources/session-entry.ts";
import { failureOf, readTranscript } from "./sources/transcript.ts";
import type { TranscriptLocation } from "./sources/transcript.ts";

type Answer<T> = T | Promise<T>;

/** What a host lends a reconciliation. Whatever of it throws is noted as evidence, and decides nothing else. */
export interface ReconcileDeps {
  /** Where the run's transcript lies; nothing where nobody knows. By default the path in the run. */
  readonly locateTranscript?: (run: Run) => Answer<TranscriptLocation | string | undefined>;
  /** The session store's entry for the child. */
  readonly sessionEntry?: (run: Run) => Answer<SessionEntry | null | undefined>;
  /** True while the host holds an active context for the run. */
  readonly isLive?: (run: Run) => Answer<boolean>;
  /** True where the host sees the child alive: a window, a process. */
  readonly isChildAlive?: (run: Run) => Answer<boolean>;
  /** True while a descendant of the run is active in the registry. */
  readonly hasActiveDescendant?: (run: Run) => Answer<boolean>;
  /** True where something besides the registry's pause can wake a parked child. */
  readonly canBeWoken?: (run: Run) => Answer<boolean>;
  /** Unix ms. By default the system's clock. */
  readonly clock?: () => number;
  readonly policy?: Partial<Policy>;
  /** Allowance for a child's clock behind the registry's, ms. */
  readonly skewMs?: number;
}

/**
 * What becomes of a run that lost its context: for a host with a sweeper of its own, in its lost-context branch.
 *
 * @param run the run, as the registry has it
 * @param deps what the host knows of it
 * @returns `ok` with result, source and evidence; `error` with reason and salvage; `wait` with its bound; `leave`
 *   where the run is none of a sweeper's business. Nothing is written.
 * @example
 * const decision = await reconcileLostContext(run, { locateTranscript: (run) => `${sessions}/${run.childSessionId}.jsonl` });
 * if (decision.kind === "ok") settleOk(run, decision.result.text, decision.source);
 */
export async function reconcileLostContext(run: Run, deps: ReconcileDeps = {}): Promise<Decision> {
  const now = (deps.clock ?? Date.now)();
  const evidence = await collect(run, deps);
  return decide(run, evidence, now, deps.policy);
}

/** Gathers what there is to know. The transcript is read only where the cheaper evidence leaves the run open. */
export async function collect(run: Run, deps: ReconcileDeps): Promise<Evidence> {
  try {
    const live = (await deps.isLive?.(run)) ?? false;
    const idle: Evidence = { live, descendantActive: false, childAlive: false, canBeWoken: false };
    if (live || run.status === "ended" || run.status === "queued") return idle;
    const completion = resolveCompletionFromSessionEntry(await deps.sessionEntry?.(run), run);
    const host = {
      descendantActive: (await deps.hasActiveDescendant?.(run)) ?? false,
      childAlive: (await deps.isChildAlive?.(run)) ?? false,
      canBeWoken: (await deps.canBeWoken?.(run)) ?? false,
    };
    return {
      live,
      ...(completion === null ? {} : { completion }),
      ...host,
      ...(await transcriptOf(run, deps)),
    };
  } catch (error) {
    return {
      live: false,
      descendantActive: false,
      childAlive: false,
      canBeWoken: false,
      ...failureOf(error),
    };
  }
}

async function transcriptOf(
  run: Run,
  deps: ReconcileDeps,
): Promise<Pick<Evidence, "transcript" | "failure">> {
  const found = deps.locateTranscript === undefined ? run.transcript : await deps.locateTranscript(run);
  if (found === undefined) {
    return {
      failure: { reason: "missing", detail: "nobody knows where the transcript lies", transient: false },
    };
  }
  const location = typeof found === "string" ? { path: found } : found;
  try {
    return await readTranscript(run, location, deps.skewMs === undefined ? {} : { skewMs: deps.skewMs });
  } catch (error) {
    return failureOf(error, location.path);
  }
}
