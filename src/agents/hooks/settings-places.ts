/** Where Claude Code keeps its settings, and what it remembers of a project. Pure. */

import { join } from "node:path";
import { homeFolder } from "../home.ts";
import type { Environment } from "./relay.ts";

/** Whose settings: the project's (shared with whoever has it), this machine's for the project, or the user's for all. */
export const SETTINGS_SCOPES = ["project", "local", "user"] as const;
export type SettingsScope = (typeof SETTINGS_SCOPES)[number];

/** A settings file, and the folder that a link to it must stay in. */
export interface SettingsPlace {
  readonly scope: SettingsScope;
  readonly path: string;
  readonly root: string;
}

/** The folder of the user's settings and transcripts. */
export function configFolder(env: Environment): string {
  const own = env["CLAUDE_CONFIG_DIR"];
  return own === undefined || own === "" ? join(homeFolder(env), ".claude") : own;
}

/** The file in which the program remembers which projects are trusted. */
export function memoryFile(env: Environment): string {
  const own = env["CLAUDE_CONFIG_DIR"];
  return own === undefined || own === "" ? join(homeFolder(env), ".claude.json") : join(own, ".claude.json");
}

/**
 * The settings file of a scope.
 *
 * @param project the project's folder, absolute
 */
export function settingsPlace(scope: SettingsScope, project: string, env: Environment): SettingsPlace {
  switch (scope) {
    case "project":
      return { scope, path: join(project, ".claude", "settings.json"), root: project };
    case "local":
      return { scope, path: join(project, ".claude", "settings.local.json"), root: project };
    case "user":
      return { scope, path: join(configFolder(env), "settings.json"), root: userRoot(env) };
    default:
      return scope satisfies never;
  }
}

/** A user's settings are often a link into a folder of theirs that is kept under version control. */
function userRoot(env: Environment): string {
  const own = env["CLAUDE_CONFIG_DIR"];
  return own === undefined || own === "" ? homeFolder(env) : own;
}
