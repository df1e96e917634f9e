/** Peak memory of a process that judges one large file, over a Node that does nothing. */

import { execFileSync } from "node:child_process";
import { execPath } from "node:process";
import { spreadOf } from "./contest.ts";
import type { Spread } from "./contest.ts";
import type { Row } from "./row.ts";
import type { Scale } from "./scale.ts";
import { sizeName } from "./single.ts";
import type { Workshop } from "./workshop.ts";

const PEAK = { atMost: 64 };
const PART = "peak memory over an idle Node";

/** What each child does before it tells its peak. `JUDGE` and `PATH` are put in as JSON. */
const WAYS = {
  idle: "",
  file: "const { judgeTranscriptSync } = await import(ENTRY); judgeTranscriptSync(PATH);",
  later: "const { judgeTranscript } = await import(ENTRY); await judgeTranscript(PATH);",
  stream:
    'const { judgeTranscript } = await import(ENTRY); const { createReadStream } = await import("node:fs"); await judgeTranscript(createReadStream(PATH));',
} as const;

/**
 * The peak in KiB. The kernel's own count of this program's pages, where there is one: `maxRSS` of a process also
 * counts what its parent held when it was started.
 */
const TELL_PEAK = `
const { readFileSync } = await import("node:fs");
let peak = process.resourceUsage().maxRSS;
try { peak = Number(/^VmHWM:\\s*(\\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))[1]); } catch {}
console.log(peak);
`;

/** Measures a file of many lines, and one with a line longer than any that is parsed. */
export function measureMemory(entry: string, scale: Scale, workshop: Workshop): readonly Row[] {
  const large = workshop.transcript("memory.jsonl", {
    bytesMin: scale.largeBytes,
    turns: "several",
    ending: "answer",
  });
  const line = workshop.hugeLine("huge-line.jsonl", scale.lineBytes);
  const idle = spreadOf(peaks("idle", entry, "", scale.children)).median;
  const row = (way: keyof typeof WAYS, path: string, what: string): Row => {
    const measured = over(idle, peaks(way, entry, path, scale.children));
    return { part: PART, what, measured, unit: "MiB", goal: PEAK };
  };
  const [size, length] = [sizeName(scale.largeBytes), sizeName(scale.lineBytes)];
  return [
    row("file", large, `${size}, judgeTranscriptSync`),
    row("later", large, `${size}, judgeTranscript`),
    row("stream", large, `${size}, a stream`),
    row("file", line, `a line of ${length}, judgeTranscriptSync`),
    row("stream", line, `a line of ${length}, a stream`),
    { part: PART, what: "an idle Node, for comparison", measured: spreadOf([idle]), unit: "MiB" },
  ];
}

function peaks(way: keyof typeof WAYS, entry: string, path: string, children: number): readonly number[] {
  const code = WAYS[way].replace("ENTRY", JSON.stringify(entry)).replace("PATH", JSON.stringify(path));
  return Array.from({ length: children }, () => {
    const out = execFileSync(execPath, ["--input-type=module", "-e", code + TELL_PEAK], { encoding: "utf8" });
    return Number(out) / 1_024;
  });
}

function over(idle: number, peak: readonly number[]): Spread {
  return spreadOf(peak, (mib) => mib - idle);
}
