/** A process that is started, watched, signalled, and ended with all that it started. */

import { spawn } from "node:child_process";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";

/** A session with a scripted model takes seconds; a loaded machine makes minutes of them. */
const RUN_MS_MAX = 180_000;
const POLL_MS = 50;
const WORDS_CHARS_MAX = 1_000_000;

/** How a process ended, and what it said. */
export interface Ended {
  /** An exit code, or a signal's name. */
  readonly how: string;
  readonly out: string;
  readonly err: string;
}

/** A process that runs. */
export interface RunningProgram {
  readonly ended: Promise<Ended>;
  /** Signals the process itself, and not what it started. */
  signal(name: NodeJS.Signals): void;
  /** Ends it at once, with all that it started. */
  end(): void;
}

/** Starts a process in a group of its own. After `RUN_MS_MAX` it is ended. */
export function startProgram(
  [command, ...args]: readonly [string, ...string[]],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  input?: object,
): RunningProgram {
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ["pipe", "pipe", "pipe"] });
  const text = { out: "", err: "" };
  for (const name of ["out", "err"] as const) {
    child[`std${name}`].setEncoding("utf8").on("data", (chunk: string) => {
      text[name] = (text[name] + chunk).slice(0, WORDS_CHARS_MAX);
    });
  }
  child.stdin.on("error", () => undefined);
  child.stdin.end(input === undefined ? "" : JSON.stringify(input));
  const kill = (pid: number, signal: NodeJS.Signals) => {
    try {
      process.kill(pid, signal);
    } catch {
      // It is gone already.
    }
  };
  const end = () => {
    if (child.pid !== undefined) kill(-child.pid, "SIGKILL");
  };
  const timer = setTimeout(end, RUN_MS_MAX);
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      clearTimeout(timer);
      // What it started may hold its outputs open.
      if (signal !== null) end();
      child.on("close", () => resolve({ how: signal ?? String(code), ...text }));
    });
  });
  return {
    ended,
    signal: (name) => {
      if (child.pid !== undefined) kill(child.pid, name);
    },
    end,
  };
}

/**
 * Waits until something is so.
 *
 * @throws {Error} naming it, where it never is
 */
export async function until(isSo: () => boolean, what: string, limitMs = RUN_MS_MAX / 2): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error(`waited ${limitMs} ms in vain: ${what}`);
    await sleep(POLL_MS);
  }
}

/** Waits until something is so, or for a few seconds: what is compared afterwards says which. */
export async function awhile(isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + AWHILE_MS; !isSo() && Date.now() < end;) await sleep(POLL_MS);
}
const AWHILE_MS = 5_000;
