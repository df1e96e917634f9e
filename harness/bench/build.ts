/** What is measured: the package as it ships, built into a folder of its own. */

import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { createSweeper, memoryStore, openRegistry } from "../../src/agents/index.ts";
import type { judgeTranscriptSync } from "../../src/transcripts/index.ts";
import type { Ending } from "./transcript.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The way in that is measured. */
export interface Judging {
  readonly judgeTranscriptSync: typeof judgeTranscriptSync;
}

/** What is measured of the deciding half. */
export interface Sweeping {
  readonly createSweeper: typeof createSweeper;
  readonly memoryStore: typeof memoryStore;
  readonly openRegistry: typeof openRegistry;
}

/** A build: its entries as URLs, for a child process to import, and what this process measures of it. */
export interface Built {
  readonly entry: string;
  /** The command line's file. */
  readonly program: string;
  readonly judging: Judging;
  readonly agentsEntry: string;
  readonly sweeping: Sweeping;
}

/**
 * Builds. A runner that compiles on the way (tsx, vitest) adds a little to each function and a lot to the memory.
 *
 * @param folder an existing folder, outside the source tree
 */
export async function build(folder: string): Promise<Built> {
  const target = join(folder, "built");
  mkdirSync(target);
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
    "bin",
    "tsc",
  );
  const settings = ["-p", "tsconfig.build.json", "--noCheck", "--declaration", "false"];
  execFileSync(execPath, [compiler, ...settings, "--outDir", join(target, "dist")], { cwd: ROOT });
  symlinkSync(join(ROOT, "package.json"), join(target, "package.json"));
  symlinkSync(join(ROOT, "node_modules"), join(target, "node_modules"));
  const entry = pathToFileURL(join(target, "dist", "transcripts", "index.js")).href;
  const judging: unknown = await import(entry);
  if (!isJudging(judging)) throw new Error(`the build in ${target} has no judgeTranscriptSync`);
  const agentsEntry = pathToFileURL(join(target, "dist", "agents", "index.js")).href;
  const sweeping: unknown = await import(agentsEntry);
  if (!isSweeping(sweeping)) throw new Error(`the build in ${target} has no createSweeper`);
  return { entry, program: join(target, "dist", "cli.js"), judging, agentsEntry, sweeping };
}

/**
 * Makes sure that a file is judged right: a fast wrong verdict is worth nothing.
 *
 * @throws {Error} where it is not
 */
export function checkVerdict({ judgeTranscriptSync: judge }: Judging, path: string, ending: Ending): void {
  const { kind, reason } = judge(path);
  const right = ending === "answer" ? "terminal" : ending === "yield" ? "parked" : "unfinished";
  if (kind !== right) throw new Error(`${path} ends with ${ending}, and was judged ${kind} (${reason})`);
}

function isJudging(value: unknown): value is Judging {
  return typeof value === "object" && value !== null && "judgeTranscriptSync" in value;
}

function isSweeping(value: unknown): value is Sweeping {
  return (
    typeof value === "object" &&
    value !== null &&
    ["createSweeper", "memoryStore", "openRegistry"].every((name) => name in value)
  );
}
