/**
 * What a command touches of the world: three streams, the environment, the clock. Passed in, so that a test runs a
 * command without a process.
 */

import process from "node:process";
import { Output } from "./output.ts";

/** Where standard input comes from. */
export interface Source extends AsyncIterable<Uint8Array | string> {
  readonly isTTY?: boolean;
}

/** The world, as far as a command may see it. */
export interface Io {
  readonly stdin: Source;
  readonly stdout: Output;
  /** For what is not the result: errors, hints, the summary. */
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** The world of this process. Standard input is opened only by who reads it. */
export function processIo(): Io {
  return {
    get stdin() {
      return process.stdin;
    },
    stdout: new Output(process.stdout),
    stderr: new Output(process.stderr),
    env: process.env,
    now: () => Date.now(),
  };
}
