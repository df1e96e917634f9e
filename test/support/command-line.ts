/** Runs the command line inside the test's process: arguments in; exit code and what was written out. */

import { Writable } from "node:stream";
import type { Io, Source } from "../../src/cli/io.ts";
import { main } from "../../src/cli/main.ts";
import { Output } from "../../src/cli/output.ts";

/** The time it is for a command. */
export const NOW = Date.UTC(2026, 10, 1, 12);

export interface RunOptions {
  /** What standard input holds. */
  readonly input?: string | readonly (string | Uint8Array)[];
  /** Both outputs are a terminal of this width. */
  readonly columns?: number;
  readonly env?: Io["env"];
  readonly stdinIsTTY?: boolean;
}

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A stream that remembers what was written to it. */
export class Paper extends Writable {
  readonly isTTY: boolean;
  readonly columns?: number;
  #text = "";

  constructor(columns?: number) {
    super({ decodeStrings: false });
    this.isTTY = columns !== undefined;
    if (columns !== undefined) this.columns = columns;
  }

  get text(): string {
    return this.#text;
  }

  override _write(chunk: unknown, _encoding: string, done: () => void): void {
    this.#text += String(chunk);
    done();
  }
}

/** Runs a command as it was typed. */
export async function run(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { input = "", columns, env = {} } = options;
  const [stdout, stderr] = [new Paper(columns), new Paper(columns)];
  const io: Io = {
    stdin: sourceOf(typeof input === "string" ? [input] : input, options.stdinIsTTY === true),
    stdout: new Output(stdout),
    stderr: new Output(stderr),
    env,
    now: () => NOW,
  };
  const code = await main(args, io);
  return { code, out: stdout.text, err: stderr.text };
}

/** Runs `check --json`; gives the objects. */
export async function checked(
  args: readonly string[],
  options: RunOptions = {},
): Promise<readonly Record<string, unknown>[]> {
  const { out } = await run(["check", "--json", ...args], options);
  return out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

function sourceOf(chunks: readonly (string | Uint8Array)[], isTTY: boolean): Source {
  return {
    isTTY,
    async *[Symbol.asyncIterator]() {
      yield* chunks;
    },
  };
}
