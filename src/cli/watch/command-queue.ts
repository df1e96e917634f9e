/**
 * The command of `--exec`, run for each change, one after the other. It is told of the change by its environment and
 * on its standard input, and never on its command line: what a transcript says must not become shell.
 */

import { spawn } from "node:child_process";
import type { Io } from "../io.ts";
import { textOfPath } from "../file-path.ts";
import { changeJson } from "./change.ts";
import type { Change } from "./change.ts";

/** Changes that wait for the command, at most; of more the oldest are told of and dropped. */
const QUEUE_MAX = 1_000;

/** What to run, and how. */
export interface CommandOptions {
  /** Without one nothing is run. */
  readonly command: string | undefined;
  readonly env: Io["env"];
  /** Takes what people should know. */
  readonly note: (text: string) => void;
  readonly queueMax?: number;
}

/** Runs a command for each change. */
export class CommandQueue {
  readonly #command: string | undefined;
  readonly #env: Io["env"];
  readonly #note: (text: string) => void;
  readonly #queueMax: number;
  readonly #waiting: Change[] = [];
  #running: Promise<void> | undefined;
  /** True once a run of it did not end with 0. */
  failed = false;

  constructor({ command, env, note, queueMax = QUEUE_MAX }: CommandOptions) {
    this.#command = command;
    this.#env = env;
    this.#note = note;
    this.#queueMax = queueMax;
  }

  /** Has the command run for a change, once those before it are over. */
  add(change: Change): void {
    if (this.#command === undefined) return;
    this.#waiting.push(change);
    if (this.#waiting.length > this.#queueMax) {
      this.#waiting.shift();
      this.failed = true;
      this.#note("the command of --exec is too slow; a change was not told to it");
    }
    this.#running ??= this.#run(this.#command).finally(() => {
      this.#running = undefined;
    });
  }

  /** Resolves once the command has run for every change. */
  async done(): Promise<void> {
    await this.#running;
  }

  async #run(command: string): Promise<void> {
    for (let change = this.#waiting.shift(); change !== undefined; change = this.#waiting.shift()) {
      // One after the other is the point.
      const trouble = await runOnce(command, change, this.#env);
      if (trouble === undefined) continue;
      this.failed = true;
      this.#note(`the command of --exec ${trouble}`);
    }
  }
}

/** @returns what went wrong; undefined where it ended with 0 */
function runOnce(command: string, change: Change, env: Io["env"]): Promise<string | undefined> {
  const { kind, reason } = change.judgement;
  const told = {
    LASTWORD_PATH: textOfPath(change.path),
    LASTWORD_KIND: kind,
    LASTWORD_REASON: reason,
    LASTWORD_WAS: change.was?.kind ?? "",
  };
  return new Promise((resolve) => {
    const child = spawn(command, {
      shell: true,
      env: { ...env, ...told },
      stdio: ["pipe", "inherit", "inherit"],
    });
    child.on("error", (error) => resolve(`could not be started (${error.message}); check it`));
    child.on("close", (code, signal) =>
      resolve(code === 0 ? undefined : `ended with ${signal ?? `code ${code ?? "?"}`}; run it by hand`),
    );
    // One that does not read its input is no failure.
    child.stdin.on("error", () => {});
    child.stdin.end(changeJson(change));
  });
}
