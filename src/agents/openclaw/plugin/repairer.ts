/**
 * Puts right what the registry got wrong: looks into a failed run, and where its record proves that the child had
 * finished, tells the parent so, once. On anything else it is silent, and says in the log why. One run after the other.
 */

import { openClawRunBegan } from "../run.ts";
import type { OpenClawRun } from "../run.ts";
import { attribute } from "../attribution.ts";
import type { ChildReading } from "../child.ts";
import { agentIdOf } from "../places.ts";
import { textOf } from "../../sources/failure.ts";
import { correctionFor } from "./correction.ts";
import { groundsFor, isMissed } from "./grounds.ts";
import type { EndedRun } from "./grounds.ts";
import type { Log } from "./host.ts";
import type { Ledger } from "./ledger.ts";
import type { PluginSettings } from "./settings.ts";
import type { Waker } from "./waker.ts";

const HOUR_MS = 3_600_000;
/**
 * When a run is looked at again that the registry has not settled yet, whose parent was not told yet, or whose correction
 * found no room, ms after the last look: a parent in the middle of a turn is told minutes later. Seven minutes and a
 * half in all.
 */
const TRY_AGAIN_MS: readonly number[] = [2_000, 10_000, 30_000, ...Array.from({ length: 7 }, () => 60_000)];
/** Runs put right in one pass at start-up; further ones wait for the next start. */
export const PASS_RUNS_MAX = 20;
/** Runs that wait at the same time. */
const WAITING_MAX = 200;

const PUT_RIGHT = "it was put right before";
/** What it works with. */
export interface RepairerParts {
  readonly settings: PluginSettings;
  readonly ledger: Pick<Ledger, "has" | "claim" | "waiting">;
  readonly waker: Pick<Waker, "follow">;
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

/** What became of it. */
export type Repair =
  | { readonly kind: "told" }
  | { readonly kind: "would-tell" }
  | { readonly kind: "silent"; readonly why: string };

/** Nothing yet; if it stays so, this is why. */
interface NotYet {
  readonly kind: "not-yet";
  readonly why: string;
}

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

  /** Looks into every run whose parent was told of a failure while nobody looked, and after what still waits. */
  async catchUp(): Promise<readonly Repair[]> {
    const { settings, ledger, log, now } = this.#parts;
    try {
      if (!settings.dryRun) this.#followUp();
      const oldest = now() - settings.ageHoursMax * HOUR_MS;
      const runs = (await this.#parts.runs()).filter(
        (run) => isMissed(run, oldest) && !ledger.has(run.runId, run.endedAt ?? oldest, now()),
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

  /** A correction may still wait: the host went away before its parent had a turn, or within it. */
  #followUp(): void {
    const { ledger, waker, now } = this.#parts;
    for (const { runId, sessionKey, message } of ledger.waiting(now())) {
      void waker.follow({ runId, to: { sessionKey, agentId: message?.agentId } });
    }
  }

  async #considered(ended: EndedRun): Promise<Repair> {
    const { settings, sleep } = this.#parts;
    try {
      await sleep(settings.graceMs);
      for (let tries = 0; ; tries += 1) {
        // One after the other: a second look at the registry must see what the first one wrote down.
        const turn = this.#last.then(() => this.#look(ended));
        this.#last = turn.catch(() => undefined);
        const repair = await turn;
        if (repair.kind !== "not-yet") return repair;
        const again = TRY_AGAIN_MS[tries];
        if (again === undefined) return this.#silent(ended.runId, repair.why);
        await sleep(again);
      }
    } catch (error) {
      return this.#silent(ended.runId, `it could not be looked into: ${textOf(error)}`);
    }
  }

  async #look(ended: EndedRun): Promise<Repair | NotYet> {
    const { settings, ledger, now, runs: allRuns, readChild } = this.#parts;
    const { runId } = ended;
    const runs = await allRuns();
    const grounds = groundsFor(
      ended,
      runs.find((one) => one.runId === runId),
      settings,
    );
    if (grounds.kind === "not-yet") return grounds;
    if (grounds.kind === "silent") return this.#silent(runId, grounds.why);
    const { run, endedAt } = grounds;
    if (ledger.has(runId, endedAt, now())) return this.#silent(runId, PUT_RIGHT);
    const reading = await readChild(run);
    const proved = attribute(run, runs, reading);
    if (proved.kind === "none") return this.#silent(runId, `${proved.reason}: ${proved.explanation}`);
    const answer = { answer: proved.text, answeredAt: proved.at.timestamp };
    return this.#tell(run, correctionFor(run, answer, settings.answerBytesMax), reading.place);
  }

  async #tell(run: OpenClawRun, text: string, place: string): Promise<Repair | NotYet> {
    const { settings, ledger, waker, log, now } = this.#parts;
    const { runId, requesterSessionKey: sessionKey, endedAt = openClawRunBegan(run) } = run;
    const sessionId = await this.#parts.sessionIdOf(sessionKey);
    if (run.requesterSessionId !== undefined && run.requesterSessionId !== sessionId) {
      return this.#silent(runId, "its parent's session is another one by now");
    }
    if (settings.dryRun) {
      log.info(`run ${runId}: would tell ${sessionKey} (dry run): ${text}`);
      return { kind: "would-tell" };
    }
    const agentId = agentIdOf(sessionKey) ?? run.requesterAgentId;
    const claim = ledger.claim({ runId, sessionKey, endedAt, message: { text, agentId, sessionId } }, now());
    if (claim === "full") return { kind: "not-yet", why: "too many corrections wait for their parents" };
    if (claim === "known") return this.#silent(runId, PUT_RIGHT);
    const size = `${Buffer.byteLength(text)} bytes`;
    log.info(`run ${runId}: tells ${sessionKey} that the child had finished (${size}; read from ${place})`);
    void waker.follow({ runId, to: { sessionKey, agentId } });
    return { kind: "told" };
  }

  #silent(runId: string, why: string): Repair {
    this.#parts.log.info(`run ${runId}: silent, ${why}`);
    return { kind: "silent", why };
  }
}
