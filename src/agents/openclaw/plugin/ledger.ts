/**
 * Which runs were put right, and what their parents are still to be told, in one small file of the plugin's own: a run
 * and its text are written down in one step, and the text goes once the parent's model has heard it. So no restart loses
 * a correction, or gives one twice. Bounded.
 */

import { renameSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { readLedger, writeLedger } from "./ledger-file.ts";
import type { Content, Entry, Message } from "./ledger-file.ts";

/** Runs remembered at most. What ended before the oldest that was forgotten is never looked at again. */
export const LEDGER_RUNS_MAX = 1_000;
/** Texts that wait at the same time, at most. */
export const WAITING_MAX = 100;
/** A text that no turn has heard by then is dropped, ms: it would be about work long forgotten. */
export const WAITS_MS_MAX = 7 * 24 * 3_600_000;
/**
 * A turn that was given a text and had no word from its model when the host went away was cut off, if it was as young as
 * this, ms; an older one has ended, on a runtime that tells plugins nothing of its model's calls.
 */
const CUT_OFF_MS_MAX = 900_000;

/** What asks sooner for the same turn, ms, is a second registration of this plugin in it. */
const TRIED_AGAIN_MS = 1_000;

/** A run to be written down, with what its parent is to be told. */
export interface Claim extends Omit<Entry, "at" | "message"> {
  readonly message: Omit<Message, "handed">;
}

/** A turn of a session. */
export interface Turn {
  readonly sessionKey: string;
  readonly sessionId: string | undefined;
  /** The id of its run. */
  readonly id: string;
}

/** What became of a text: it waits for a turn; a turn was given it; it was heard, or is no more. */
export type Progress = "waiting" | "handed" | "done";

/** The file, read anew each time: a host may have loaded the plugin twice. */
export class Ledger {
  readonly #path: string;
  readonly #damaged: (path: string) => void;
  readonly #startedAt: number;

  /**
   * @param path the file; it need not be there
   * @param damaged told where it was damaged and put aside: then all that ended before counts as done, for it may have been
   * @param startedAt when the host was started, Unix ms
   */
  constructor(path: string, damaged: (path: string) => void, startedAt = performance.timeOrigin) {
    this.#path = path;
    this.#damaged = damaged;
    this.#startedAt = startedAt;
  }

  /**
   * True for a run that was put right, or that may have been.
   *
   * @throws the system's error where the file can be neither read nor put aside
   */
  has(runId: string, endedAt: number, now: number): boolean {
    return holds(this.#load(now), runId, endedAt);
  }

  /**
   * Writes a run down with its text, where it is not there yet. Once this says `claimed`, both are on the disk.
   *
   * @returns `full` where as many texts wait as may
   * @throws the system's error; then nothing was written
   */
  claim({ runId, sessionKey, endedAt, message }: Claim, now: number): "claimed" | "known" | "full" {
    const content = this.#load(now);
    if (holds(content, runId, endedAt)) return "known";
    if (content.runs.filter((run) => run.message !== undefined).length >= WAITING_MAX) return "full";
    const runs = [...content.runs, { runId, sessionKey, endedAt, at: now, message }];
    const dropped = runs.splice(0, Math.max(runs.length - LEDGER_RUNS_MAX, 0));
    const ignoreBefore = Math.max(content.ignoreBefore, ...dropped.map((entry) => entry.endedAt + 1));
    writeLedger(this.#path, { ignoreBefore, runs });
    return "claimed";
  }

  /** The texts for a turn, oldest first. Tried again, the same turn is given them again; another one is not. */
  take({ sessionKey, sessionId, id }: Turn, now: number): readonly string[] {
    const texts: string[] = [];
    this.#update(now, (entry, message) => {
      if (entry.sessionKey !== sessionKey) return message;
      if (isOther(message.sessionId, sessionId)) return undefined;
      const { handed } = message;
      const isTriedAgain = handed?.turn === id && now - handed.at >= TRIED_AGAIN_MS;
      if (!this.#waits(message) && !isTriedAgain) return message;
      texts.push(message.text);
      return { ...message, handed: { turn: id, at: now } };
    });
    return texts;
  }

  /** A turn's model has answered: what the turn was given is done. Gives the runs. */
  heard(turn: string, now: number): readonly string[] {
    const runIds: string[] = [];
    this.#update(now, (entry, message) => {
      if (message.handed?.turn !== turn) return message;
      runIds.push(entry.runId);
      return undefined;
    });
    return runIds;
  }

  /** A turn's model has failed: what the turn was given waits again. */
  unheard(turn: string, now: number): void {
    this.#update(now, (_, message) =>
      message.handed?.turn === turn ? { ...message, handed: undefined } : message,
    );
  }

  progress(runId: string, now: number): Progress {
    const message = this.#load(now).runs.find((entry) => entry.runId === runId)?.message;
    if (message === undefined) return "done";
    return this.#waits(message) ? "waiting" : "handed";
  }

  /** The runs whose text waits for a turn, oldest first. */
  waiting(now: number): readonly Entry[] {
    return this.#load(now).runs.filter(({ message }) => message !== undefined && this.#waits(message));
  }

  #waits({ handed }: Message): boolean {
    const started = this.#startedAt;
    return handed === undefined || (handed.at < started && started - handed.at < CUT_OFF_MS_MAX);
  }

  /** Changes texts, or takes them away; writes where one did change. */
  #update(now: number, change: (entry: Entry, message: Message) => Message | undefined): void {
    const content = this.#load(now);
    const runs = content.runs.map((entry) => {
      const { message } = entry;
      const changed = message === undefined ? undefined : change(entry, message);
      return changed === message ? entry : { ...entry, message: changed };
    });
    if (runs.some((entry, index) => entry !== content.runs[index])) {
      writeLedger(this.#path, { ...content, runs });
    }
  }

  /** The file as it is, without texts that are too old. */
  #load(now: number): Content {
    const content = readLedger(this.#path);
    if (content === "damaged") {
      renameSync(this.#path, `${this.#path}.damaged`);
      this.#damaged(this.#path);
      const fresh = { ignoreBefore: now, runs: [] };
      writeLedger(this.#path, fresh);
      return fresh;
    }
    const runs = content.runs.map((entry) =>
      now - entry.at > WAITS_MS_MAX ? { ...entry, message: undefined } : entry,
    );
    return { ...content, runs };
  }
}

function holds({ ignoreBefore, runs }: Content, runId: string, endedAt: number): boolean {
  return endedAt < ignoreBefore || runs.some((entry) => entry.runId === runId);
}

function isOther(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}
