/** A thread of `check --jobs`: judges the files that it is given, and answers with their judgements. */

import { parentPort } from "node:worker_threads";
import { judgeFile } from "./judge-path.ts";
import type { Answer, Task } from "./judging.ts";

parentPort?.on("message", ({ paths, options }: Task) => {
  const answer: Answer = paths.map((path) =>
    judgeFile(typeof path === "string" ? path : Buffer.from(path), options),
  );
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(answer);
});
