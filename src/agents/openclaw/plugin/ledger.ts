/**
 * Which runs were put right already, in a small file of the plugin's own, so that no restart does it again. A run is
 * written down before its parent is told: told twice would be worse than not at all. Bounded; whole or not at all.
 */

import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { asArray, asNumber, asObject, asString } from "../../../transcripts/index.ts";
import { parsedObject } from "../parsed.ts";

/** Runs remembered at most. What ended before the oldest that was forgotten is never looked at again. */
export const LEDGER_RUNS_MAX = 1_000;
/** A longer file is none of ours, bytes. */
const LEDGER_BYTES_MAX = 4 * 1024 * 1024;

/** One run. */
export interface Entry {
  readonly runId: string;
  /** The session that is told. */
  readonly sessionKey: string;
  /** When the run ended and when it was written down here, Unix ms. */
  readonly endedAt: number;
  readonly at: number;
}

/** The file, read anew each time: a host may have loaded the plugin twice. */
export class Ledger {
  readonly #path: string;
  readonly #damaged: (path: string) => void;

  /**
   * @param path the file; it need not be there
   * @param damaged told where it was damaged and put aside: then all that ended before counts as done, for it may have been
   */
  constructor(path: string, damaged: (path: string) => void) {
    this.#path = path;
    this.#damaged = damaged;
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
   * Writes a run down, where it is not there yet. Once this returns true, it is on the disk, and the caller alone may
   * tell its parent.
   *
   * @throws the system's error; then nothing was written, and nobody must be told
   */
  claim(run: Omit<Entry, "at">, now: number): boolean {
    const content = this.#load(now);
    if (holds(content, run.runId, run.endedAt)) return false;
    const { runId, sessionKey, endedAt } = run;
    const runs = [...content.runs, { runId, sessionKey, endedAt, at: now }];
    const dropped = runs.splice(0, Math.max(runs.length - LEDGER_RUNS_MAX, 0));
    const ignoreBefore = Math.max(content.ignoreBefore, ...dropped.map((entry) => entry.endedAt + 1));
    write(this.#path, { ignoreBefore, runs });
    return true;
  }

  /** Takes a claim back, where it is certain that nobody was told. */
  release(runId: string, now: number): void {
    const content = this.#load(now);
    write(this.#path, { ...content, runs: content.runs.filter((run) => run.runId !== runId) });
  }

  /** The runs that were written down last, since a time; newest first. */
  latest(since: number, countMax: number, now: number): readonly Entry[] {
    const runs = this.#load(now).runs.filter(({ at }) => at >= since);
    return runs.toReversed().slice(0, countMax);
  }

  #load(now: number): Content {
    const content = read(this.#path);
    if (content !== "damaged") return content;
    renameSync(this.#path, `${this.#path}.damaged`);
    this.#damaged(this.#path);
    const fresh = { ignoreBefore: now, runs: [] };
    write(this.#path, fresh);
    return fresh;
  }
}

interface Content {
  /** What ended before this time counts as done, Unix ms. */
  readonly ignoreBefore: number;
  readonly runs: readonly Entry[];
}

function holds({ ignoreBefore, runs }: Content, runId: string, endedAt: number): boolean {
  return endedAt < ignoreBefore || runs.some((entry) => entry.runId === runId);
}

const NOTHING: Content = { ignoreBefore: 0, runs: [] };

function read(path: string): Content | "damaged" {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, "code") === "ENOENT") return NOTHING;
    throw error;
  }
  const value = text.length > LEDGER_BYTES_MAX ? undefined : parsedObject(text);
  const ignoreBefore = asNumber(value?.["ignoreBefore"]);
  const runs = value?.["runs"];
  const entries = asArray(runs).map((run) => entryFrom(run));
  const whole = entries.filter((entry) => entry !== undefined);
  const sound = Array.isArray(runs) && value?.["version"] === 1 && whole.length === entries.length;
  return sound && ignoreBefore !== undefined ? { ignoreBefore, runs: whole } : "damaged";
}

function entryFrom(value: unknown): Entry | undefined {
  const entry = asObject(value);
  const [runId, sessionKey] = [asString(entry?.["runId"]), asString(entry?.["sessionKey"])];
  const [endedAt, at] = [asNumber(entry?.["endedAt"]), asNumber(entry?.["at"])];
  if (runId === undefined || sessionKey === undefined) return undefined;
  return endedAt === undefined || at === undefined ? undefined : { runId, sessionKey, endedAt, at };
}

/** In one step, so that a crash leaves the old file or the new one. */
function write(path: string, content: Content): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}.new`;
  try {
    const file = openSync(fresh, "w", 0o600);
    try {
      writeFileSync(file, JSON.stringify({ version: 1, ...content }));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}
