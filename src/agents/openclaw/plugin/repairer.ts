/**
 * Puts right what the registry got wrong: looks into a failed run, and where its record proves that the child had
 * finished, tells the parent so, once. On anything else it is silent, and says in the log why. One run after the other.
 */

import { openClawRunBegan, wasKilled } from "../run.ts";
import type { OpenClawRun } from "../run.ts";
import { attribute } from "../attribution.ts";
import type { ChildReading } from "../child.ts";
import { hidingFailureOf } from "../failures.ts";
import { agentIdOf } from "../places.ts";
import { textOf } from "../../sources/failure.ts";
import { correctionFor } from "./correction.ts";
import type { Log, Messenger } from "./host.ts";
import type { Ledger } from "./ledger.ts";
import type { PluginSettings } from "./settings.ts";

const HOUR_MS = 3_600_000;
/**
 * When a run is looked at again that the registry has not settled yet, or whose parent was not told yet, ms after the
 * last look: a parent in the middle of a turn is told minutes later. Seven minutes and a half in all.
 */
const TRY_AGAIN_MS: readonly number[] = [2_000, 10_000, 30_000, ...Array.from({ length: 7 }, () => 60_000)];
/** Runs put right in one pass at start-up; further ones wait for the next start. */
export const PASS_RUNS_MAX = 20;
/** Runs that wait at the same time. */
const WAITING_MAX = 200;

/** What it works with. */
export interface RepairerParts {
  readonly settings: PluginSettings;
  readonly ledger: Pick<Ledger, "has" | "claim">;
  readonly messenger: Messenger;
  readonly log: Log;
  /** Unix ms. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** All runs of the registry as it is now. */
  readonly runs: () => Promise<readonly OpenClawRun[]>;
  readonly readChild: (run: OpenClawRun) => Promise<ChildReading>;
  /** The id of the session that a key stands for now. */
  readonly sessionIdOf: (sessionKey: string) => Promise<string | undefined>;
}

/** A run that the host says failed, as far as the host says which. */
export interface EndedRun {
  readonly runId: string;
  readonly childSessionKey?: string | undefined;
  readonly requesterSessionKey?: string | undefined;
}

/** What became of it. */
export type Repair =
  | { readonly kind: "told" }
  | { readonly kind: "would-tell" }
  | { readonly kind: "silent"; readonly why: string };

