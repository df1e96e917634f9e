/** A run: one child agent, started once, as a registry remembers it. Its identity and its legal transitions. */

/** Where a run stands. `paused` is alive by intent; `ended` never changes again. */
export type RunStatus = "queued" | "running" | "paused" | "ended";

/** The process that holds the run, as far as it is known. */
export interface RunOwner {
  readonly pid: number;
  /** When that process started, Unix ms: a pid alone may have been given to another process since. */
  readonly processStartedAt?: number;
  /** Last sign of life, Unix ms. */
  readonly heartbeatAt?: number;
}

/** One run. Times are Unix milliseconds. */
export interface Run {
  readonly runId: string;
  /** Grows by one each time the run is started again under the same id. */
  readonly generation: number;
  readonly status: RunStatus;
  readonly childSessionKey: string;
  readonly requesterSessionKey: string;
  /** The id of the child's session, where the host knows it; the transcript must then belong to it. */
  readonly childSessionId?: string;
  /** The run that started this one: by this alone a registry knows who descends from whom. */
  readonly parentRunId?: string;
  readonly parentSessionKey?: string;
  readonly task?: string;
  readonly label?: string;
  readonly createdAt: number;
  readonly startedAt?: number;
  readonly endedAt?: number;
  /** When the registry was last restored from disk with this run in it. */
  readonly restoredAt?: number;
  /** When somebody ended it on purpose. */
  readonly killedAt?: number;
  /** Why it is paused, where it is: `sessions_yield`, for one. */
  readonly pauseReason?: string;
  readonly owner?: RunOwner;
  /** The machine whose disk holds its transcript. */
  readonly host?: string;
  /** Where its transcript lies, where the registry knows it. */
  readonly transcript?: string;
  /** Where the file lies that the child was told to leave its result in. */
  readonly artifact?: string;
  /** Which attempt at the task this is, from 1, and how many there may be. */
  readonly attempt?: number;
  readonly attemptsMax?: number;
  /** No sweep looks at it before this time; why is in `waitingFor`. */
  readonly waitingUntil?: number;
  readonly waitingFor?: string;
  /** How often reading its evidence has failed for a moment. */
  readonly readFailures?: number;
  /** How it ended: set with `ended`. */
  readonly outcome?: "ok" | "error";
  /** Which rule's source decided the outcome. */
  readonly source?: string;
}

const NEXT: Readonly<Record<RunStatus, ReadonlySet<RunStatus>>> = {
  queued: new Set<RunStatus>(["running", "ended"]),
  running: new Set<RunStatus>(["paused", "ended"]),
  paused: new Set<RunStatus>(["running", "ended"]),
  ended: new Set<RunStatus>(),
};

/** A change of status that no run makes. */
export class IllegalTransitionError extends Error {
  override readonly name = "IllegalTransitionError";
  readonly from: RunStatus;
  readonly to: RunStatus;

  constructor(from: RunStatus, to: RunStatus) {
    super(
      `a run cannot go from ${from} to ${to}; from ${from} it can go to ${[...NEXT[from]].join(", ") || "nothing"}`,
    );
    this.from = from;
    this.to = to;
  }
}

/** True if a run may go from one status to the other. */
export function canTransition(from: RunStatus, to: RunStatus): boolean {
  return NEXT[from].has(to);
}

/**
 * The run with another status.
 *
 * @throws {IllegalTransitionError} for a change that no run makes
 */
export function transition(run: Run, to: RunStatus): Run {
  if (!canTransition(run.status, to)) throw new IllegalTransitionError(run.status, to);
  return { ...run, status: to };
}

/** When the run began: its start, or its creation where it has none. Answers from before do not count. */
export function beganAt(run: Pick<Run, "startedAt" | "createdAt">): number {
  return run.startedAt ?? run.createdAt;
}
