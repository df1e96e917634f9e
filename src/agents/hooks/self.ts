/** This program, as a hook's entry names it: what runs it, its file, its version. */

import { realpathSync } from "node:fs";
import { delimiter, extname, join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { packageVersion } from "./package-version.ts";
import type { Self } from "./relay-program.ts";
import type { Environment } from "./relay.ts";

/** This program. */
export function selfFor(env: Environment): Self {
  const script = fileURLToPath(new URL(`../../cli${extname(import.meta.url)}`, import.meta.url));
  return { node: lastingNode(env), script, version: packageVersion() };
}

/** This Node by the path that an update of it keeps, where the PATH has one: package managers keep versions in folders. */
function lastingNode(env: Environment): string {
  const found = (env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, "node"))
    .find((path) => isSame(path, execPath));
  return found ?? execPath;
}

function isSame(path: string, other: string): boolean {
  try {
    return realpathSync(path) === realpathSync(other);
  } catch {
    return false;
  }
}
