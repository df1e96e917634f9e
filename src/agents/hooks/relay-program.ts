/** Which program the settings shall name, and what becomes of one that they name. Looks at files; starts nothing. */

import { accessSync, constants, readFileSync, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { asObject, asString } from "../../transcripts/index.ts";
import type { RegisteredRelay, RelayProgram } from "./relay-command.ts";
import type { Environment } from "./relay.ts";
import type { SettingsScope } from "./settings-places.ts";

/** This program: what runs it, and its file. */
export interface Self {
  readonly node: string;
  readonly script: string;
  readonly version: string;
}

/**
 * The program to register. A project that has this package as a dependency names that: its settings are shared with
 * machines where this one's paths mean nothing. Everything else names this Node and this file.
 */
export function programFor(scope: SettingsScope, project: string, self: Self): RelayProgram {
  const isDependency = scope !== "user" && versionOf(join(project, "node_modules", "lastword")) !== undefined;
  if (isDependency) return { kind: "dependency" };
  return { kind: "files", node: self.node, script: self.script };
}

/** True where this copy will not stay: a package runner's cache is swept. */
export function isPassing({ script }: Pick<Self, "script">): boolean {
  return /[\\/](?:_npx|dlx-[^\\/]*|\.bunx?|xfs-[^\\/]*)[\\/]/.test(script);
}

/** What became of a registered program. */
export type ProgramState =
  | { readonly kind: "present"; readonly version?: string }
  | { readonly kind: "missing"; readonly path: string }
  | { readonly kind: "unreadable"; readonly path: string; readonly detail: string };

/** Looks at the files that a registered relay is started from. */
export function programState({ words }: RegisteredRelay, env: Environment): ProgramState {
  const [first, ...rest] = words;
  const starter = located(first, env);
  if (starter === undefined) return { kind: "missing", path: first };
  const denied = deniedBy(starter, constants.X_OK);
  if (denied !== undefined) return { kind: "unreadable", path: starter, detail: denied };
  const script = rest.at(-1);
  // A package runner finds its package by itself.
  if (script !== undefined && !isAbsolute(script)) return { kind: "present" };
  const path = script ?? starter;
  const unread = deniedBy(path, constants.R_OK);
  if (unread === "ENOENT") return { kind: "missing", path };
  if (unread !== undefined) return { kind: "unreadable", path, detail: unread };
  const version = versionOf(join(dirname(realpathSync(path)), ".."));
  return { kind: "present", ...(version === undefined ? {} : { version }) };
}

/** The program's file: the path itself, or the first of its name in the PATH. */
function located(program: string, env: Environment): string | undefined {
  const candidates = /[\\/]/.test(program)
    ? [program]
    : (env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, program));
  return candidates.find((path) => isFile(path));
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch (error) {
    // What may not be looked at is there, as far as anybody can tell.
    return codeOf(error) === "EACCES";
  }
}

function deniedBy(path: string, mode: number): string | undefined {
  try {
    accessSync(path, mode);
    return undefined;
  } catch (error) {
    return codeOf(error);
  }
}

/** The version of this package that a folder holds. */
function versionOf(folder: string): string | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const { name, version } = asObject(value) ?? {};
    return name === "lastword" ? asString(version) : undefined;
  } catch {
    return undefined;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
