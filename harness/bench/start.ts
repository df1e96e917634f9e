/** The start of the command line, of a bare Node's: what everybody waits for who runs it, and each event of a hook. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { execPath } from "node:process";
import { contest, ratio, spreadOf, wallMs } from "./contest.ts";
import type { Row } from "./row.ts";
import type { Scale } from "./scale.ts";
import type { Workshop } from "./workshop.ts";

const OF_BARE = { atMost: 1.5 };
const PART = "start-up, of a bare Node's";

/**
 * Measures by the clock: what is waited for is a process.
 *
 * @param program the command line's file, built
 */
export async function measureStart(
  program: string,
  scale: Scale,
  workshop: Workshop,
): Promise<readonly Row[]> {
  const path = workshop.transcript("start.jsonl", {
    bytesMin: scale.fileBytes,
    turns: "several",
    ending: "answer",
  });
  const env = { ...process.env, LASTWORD_CONFIG: "", LASTWORD_EVENTS_DIR: join(workshop.folder, "events") };
  const starting =
    (...args: readonly string[]) =>
    () => {
      const { error, status } = spawnSync(execPath, args, { env, input: "{}" });
      if (error !== undefined) throw error;
      if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}`);
    };
  const contenders = [
    { name: "bare", run: starting("-e", "0") },
    { name: "relay", run: starting(program, "hook", "relay", "Stop") },
    { name: "version", run: starting(program, "--version") },
    { name: "help", run: starting(program, "--help") },
    { name: "check", run: starting(program, "check", path) },
  ] as const;
  const times = await contest(contenders, scale.rounds, wallMs);
  const row = (name: (typeof contenders)[number]["name"], what: string): Row => ({
    part: PART,
    what,
    measured: ratio(times, name, "bare"),
    unit: "x",
    goal: OF_BARE,
  });
  return [
    row("relay", "lastword hook relay, an event of a hook"),
    row("version", "lastword --version"),
    row("help", "lastword --help"),
    row("check", "lastword check, one file"),
    {
      part: PART,
      what: "node -e 0, for comparison",
      measured: spreadOf(times.get("bare") ?? [], (ms) => ms * 1_000),
      unit: "us",
    },
  ];
}
