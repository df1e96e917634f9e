/** The half-written file that a writer leaves beside the place it never renamed to. Looks at names and times alone. */

import { lstatSync, opendirSync } from "node:fs";
import { join } from "node:path";

/** A file under a temporary name. */
export interface TempFile {
  readonly path: string;
  readonly bytes: number;
  /** Unix ms. */
  readonly modifiedAt: number;
}

/** A folder with more entries is somebody's scratch, and is not searched further. */
const ENTRIES_MAX = 10_000;

/**
 * The newest file in the folder whose name is the place's with a temporary ending: `result.json.tmp`,
 * `.result.json.a1b2`, `result.json.12.part`, `result.tmp`, `result.json~`.
 *
 * @param name the name that the file was to have
 */
export function findTempFile(folder: string, name: string): TempFile | undefined {
  let newest: TempFile | undefined;
  for (const entry of namesIn(folder)) {
    if (!isTempName(entry, name)) continue;
    const found = regularFile(join(folder, entry));
    if (found !== undefined && (newest === undefined || found.modifiedAt > newest.modifiedAt)) newest = found;
  }
  return newest;
}

/** True for a temporary name of the file. Pure. */
export function isTempName(entry: string, name: string): boolean {
  const stem = name.replace(/\.[^.]+$/, "");
  const bare = entry.startsWith(".") ? entry.slice(1) : entry;
  if (entry === name) return false;
  if (entry === `${stem}.tmp` || bare === `${stem}.tmp`) return true;
  // A hidden copy under the whole name is an editor's or a writer's own, whatever stands behind it.
  if (entry.startsWith(`.${name}.`)) return true;
  if (!bare.startsWith(name)) return false;
  return /^(?:~|(?:[.-][\w-]+)*\.(?:tmp|temp|part|partial|swp)(?:[.-]?[\w-]+)?)$/.test(
    bare.slice(name.length),
  );
}

function* namesIn(folder: string): Generator<string> {
  const opened = tryOpen(folder);
  if (opened === undefined) return;
  try {
    for (let count = 0; count < ENTRIES_MAX; count += 1) {
      const entry = opened.readSync();
      if (entry === null) return;
      yield entry.name;
    }
  } finally {
    opened.closeSync();
  }
}

function tryOpen(folder: string): ReturnType<typeof opendirSync> | undefined {
  try {
    return opendirSync(folder);
  } catch {
    // No folder, no temporary file; that the result is missing is said either way.
    return undefined;
  }
}

function regularFile(path: string): TempFile | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true ? { path, bytes: stat.size, modifiedAt: stat.mtimeMs } : undefined;
}
