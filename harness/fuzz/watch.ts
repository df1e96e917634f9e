/** Runs the fuzzing process, and tells what became of it: a law broken, a hang, or no memory left. */

import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { readCorpus } from "./corpus.ts";
import type { Finding } from "./finding.ts";
import { inputOf } from "./input.ts";
import { isReport } from "./messages.ts";

/** One input may take this long, with minimising it where it breaks a law, ms. Most take some milliseconds. */
const INPUT_MS_MAX = 60_000;
/** The process may have this much heap, MiB. Its inputs have 128 KiB. */
const HEAP_MIB_MAX = 192;
/** How much of the process's last words is kept, characters. */
const WORDS_CHARS_MAX = 2_000;

const CHILD = fileURLToPath(new URL("child.ts", import.meta.url));

/** What is to be watched. */
export interface Watching {
  /** Decides every input. */
  readonly seed: number;
  /** The number of the first input. */
  readonly from: number;
  /** How long, unless something is found before. */
  readonly ms: number;
  /** The program; the fuzzer's own unless a test brings another. */
  readonly program?: string;
  /** How long one input may take, ms. */
  readonly inputMsMax?: number;
}

/** How many inputs there were, and what was found. */
export interface Watched {
  readonly inputs: number;
  readonly finding?: Finding;
}

/** Fuzzes for a while, or until the first finding. */
export async function watch(watching: Watching): Promise<Watched> {
  const child = fork(watching.program ?? CHILD, [], {
    execArgv: ["--import", "tsx", `--max-old-space-size=${HEAP_MIB_MAX}`],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  try {
    return await watched(child, watching);
  } finally {
    child.kill("SIGKILL");
  }
}

function watched(child: ChildProcess, watching: Watching): Promise<Watched> {
  const { seed, from, ms, inputMsMax = INPUT_MS_MAX } = watching;
  return new Promise((resolve) => {
    let index = from - 1;
    let words = "";
    const end = (law?: string, detail = "", smaller?: Buffer): void => {
      clearTimeout(whole);
      clearTimeout(alarm);
      const inputs = index + 1 - from;
      if (law === undefined) return resolve({ inputs });
      const { bytes, options } = inputOf(readCorpus(), seed, Math.max(index, from));
      resolve({ inputs, finding: { law, detail, seed, index, bytes: smaller ?? bytes, options } });
    };
    const hang = (): void => end("hang", `no verdict after ${inputMsMax} ms`);
    const whole = setTimeout(() => end(), ms);
    let alarm = setTimeout(hang, inputMsMax);
    child.stderr?.on("data", (chunk: Buffer) => {
      words = `${words}${chunk.toString()}`.slice(-WORDS_CHARS_MAX);
    });
    child.on("message", (report) => {
      if (!isReport(report)) return;
      clearTimeout(alarm);
      if (report.kind === "breach") {
        end(report.law, report.detail, Buffer.from(report.base64, "base64"));
        return;
      }
      index = report.index;
      alarm = setTimeout(hang, inputMsMax);
    });
    // Behind its last words: `exit` may come before them.
    child.once("close", (code, signal) => {
      const memory = /out of memory|heap limit/i.test(words);
      end(memory ? "memory" : "crash", `the process ended with ${signal ?? String(code)}: ${words.trim()}`);
    });
    child.send({ seed, from });
  });
}
