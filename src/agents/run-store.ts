/**
 * The port of a registry that keeps its runs: more than a sweeper needs of one (registry.ts), so that many hosts
 * and many sweepers, in many processes, can share it. `stores/` has three that behave alike. Types alone.
 *
 * No call reads a clock: the time is passed in, in Unix ms. What others did in between is an answer and no error;
 * a call rejects with a `StoreError` where the store itself could not work, and with an `IllegalTransitionError`
 * where a caller asked for what no run does.
 */

import type { KeptSettlement } from "./kept-settlement.ts";
import type { Outbox } from "./outbox.ts";
import type { RunRegistry, SettleRequest, SettleResult, StaleQuery } from "./registry.ts";
import type { RunChanges } from "./run-changes.ts";
import type { Run, RunStatus } from "./run.ts";
import type { OkSettlement } from "./settlement.ts";

/**
 * A store of runs, whole: both its sides and the outbox. Memory, SQLite and PostgreSQL have one; a store of one's own
 * implements this, and is held to the contract of the tests.
 */
export interface RunStore extends HostSide, SweeperSide, Outbox {
  /** Lets go of files and connections. The store cannot be used after it; closing it twice is no error. */
  close(): Promise<void>;
}

/** A run as its caller saw it last. */
export type SeenRun = Pick<Run, "runId" | "generation" | "status">;

/** What a host does with its own runs, and what a person asks of them. */
export interface HostSide {
  /**
   * Adds a run. One that is known already, in this or a later generation, is left as it is; an earlier generation
   * is replaced, whatever its state: it was started again.
   */
  add(run: Run): Promise<AddAnswer>;
  /** The run with this id, in its latest generation. */
  get(runId: string): Promise<Run | undefined>;
  /** Runs, the newest first. */
  list(query: RunQuery): Promise<readonly Run[]>;
  /**
   * Changes a run if it still is as it was seen. Whatever a host changes (a status, a heartbeat, a kill) takes the
   * run out of the hands of a sweeper that looks at it: what that one has read is no longer the whole story.
   */
  update(seen: SeenRun, changes: RunChanges): Promise<UpdateAnswer>;
  /**
   * The run's owner lives: a change like any other, but cheap enough to be made every few seconds. A run that nobody
   * owns is left as it is.
   */
  heartbeat(seen: SeenRun, at: number): Promise<UpdateAnswer>;
  /** The settlement that stands for this run's latest generation, if it was settled by a sweeper. */
  settlementOf(runId: string): Promise<KeptSettlement | undefined>;
  /** Runs below this one, at any depth, that have not ended: their ids, sorted; at most `limit`. */
  activeDescendants(runId: string, limit: number): Promise<readonly string[]>;
  /**
   * Removes runs that ended before a time, with their settlements; at most `limit`, and says how many. What is
   * still to be delivered, or was given up and not dismissed, stays, and so does a run while one below it is kept.
   */
  prune(query: { readonly endedBefore: number; readonly limit: number }): Promise<number>;
}

/** What came of adding a run. */
export type AddAnswer =
  | { readonly kind: "added"; readonly run: Run }
  /** There is one already, as it is now. Nothing was written. */
  | { readonly kind: "exists"; readonly run: Run };

/** What came of a change to a run. */
export type UpdateAnswer =
  | { readonly kind: "updated"; readonly run: Run }
  /** It changed in between; as it is now. Nothing was written. */
  | { readonly kind: "lost"; readonly run: Run }
  | { readonly kind: "unknown-run" };

/** Which runs to list: by how they stand and how they ended, page by page. */
export interface RunQuery {
  readonly status?: readonly RunStatus[];
  readonly outcome?: "ok" | "error";
  readonly limit: number;
  /** Only runs that come after this one in the list: where the last page ended. */
  readonly after?: Run;
}