export class Repairer {
  readonly #parts: RepairerParts;
  readonly #waiting = new Map<string, Promise<Repair>>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: RepairerParts) {
    this.#parts = parts;
  }

  /** Looks into a run that ended in failure. Never fails: what went wrong is a reason to be silent. */
  consider(ended: EndedRun): Promise<Repair> {
    const known = this.#waiting.get(ended.runId);
    if (known !== undefined) return known;
    if (this.#waiting.size >= WAITING_MAX) {
      return Promise.resolve(this.#silent(ended.runId, "too many runs wait"));
    }
    const repair = this.#considered(ended).finally(() => this.#waiting.delete(ended.runId));
    this.#waiting.set(ended.runId, repair);
    return repair;
  }

  /** Looks into every run whose parent was told of a failure while nobody looked. */
  async catchUp(): Promise<readonly Repair[]> {
    const { settings, ledger, log, now } = this.#parts;
    try {
      const oldest = now() - settings.ageHoursMax * HOUR_MS;
      const runs = (await this.#parts.runs()).filter(
        (run) =>
          run.endedAt !== undefined &&
          run.endedAt >= oldest &&
          run.deliveredAt !== undefined &&
          run.outcome?.status !== "ok" &&
          hidingFailureOf(run.outcome?.error) !== undefined &&
          !ledger.has(run.runId, run.endedAt, now()),
      );
      if (runs.length > PASS_RUNS_MAX) {
        log.warn(`${runs.length} runs to look into; ${PASS_RUNS_MAX} at this start`);
      }
      return await Promise.all(runs.slice(0, PASS_RUNS_MAX).map((run) => this.consider(run)));
    } catch (error) {
      log.warn(`the registry could not be read at start-up: ${textOf(error)}`);
      return [];
    }
  }

  async #considered(ended: EndedRun): Promise<Repair> {
    const { settings, sleep } = this.#parts;
    try {
      await sleep(settings.graceMs);
      for (const again of [...TRY_AGAIN_MS, undefined]) {
        // One after the other: a second look at the registry must see what the first one wrote down.
        const turn = this.#last.then(() => this.#look(ended, again === undefined));
        this.#last = turn.catch(() => undefined);
        const repair = await turn;
        if (repair !== "not-yet") return repair;
        await sleep(again ?? 0);
      }
      return this.#silent(ended.runId, "the registry never settled it");
    } catch (error) {
      return this.#silent(ended.runId, `it could not be looked into: ${textOf(error)}`);
    }
  }

  async #look(ended: EndedRun, isLast: boolean): Promise<Repair | "not-yet"> {
    const { settings, ledger, now, runs: allRuns, readChild } = this.#parts;
    const runs = await allRuns();
    const run = runs.find(({ runId }) => runId === ended.runId);
    if (run === undefined) return this.#silent(ended.runId, "the registry does not know it any more");
    if (isOther(ended.childSessionKey, run.childSessionKey)) {
      return this.#silent(run.runId, "the host and the registry name different children");
    }
    if (isOther(ended.requesterSessionKey, run.requesterSessionKey)) {
      return this.#silent(run.runId, "the host and the registry name different parents");
    }
    if (wasKilled(run)) return this.#silent(run.runId, "it was killed on purpose");
    if (run.endedAt === undefined || run.outcome === undefined) {
      return isLast ? this.#silent(run.runId, "the registry says that it goes on") : "not-yet";
    }
    const failure = run.outcome.status === "ok" ? undefined : hidingFailureOf(run.outcome.error);
    if (failure === undefined) return this.#silent(run.runId, "its failure hides no finished child");
    if (!settings.failures.includes(failure)) return this.#silent(run.runId, `${failure} is not looked into`);
    if (ledger.has(run.runId, run.endedAt, now())) return this.#silent(run.runId, "it was put right before");
    if (run.deliveredAt === undefined) {
      return isLast ? this.#silent(run.runId, "its parent was not told of the failure") : "not-yet";
    }
    const reading = await readChild(run);
    const proved = attribute(run, runs, reading);
    if (proved.kind === "none") return this.#silent(run.runId, `${proved.reason}: ${proved.explanation}`);
    if (await this.#hasMoved(run)) {
      return this.#silent(run.runId, "its parent's session is another one by now");
    }
    const text = correctionFor(
      run,
      { answer: proved.text, answeredAt: proved.at.timestamp },
      settings.answerBytesMax,
    );
    return this.#tell(run, text, reading.place);
  }

  /** True where the parent's key stands for another conversation than the one that asked. */
  async #hasMoved({ requesterSessionKey, requesterSessionId }: OpenClawRun): Promise<boolean> {
    if (requesterSessionId === undefined) return false;
    return (await this.#parts.sessionIdOf(requesterSessionKey)) !== requesterSessionId;
  }

  #tell(run: OpenClawRun, text: string, place: string): Repair {
    const { settings, ledger, messenger, log, now } = this.#parts;
    const { runId, requesterSessionKey, endedAt = openClawRunBegan(run) } = run;
    if (settings.dryRun) {
      log.info(`run ${runId}: would tell ${requesterSessionKey} (dry run): ${text}`);
      return { kind: "would-tell" };
    }
    if (!ledger.claim({ runId, sessionKey: requesterSessionKey, endedAt }, now())) {
      return this.#silent(runId, "it was put right before");
    }
    const agentId = agentIdOf(requesterSessionKey) ?? run.requesterAgentId;
    if (!messenger.tell(text, { sessionKey: requesterSessionKey, agentId })) {
      return this.#silent(runId, "the host took no message for its parent");
    }
    const bytes = Buffer.byteLength(text);
    log.info(
      `run ${runId}: told ${requesterSessionKey} that the child had finished (${bytes} bytes; read from ${place})`,
    );
    return { kind: "told" };
  }

  #silent(runId: string, why: string): Repair {
    this.#parts.log.info(`run ${runId}: silent, ${why}`);
    return { kind: "silent", why };
  }
}

function isOther(said: string | undefined, known: string): boolean {
  return said !== undefined && said !== known;
}
