/**
 * The better answer that comes late: a run was settled as lost, and then what was missing turned up (a disk came back,
 * the child wrote its last line after all). Errors that ended recently are looked at again, by the same table and with
 * the same evidence as any run, and only an `ok` takes an error's place. Never a kill's.
 */

import { isOfThisRun, untilItsEnd } from "./late-proof.ts";
import { reconcileLostContext } from "./reconcile.ts";
import type { ReconcileDeps } from "./reconcile.ts";
import type { HostSide, ImproveAnswer, Reach, SweeperSide } from "./run-store.ts";
import type { Run } from "./run.ts";
import type { OkSettlement } from "./settlement.ts";
import { withPatience } from "./store-retry.ts";
import type { Patience } from "./store-retry.ts";

/** A store that can say which settlement stands: a better one is better than that. */
export type ImprovableStore = SweeperSide & Pick<HostSide, "settlementOf">;

/** Errors remembered as looked at; with more, the oldest are looked at once more than they need be. */
const LOOKED_AT_MAX = 10_000;

/** What looking back is bounded by. */
export interface LateAnswerSettings {
  /** For how long after its end an error is looked at again, ms; 0 for never. */
  readonly improveForMs: number;
  /** How many errors one sweep lists. */
  readonly improvementsMax: number;
  readonly concurrency: number;
  readonly clock: () => number;
  readonly reach: Reach | undefined;
  readonly patience: Patience;
  readonly deps: ReconcileDeps;
}

/** A run whose error a better answer took the place of, or was to. */
export interface ImprovedRun {
  /** As it was: ended in an error. */
  readonly run: Run;
  readonly settlement: OkSettlement;
  readonly written: ImproveAnswer;
}

/** What a sweep lends the look back. */
export interface LookBack {
  readonly report: (error: unknown, run?: Run) => void;
  readonly isStopping: () => boolean;
  readonly improved: (improvement: ImprovedRun) => Promise<void>;
}

/** Looks back, sweep after sweep. */
export class LateAnswers {
  readonly #store: ImprovableStore;
  readonly #settings: LateAnswerSettings;
  /** When each was looked at last. In memory: another sweeper, or this one restarted, looks once more. */
  readonly #lookedAt = new Map<string, number>();
  /** Where the last page ended. */
  #after: Run | undefined;

  constructor(store: ImprovableStore, settings: LateAnswerSettings) {
    this.#store = store;
    this.#settings = settings;
  }

  /** Looks at one page of the errors, those whose time it is. Never rejects. */
  async look(back: LookBack): Promise<void> {
    if (this.#settings.improveForMs === 0 || back.isStopping()) return;
    let queue: IterableIterator<Run>;
    try {
      queue = (await this.#page()).values();
    } catch (error) {
      back.report(error);
      return;
    }
    const worker = async (): Promise<void> => {
      for (const run of queue) {
        if (back.isStopping()) return;
        try {
          // One after the other is the point of a worker.
          await this.#lookAt(run, back);
        } catch (error) {
          back.report(error, run);
        }
      }
    };
    await Promise.all(Array.from({ length: this.#settings.concurrency }, worker));
  }

  async #page(): Promise<readonly Run[]> {
    const { clock, improveForMs, improvementsMax: limit, reach, patience } = this.#settings;
    const now = clock();
    const after = this.#after;
    const listed = await withPatience(patience, async () =>
      this.#store.listImprovable({
        endedAfter: now - improveForMs,
        limit,
        ...(after === undefined ? {} : { after }),
        ...(reach === undefined ? {} : { reach }),
      }),
    );
    // From the beginning again, as soon as the end was reached.
    this.#after = listed.length < limit ? undefined : listed.at(-1);
    return listed.filter((run) => this.#isTime(run, now));
  }

  /** Looked at once soon after its end, and then each time that twice as long has passed: about ten times in all. */
  #isTime(run: Run, now: number): boolean {
    const { endedAt = 0 } = run;
    const lookedAt = this.#lookedAt.get(keyOf(run));
    return lookedAt === undefined || now - endedAt >= 2 * (lookedAt - endedAt);
  }

  async #lookAt(run: Run, back: LookBack): Promise<void> {
    const { clock, patience } = this.#settings;
    const deps = untilItsEnd(run, this.#settings.deps);
    this.#note(run, clock());
    const { endedAt: _, outcome: __, source: ___, ...facts } = run;
    const decision = await reconcileLostContext({ ...facts, status: "running" }, deps);
    if (decision.kind !== "ok" || !(await isOfThisRun(run, decision, deps, clock()))) return;
    const standing = await withPatience(patience, async () => this.#store.settlementOf(run.runId));
    if (standing === undefined) return;
    const { runId, generation } = run;
    const request = { runId, generation, insteadOf: standing.digest, settlement: decision, at: clock() };
    const written = await withPatience(patience, async () => this.#store.improve(request));
    await back.improved({ run, settlement: decision, written });
  }

  #note(run: Run, now: number): void {
    this.#lookedAt.delete(keyOf(run));
    this.#lookedAt.set(keyOf(run), now);
    const [oldest] = this.#lookedAt.keys();
    if (oldest !== undefined && this.#lookedAt.size > LOOKED_AT_MAX) this.#lookedAt.delete(oldest);
  }
}

function keyOf({ runId, generation }: Run): string {
  return `${generation} ${runId}`;
}
