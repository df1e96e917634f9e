/** Replaces a settings file: whole or not at all, with a copy of what was there, and never over another's change. */

import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { getuid } from "node:process";
import type { SettingsFile } from "./settings-file.ts";

/** Less the umask. */
const FILE_MODE = 0o666;
const OWNER_ONLY = 0o600;
const MODE_BITS = 0o7777;
/** Of one second. */
const COPIES_MAX = 100;

/**
 * Replaces a settings file: the copy first, then the whole file at once, with the mode and the owner of the old one.
 *
 * @param now Unix ms; names the copy
 * @returns the copy's path; undefined where there was no file
 * @throws {Error} where it was changed since it was read, or cannot be written; then the old one lies there still
 */
export function replaceSettings(file: SettingsFile, text: string, now: number): string | undefined {
  const { target, exists } = file;
  if (!exists) mkdirSync(dirname(target), { recursive: true });
  const temporary = `${target}.${randomBytes(6).toString("hex")}.tmp`;
  const stats = exists ? statSync(target) : undefined;
  try {
    // Settings may hold keys: nobody reads the new file before it has the old one's mode.
    const descriptor = openSync(temporary, "wx", exists ? OWNER_ONLY : FILE_MODE);
    try {
      writeFileSync(descriptor, withMark(file, text));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    if (stats !== undefined) {
      keepOwner(temporary, stats);
      chmodSync(temporary, stats.mode & MODE_BITS);
    }
    const backup = exists ? backUp(target, now) : undefined;
    if (contentOf(target) !== (exists ? withMark(file, file.text) : undefined)) {
      throw new Error("it was changed by somebody else meanwhile; run the command again");
    }
    renameSync(temporary, target);
    return backup;
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** A copy that no other copy is overwritten for. Its mode is the file's: settings may hold keys. */
function backUp(target: string, now: number): string {
  const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  for (let count = 0; ; count += 1) {
    const path = `${target}.${stamp}${count === 0 ? "" : `-${count}`}.bak`;
    try {
      copyFileSync(target, path, constants.COPYFILE_EXCL);
      return path;
    } catch (error) {
      if (!isCode(error, "EEXIST") || count === COPIES_MAX) throw error;
    }
  }
}

/** Only root can give a file away; for anybody else the owner is right already, or cannot be helped. */
function keepOwner(path: string, { uid, gid }: { readonly uid: number; readonly gid: number }): void {
  if (getuid?.() === 0) chownSync(path, uid, gid);
}

function withMark({ marked }: SettingsFile, text: string): string {
  return marked ? `\ufeff${text}` : text;
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
