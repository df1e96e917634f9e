/**
 * A settings file on disk, as it lies there: read, or refused with the reason. Knows nothing of what is in it but that it
 * is a JSON object; writes nothing.
 */

import { lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import type { JsonObject } from "../../transcripts/index.ts";
import { parseArtifact } from "../artifact/parse.ts";
import type { SettingsPlace } from "./settings-places.ts";

/** Settings are a few kilobytes. */
export const SETTINGS_BYTES_MAX = 4 * 1024 * 1024;
const BOM = "\ufeff";

/** A settings file that was read. */
export interface SettingsFile {
  readonly kind: "settings";
  readonly place: SettingsPlace;
  /** The file itself, where the place is a link to it. */
  readonly target: string;
  /** True where a link leads out of the folder that the place belongs to. */
  readonly outside?: boolean;
  /** False where there is none yet. */
  readonly exists: boolean;
  /** As it lies there, without a byte order mark; empty where there is none. */
  readonly text: string;
  /** True where a byte order mark stands before it. */
  readonly marked: boolean;
  readonly value: JsonObject;
}

/** One that cannot be read. */
export interface SettingsRefusal {
  readonly kind: "refused";
  readonly place: SettingsPlace;
  /** What is wrong with it, with the position where there is one. */
  readonly detail: string;
  /** True where the host cannot read it either, and takes nothing from it. */
  readonly rejected: boolean;
}

/** Reads a settings file, through links, as the host does. One that is missing or empty holds nothing. */
export function readSettings(place: SettingsPlace): SettingsFile | SettingsRefusal {
  const refuse = (detail: string, rejected = true): SettingsRefusal => ({
    kind: "refused",
    place,
    detail,
    rejected,
  });
  const nothing = { kind: "settings", place, exists: false, text: "", marked: false, value: {} } as const;
  try {
    const found = lstatSync(place.path, { throwIfNoEntry: false });
    const target = found === undefined ? realPath(place.path) : realpathSync(place.path);
    const leads = isInside(target, realPath(place.root)) ? {} : { outside: true };
    if (found === undefined) return { ...nothing, target, ...leads };
    const stats = statSync(target);
    if (!stats.isFile()) return refuse("it is no regular file");
    if (stats.size > SETTINGS_BYTES_MAX) return refuse(`it has ${stats.size} bytes`, false);
    const bytes = readFileSync(target);
    const text = bytes.toString("utf8");
    const marked = text.startsWith(BOM);
    const file = { ...nothing, target, ...leads, exists: true, text: marked ? text.slice(1) : text, marked };
    const parsed = parseArtifact(bytes);
    switch (parsed.kind) {
      case "empty":
        return file;
      case "object":
        return { ...file, value: parsed.value };
      case "not-an-object":
        return refuse(`it holds ${parsed.found}, not an object`);
      case "fault":
        return refuse(parsed.detail);
      default:
        return parsed satisfies never;
    }
  } catch (error) {
    return refuse(isMissing(error) ? "it is a link to nothing" : `it cannot be read: ${messageOf(error)}`);
  }
}

/** The real path of what may not be there yet: the folders above it may be links, or missing too. */
function realPath(path: string): string {
  const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  return isThere || dirname(path) === path
    ? realpathSync(path)
    : join(realPath(dirname(path)), basename(path));
}

function isInside(path: string, root: string): boolean {
  const way = relative(root, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
