/** Whether Claude Code trusts a project: what its own memory says. Reads one file. */

import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { asObject } from "../../transcripts/index.ts";
import type { Environment } from "./relay.ts";
import { memoryFile } from "./settings-places.ts";

/** What is known. */
export type Trust =
  | { readonly kind: "trusted" | "untrusted"; readonly path: string }
  /** The program has not run here yet, or its memory cannot be read. */
  | { readonly kind: "unknown"; readonly path: string; readonly detail: string };

/** It holds a history of every project. */
const MEMORY_BYTES_MAX = 64 * 1024 * 1024;

/** Trust of a folder is trust of all below it. */
export function trustOf(project: string, env: Environment): Trust {
  const path = memoryFile(env);
  try {
    if (statSync(path).size > MEMORY_BYTES_MAX) return { kind: "unknown", path, detail: "it is too large" };
    const memory = asObject(JSON.parse(readFileSync(path, "utf8")));
    const projects = asObject(memory?.["projects"]) ?? {};
    const isTrusted = foldersAbove(project).some(
      (folder) => asObject(projects[folder])?.["hasTrustDialogAccepted"] === true,
    );
    return { kind: isTrusted ? "trusted" : "untrusted", path };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "no JSON";
    return { kind: "unknown", path, detail: code === "ENOENT" ? "it does not exist" : code };
  }
}

/** The folder as it is named and as it is, and all above both. */
function foldersAbove(project: string): readonly string[] {
  const folders: string[] = [];
  for (let folder of new Set([project, realPath(project)])) {
    for (;;) {
      folders.push(folder);
      const above = dirname(folder);
      if (above === folder) break;
      folder = above;
    }
  }
  return folders;
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
