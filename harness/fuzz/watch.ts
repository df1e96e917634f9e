/** Runs the fuzzing process, and tells what became of it: a law broken, a hang, or no memory left. */

import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { readCorpus } from "./corpus.ts";
import { inputOf } from "./input.ts";
import { isReport } from "./messages.ts";

/** One input may take this long, minimising not counted, ms. Most take a hundredth of a second. */
const INPUT_MS_MAX = 20_000;
/** Minimising may take this long, ms. */
const MINIMISING_MS_MAX = 30_000;
/** The process may have this much heap, MiB. Its inputs have 128 KiB. */
const HEAP_MIB_MAX = 192;

/** What was found, and with which input. */
export interface Finding {
  readonly law: string;
  readonly detail: string;
  readonly index: number;
  readonly bytes: Buffer;
}

/** How far the process came, and what it found. */
export interface Watched {
  readonly inputs: number;
  readonly finding?: Finding;
}

const CHILD = fileURLToPath(new URL("child.ts", import.meta.url));

/**
 * Fuzzes for a while, or until the first finding.
 *
 * @param seed decides every input
 * @param ms how long
 */
export async function watch(seed: number, ms: number): Promise<Watched> {
  const child = fork(CHILD, [], {
    execArgv: ["--import", "tsx", `--max-old-space-size=${HEAP_MIB_MAX}`],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  try {
    return await watched(child, seed, ms);
  } finally {
    child.kill("SIGKILL");
  }
}

function watched(child: ChildProcess, seed: number, ms: number): Promise<Watched> {
  return new Promise((resolve) => {
    let index = -1;
    let words = "";
    const end = (
      law?: string,
      detail = "",
      bytes = inputOf(readCorpus(), seed, Math.max(index, 0)).bytes,
    ): void => {
      clearTimeout(whole);
      clearTimeout(alarm);
      resolve({
        inputs: index + 1,
        ...(law === undefined ? {} : { finding: { law, detail, index, bytes } }),
      });
    };
    const whole = setTimeout(() => end(), ms);
    let alarm = setTimeout(() => end("start", "the process did not begin"), INPUT_MS_MAX);
    child.stderr?.on("data", (chunk: Buffer) => {
      words = `${words}${chunk.toString()}`.slice(-2_000);
    });
    child.on("message", (report) => {
      if (!isReport(report)) return;
      clearTimeout(alarm);
      if (report.kind === "breach") {
        end(report.law, report.detail, Buffer.from(report.base64, "base64"));
        return;
      }
      index = report.index;
      alarm = setTimeout(
        () => end("time", `no verdict after ${INPUT_MS_MAX + MINIMISING_MS_MAX} ms`),
        INPUT_MS_MAX + MINIMISING_MS_MAX,
      );
    });
    child.once("exit", (code, signal) => {
      const memory = /out of memory|heap limit/i.test(words);
      end(memory ? "memory" : "crash", `the process ended with ${signal ?? String(code)}: ${words.trim()}`);
    });
    child.send({ seed, from: 0 });
  });
}
