/**
 * What a command touches of the world: three streams, the environment, the clock. Passed in, so that a test runs a
 * command without a process.
 */

import { fstatSync } from "node:fs";
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
      return isFolder(process.stdin.fd) ? folderSource : process.stdin;
    },
    stdout: new Output(process.stdout),
    stderr: new Output(process.stderr),
    env: process.env,
    now: () => Date.now(),
  };
}

function isFolder(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isDirectory();
  } catch {
    return false;
  }
}

/** Reading a folder (`< folder`) fails in any other program; Node's standard input makes an empty file of it. */
const folderSource: Source = {
  [Symbol.asyncIterator]: () => ({
    next: () => Promise.reject(Object.assign(new Error("standard input is a folder"), { code: "EISDIR" })),
  }),
};
