/** `jq`, where this machine has it: the last message of each file, whatever its length. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { asObject } from "../../../src/transcripts/json.ts";
import type { Peer, Told } from "./way.ts";

const run = promisify(execFile);

const OUT_BYTES_MAX = 16 * 1024 * 1024;
const PROGRAM = `reduce inputs as $record ({};
  if $record.type == "message" then .[input_filename] = $record.message else . end)
  | map_values(.role == "assistant" and .stopReason == "stop")`;

/** bash measures it: Node does not tell what a child took. Its words are on the last line of standard error. */
const MEASURED = `TIMEFORMAT='%U %S'; time "$0" -c -n "$@"`;

/** Looks for it. @param program another name, for tests */
export async function findJq(program = "jq"): Promise<Peer> {
  try {
    const { stdout } = await run(program, ["--version"]);
    await run("bash", ["-c", "true"]);
    return { kind: "ready", from: "jq is this machine's", ways: [wayOf(program, stdout.trim())] };
  } catch {
    return { kind: "skipped", why: `jq: this machine has no ${program}, or no bash to measure it with` };
  }
}

function wayOf(program: string, version: string) {
  let tookMs = 0;
  return {
    name: version.replace("-", " "),
    format: "openclaw" as const,
    elsewhereMs: () => tookMs,
    read: async (paths: readonly string[]): Promise<Told> => {
      const args = ["-c", MEASURED, program, PROGRAM, ...paths];
      const { stdout, stderr } = await run("bash", args, { maxBuffer: OUT_BYTES_MAX });
      tookMs = secondsIn(stderr) * 1_000;
      const told = asObject(JSON.parse(stdout));
      return paths.map((path) => told?.[path] === true);
    },
  };
}

function secondsIn(stderr: string): number {
  const seconds = (stderr.trim().split("\n").at(-1) ?? "").split(" ").map(Number);
  return seconds.reduce((sum, each) => sum + each, 0);
}
