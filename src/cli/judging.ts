/**
 * Judging many files, one after the other or with several threads. The judgements come in the order of the files
 * whoever was first, and only so many files are ahead of the one that is written next.
 */

import { Worker } from "node:worker_threads";
import type { JudgeOptions, Judgement } from "../transcripts/index.ts";
import type { FilePath } from "./file-path.ts";
import { judgeFile } from "./judge-path.ts";

/** Files handed to a thread at once: fewer, and the handing would take as long as the judging. */
const BATCH = 32;

/** What a thread is asked, and what it answers, in the same order. */
export interface Task {
  readonly paths: readonly (string | Uint8Array)[];
  readonly options: JudgeOptions;
}
export type Answer = readonly Judgement[];

/** Judges a file for its caller. */
export interface Judging {
  /** The judgements of these files, in their order. */
  judge(paths: readonly FilePath[]): Promise<readonly Judgement[]>;
  /** So many files at a time keep everybody busy. */
  readonly batch: number;
  close(): Promise<void>;
}

/** Judges in this thread. */
export function judgingHere(options: JudgeOptions): Judging {
  return {
    batch: 1,
    judge: (paths) => Promise.resolve(paths.map((path) => judgeFile(path, options))),
    close: () => Promise.resolve(),
  };
}

/** Judges with so many threads. They start at once, and are ended by `close`. */
export function judgingWith(jobs: number, options: JudgeOptions): Judging {
  // The worker lies beside this file, and is spelled as it is: `.js` once it is built.
  const file = new URL(`./judging-thread.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`, import.meta.url);
  const threads = Array.from({ length: jobs }, () => new Worker(file));
  return {
    batch: BATCH * jobs,
    async judge(paths) {
      const shares = threads.map((thread, index) => {
        const size = Math.ceil(paths.length / jobs);
        return { thread, paths: paths.slice(index * size, (index + 1) * size) };
      });
      const answers = await Promise.all(
        shares.map(async (share) =>
          share.paths.length === 0 ? [] : askThread(share.thread, { paths: share.paths, options }),
        ),
      );
      return answers.flat();
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.terminate()));
    },
  };
}

function askThread(thread: Worker, task: Task): Promise<Answer> {
  return new Promise((resolve, reject) => {
    thread.once("error", reject);
    thread.once("message", (answer: Answer) => {
      thread.removeListener("error", reject);
      resolve(answer);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    thread.postMessage(task);
  });
}
