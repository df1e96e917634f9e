/** The Node that programs run on which want a newer one than this: from the npm registry, where this one will not do. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import process, { arch, platform } from "node:process";
import { folderOf } from "../packages.ts";
import type { ProgramPackage } from "../packages.ts";

/** The package of a system holds the program itself, without a script that fetches it. */
const NODE: ProgramPackage = { name: `node-${platform}-${arch}`, version: "26.10.0" };
/** The oldest that will do for all of them: OpenClaw 2026.9 takes neither 25 nor 26.0. */
const OLDEST: readonly [major: number, minor: number] = [26, 1];

/** What must be installed for `nodeProgram`. */
export function newerNode(): readonly ProgramPackage[] {
  return suffices() ? [] : [NODE];
}

/**
 * The program's path.
 *
 * @throws {Error} where the package that was installed has none
 */
export function nodeProgram(): string {
  if (suffices()) return process.execPath;
  const path = join(folderOf(NODE), "node_modules", NODE.name, "bin", "node");
  if (!existsSync(path)) throw new Error(`${NODE.name} came without a program`);
  return path;
}

function suffices(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}
