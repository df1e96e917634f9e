/** Judges one file in a process of its own, and prints what it said, how long it took, and how much memory. */

import { createReadStream } from "node:fs";
import { argv, resourceUsage, stdout } from "node:process";
import { judgeTranscript, judgeTranscriptSync } from "../../src/transcripts/index.ts";

const [, , path = "", how = "file"] = argv;
const idleKib = resourceUsage().maxRSS;
const start = performance.now();
const verdict = how === "stream" ? await judgeTranscript(createReadStream(path)) : judgeTranscriptSync(path);
const ms = Math.round(performance.now() - start);
const mebibytes = Math.round((resourceUsage().maxRSS - idleKib) / 1024);
const { kind, reason, format, bytes } = verdict;
stdout.write(
  JSON.stringify({ kind, reason, format, bytes, warnings: verdict.warnings.length, ms, mebibytes }),
);