/** What a sweeper asks of a store: runs under a lease, so that two sweepers never settle the same one. */
export interface SweeperSide extends RunRegistry {
  listStale(query: StaleQuery): Promise<readonly Run[]>;
  /** True while a run below this one, at any depth, has not ended. */
  hasActiveDescendant(runId: string): Promise<boolean>;
  /** How many runs a sweep would have to look at, counted up to `limit`. */
  countStale(query: ReachedQuery): Promise<number>;
  /**
   * Takes runs that are due, for a time: nobody else gets them until the lease ends. A run whose lease ended
   * without a word (its sweeper was killed) is due again, and so is one whose lease is longer than any may be (its
   * sweeper's clock was wrong). The longest due come first.
   */
  claim(query: ClaimQuery): Promise<readonly Claim[]>;
  /** Who has which runs in hand, as far as the store knows: the lease that ends first comes first; at most `limit`. */
  listClaims(query: { readonly limit: number }): Promise<readonly Claim[]>;
  /** Holds a claim for longer, while nobody else has taken it. */
  renew(claim: Claim, times: { readonly now: number; readonly leaseMs: number }): Promise<RenewAnswer>;
  /** Lets a claim go: the run is due again at once, or when it was. */
  release(claim: Claim): Promise<HeldAnswer>;
  /** Lets a claim go, and notes that nobody need look before a time, and why. */
  defer(claim: Claim, deferral: Deferral): Promise<HeldAnswer>;
  /**
   * Ends a run, if it still is as it was seen, and puts what its parent is to be told into the outbox: both or
   * neither. With the token of a claim, the claim must still be held.
   */
  settle(request: SettleRequest & { readonly token?: number }): Promise<SettleResult>;
  /**
   * Runs that ended in an error which a better answer may replace, the earliest end first; at most `limit`. Where
   * to go on is the last one of the page.
   */
  listImprovable(query: ImprovableQuery): Promise<readonly Run[]>;
  /**
   * Puts a better answer in an error's place. What no sink has seen goes out in its stead, under its key; what one
   * may have seen is corrected, under a key of its own.
   */
  improve(request: ImproveRequest): Promise<ImproveAnswer>;
}

/** Whose transcripts a sweeper can read: those on its own disk, and those under a root that all machines share. */
export interface Reach {
  readonly host: string;
  /** Folders, without a slash at the end. */
  readonly sharedRoots?: readonly string[];
}

/** Which runs are stale, among those whose transcripts can be read here. */
export interface ReachedQuery extends StaleQuery {
  /**
   * Without it every run is reached: for a store of one machine. With it a run is reached by its `host`, or by its
   * `transcript` under a shared root; one that has neither is reached by nobody.
   */
  readonly reach?: Reach;
}

/** Which runs to take in hand, for how long, and who takes them. */
export interface ClaimQuery extends ReachedQuery {
  /** For how long, ms; at most `LEASE_MS_MAX`. Renew before. */
  readonly leaseMs: number;
  /** Who claims, for people: a host and a pid, say. */
  readonly holder: string;
}

/** A run in a sweeper's hand. */
export interface Claim {
  readonly run: Run;
  readonly holder: string;
  /** The fencing token: of two claims of a run, the later has the greater one. */
  readonly token: number;
  /** When the lease ends, Unix ms. */
  readonly until: number;
}

/** What came of renewing a claim. */
export type RenewAnswer = { readonly kind: "held"; readonly claim: Claim } | { readonly kind: "lost" };
/** `lost`: the lease had ended and another took the run, or its host changed it. Nothing was written. */
export type HeldAnswer = { readonly kind: "done" } | { readonly kind: "lost" };

/** A wait, as it is noted on a run. */
export interface Deferral {
  /** Unix ms. */
  readonly until: number;
  readonly why: string;
  /** Looks in a row that ended in a read that failed for a moment. Default 0. */
  readonly readFailures?: number;
}

/**
 * Which errors to look at again: runs that ended in one after `endedAfter`, oldest first, at most `limit`, behind
 * `after`.
 */
export interface ImprovableQuery {
  /** Unix ms. */
  readonly endedAfter: number;
  readonly limit: number;
  readonly after?: Run;
  readonly reach?: Reach;
}

/** A better answer for a run that was settled as an error. */
export interface ImproveRequest {
  readonly runId: string;
  readonly generation: number;
  /** Digest of the settlement that this one is better than. */
  readonly insteadOf: string;
  readonly settlement: OkSettlement;
  /** Unix ms. */
  readonly at: number;
}

/** What came of putting a better answer in an error's place. */
export type ImproveAnswer =
  /** No sink had seen the error: the better answer goes out in its place. */
  | { readonly kind: "upgraded"; readonly run: Run }
  /** A sink may have seen the error: the better answer goes out as a correction. */
  | { readonly kind: "corrected"; readonly run: Run }
  /** It is kept, and goes out to nobody: the error was dismissed. */
  | { readonly kind: "kept"; readonly run: Run }
  /** Another settlement stands there now, or one that stays (a kill); as it is. Nothing was written. */
  | { readonly kind: "lost"; readonly run: Run }
  | { readonly kind: "unknown-run" };
