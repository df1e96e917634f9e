/** The ledger as it stands on the disk: read whole, written whole or not at all. Decides nothing. */

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
import type { JsonObject } from "../../../transcripts/index.ts";
import { parsedObject } from "../parsed.ts";

/** A longer file is none of ours, bytes: a thousand runs, and a hundred texts of 128 KiB at most. */
const LEDGER_BYTES_MAX = 16 * 1024 * 1024;

/** A run that was looked into and put right, or is being put right. */
export interface Entry {
  readonly runId: string;
  /** The session that is told. */
  readonly sessionKey: string;
  /** When the run ended and when it was written down here, Unix ms. */
  readonly endedAt: number;
  readonly at: number;
  /** What its parent is to be told, until the parent's model has heard it. */
  readonly message?: Message | undefined;
}

/** A text for the next turn of a session. */
export interface Message {
  readonly text: string;
  readonly agentId?: string | undefined;
  /** The session that its key stood for; another one is not told. */
  readonly sessionId?: string | undefined;
  /** The turn that was given it last, and when, Unix ms. */
  readonly handed?: { readonly turn: string; readonly at: number } | undefined;
}

/** All of it. */
export interface Content {
  /** What ended before this time counts as done, Unix ms. */
  readonly ignoreBefore: number;
  readonly runs: readonly Entry[];
}

const NOTHING: Content = { ignoreBefore: 0, runs: [] };

/** @throws the system's error where a file is there and cannot be read */
export function readLedger(path: string): Content | "damaged" {
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
  if (endedAt === undefined || at === undefined) return undefined;
  const message = asObject(entry?.["message"]);
  return {
    runId,
    sessionKey,
    endedAt,
    at,
    message: message === undefined ? undefined : messageFrom(message),
  };
}

function messageFrom(message: JsonObject): Message | undefined {
  const [text, agentId, sessionId] = [message["text"], message["agentId"], message["sessionId"]].map(
    asString,
  );
  const handed = asObject(message["handed"]);
  const [turn, at] = [asString(handed?.["turn"]), asNumber(handed?.["at"])];
  if (text === undefined) return undefined;
  const given = turn === undefined || at === undefined ? undefined : { turn, at };
  return { text, agentId, sessionId, handed: given };
}

/**
 * In one step, so that a crash leaves the old file or the new one.
 *
 * @throws the system's error; then the old one stands
 */
export function writeLedger(path: string, content: Content): void {
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
