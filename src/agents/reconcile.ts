/** One run: collect the evidence, decide. Writes nothing, and never throws for evidence that cannot be read. */

import { examineArtifact } from "./artifact/state.ts";
import type { ArtifactEvidence, ArtifactRequest } from "./artifact/state.ts";
import { decide } from "./decide.ts";
import type { ChannelEvidence } from "./events/channel.ts";
import type { Evidence, ReadFailure } from "./evidence.ts";
import { withDefaults } from "./policy.ts";
import type { Policy } from "./policy.ts";
import { leaveAlone } from "./rules/leave-alone.ts";
import { beganAt } from "./run.ts";
import type { Run } from "./run.ts";
import type { Decision } from "./settlement.ts";
import { failureOf } from "./sources/failure.ts";
import { resolveCompletionFromSessionEntry } from "./sources/session-entry.ts";
import type { SessionEntry } from "./sources/session-entry.ts";
import { readTranscript } from "./sources/transcript.ts";
import type { TranscriptFiles, TranscriptLocation } from "./sources/transcript.ts";
import { withinTime } from "./within-time.ts";

type Answer<T> = T | Promise<T>;

/**
 * What a host lends a reconciliation. Whatever of it throws, or does not answer in time, is noted as evidence, and
 * the rest is still asked.
 */
export interface ReconcileDeps {
  /** Where the run's transcript lies; nothing where nobody knows. By default the path in the run. */
  readonly locateTranscript?: (run: Run) => Answer<TranscriptLocation | string | undefined>;
  /** Where transcripts are read. By default this machine's disk. */
  readonly files?: TranscriptFiles;
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
  /** The result that the child was to leave. By default the path in the run, launched at its start, not required. */
  readonly artifact?: (run: Run) => Answer<ArtifactRequest | undefined>;
  /** What the session's event channel says: `channelOf(readEventFiles(folders), { taskId, since })`, say. */
  readonly channel?: (run: Run) => Answer<ChannelEvidence | undefined>;
  /** Unix ms. By default the system's clock. */
  readonly clock?: () => number;
  readonly policy?: Partial<Policy>;
  /** Allowance for a child's clock behind the registry's, ms. */
  readonly skewMs?: number;
}

/**
 * What becomes of a run that lost its context: for a host with a sweeper of its own, in its lost-context branch.
 *
 * @param run the run, as the registry has it. A host that tries again after a `wait` for a read that failed counts
 *   its tries in `readFailures`: at the limit the run is settled all the same.
 * @param deps what the host knows of it
 * @returns `ok` with result, source and evidence; `error` with reason and salvage; `wait` with its bound; `leave`
 *   where the run is none of a sweeper's business. Nothing is written.
 * @throws {RangeError} for a policy or a skew that is none
 * @example
 * const decision = await reconcileLostContext(run, { locateTranscript: (run) => `${sessions}/${run.childSessionId}.jsonl` });
 * if (decision.kind === "ok") settleOk(run, decision.result.text, decision.source);
 */
export async function reconcileLostContext(run: Run, deps: ReconcileDeps = {}): Promise<Decision> {
  const now = (deps.clock ?? Date.now)();
  checkDeps(deps);
  return decide(run, await collect(run, deps, now), now, deps.policy);
}

/**
 * Refuses settings that no reconciliation could use. Left to the reading they would look like a file that cannot be
 * read, and settle every run as lost.
 *
 * @throws {RangeError} for a policy or a skew that is none
 */
export function checkDeps({ policy = {}, skewMs = 0 }: Pick<ReconcileDeps, "policy" | "skewMs">): void {
  withDefaults(policy);
  if (!(Number.isFinite(skewMs) && skewMs >= 0)) {
    throw new RangeError(`skewMs must be a finite number, 0 or more, not ${String(skewMs)}`);
  }
}

/**
 * Gathers what there is to know, the cheap first. Of a run that rule 1 leaves alone nothing is read.
 *
 * @param now Unix ms
 */
export async function collect(run: Run, deps: ReconcileDeps, now: number): Promise<Evidence> {
  const failures: ReadFailure[] = [];
  const policy = withDefaults(deps.policy ?? {});
  const ask = async <T>(
    source: ReadFailure["source"],
    question: (() => Answer<T> | undefined) | undefined,
    otherwise: T,
  ): Promise<T> => {
    try {
      return (await withinTime(question?.(), policy.answerMsMax)) ?? otherwise;
    } catch (error) {
      failures.push(failureOf(source, error));
      return otherwise;
    }
  };
  const live = await ask("liveness", () => deps.isLive?.(run), false);
  const idle: Evidence = { live, descendantActive: false, childAlive: false, canBeWoken: false };
  if (leaveAlone.decide({ run, evidence: idle, now, policy })) return idle;
  const entry = await ask("session-entry", () => deps.sessionEntry?.(run), null);
  const completion = resolveCompletionFromSessionEntry(entry, run);
  const childAlive = await ask("liveness", () => deps.isChildAlive?.(run), false);
  const descendantActive = await ask("descendants", () => deps.hasActiveDescendant?.(run), false);
  const canBeWoken = await ask("wake", () => deps.canBeWoken?.(run), false);
  const { transcript, failures: unread = [] } = await ask("transcript", () => transcriptOf(run, deps), {});
  failures.push(...unread);
  const artifact = await ask("artifact", () => artifactOf(run, deps, now), undefined);
  const channel = await ask("channel", () => deps.channel?.(run), undefined);
  return {
    live,
    descendantActive,
    childAlive,
    canBeWoken,
    ...(completion === null ? {} : { completion }),
    ...(transcript === undefined ? {} : { transcript }),
    ...(artifact === undefined ? {} : { artifact }),
    ...(channel === undefined ? {} : { channel }),
    ...(failures.length === 0 ? {} : { failures }),
  };
}

async function artifactOf(
  run: Run,
  { artifact }: ReconcileDeps,
  now: number,
): Promise<ArtifactEvidence | undefined> {
  const declared =
    artifact === undefined && run.artifact !== undefined
      ? { path: run.artifact, launchedAt: beganAt(run) }
      : await artifact?.(run);
  return declared === undefined ? undefined : examineArtifact(declared, now);
}

async function transcriptOf(
  run: Run,
  { locateTranscript, skewMs, files }: ReconcileDeps,
): Promise<Pick<Evidence, "transcript" | "failures">> {
  const found = locateTranscript === undefined ? run.transcript : await locateTranscript(run);
  if (found === undefined) {
    const detail = "nobody knows where the transcript lies";
    return { failures: [{ source: "transcript", reason: "missing", detail, transient: false }] };
  }
  const location = typeof found === "string" ? { path: found } : found;
  return readTranscript(run, location, {
    ...(skewMs === undefined ? {} : { skewMs }),
    ...(files === undefined ? {} : { files }),
  });
}
