/**
 * A result file's bytes, opened without following anybody: inside its root, a regular file, no link on the way, no
 * more than the limit. Reads alone; what the bytes are worth is for state.ts to say.
 */

import { createHash } from "node:crypto";
import { lstatSync, realpathSync } from "node:fs";
import type { Stats } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { TranscriptOpenError, openTranscript } from "../../transcripts/index.ts";
import { findTempFile } from "./temp-file.ts";
import type { TempFile } from "./temp-file.ts";

/** A longer result is not read. Far above any plan or report, and still cheap to hold. */
export const ARTIFACT_BYTES_MAX = 8 * 1024 * 1024;

/** Where a result was to be left. */
export interface ArtifactPlace {
  readonly path: string;
  /** The folder it must lie in; below it no part of the path may be a link. By default the file's own folder. */
  readonly root?: string;
}

/** What was found at the place. */
export type ArtifactReading =
  /** `temp`: a half-written file beside the place, as writers that rename leave it when they die. */
  | { readonly kind: "missing"; readonly temp?: TempFile }
  | { readonly kind: "redirected"; readonly detail: string }
  | { readonly kind: "unreadable"; readonly detail: string; readonly transient: boolean }
  | { readonly kind: "too-large"; readonly bytes: number; readonly bytesMax: number }
  | ArtifactBytes;

/** The file, read whole. */
export interface ArtifactBytes {
  readonly kind: "read";
  readonly content: Buffer;
  /** Last change of the content, Unix ms. */
  readonly modifiedAt: number;
  /** SHA-256 of the content, in hex. */
  readonly sha256: string;
}

/**
 * Reads what lies at the place. Never throws for what it finds there.
 *
 * @param bytesMax the longest file that is read, bytes; 8 MiB by default
 */
export function readArtifact(
  { path, root }: ArtifactPlace,
  bytesMax: number = ARTIFACT_BYTES_MAX,
): ArtifactReading {
  const base = root ?? dirname(path);
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    const detour = detourOf(path, base, stat);
    if (detour !== undefined) return { kind: "redirected", detail: detour };
    if (stat === undefined) return missing(path);
    if (!stat.isFile()) return unreadable(`${kindOf(stat)} lies there, not a regular file`);
    return readFile(path, base, bytesMax);
  } catch (error) {
    return fromError(error, path);
  }
}

function readFile(path: string, root: string, bytesMax: number): ArtifactReading {
  const file = openTranscript(path, { root });
  try {
    // Looked at again behind the open: a link put there in between must not count as the file.
    const detour = detourOf(path, root, lstatSync(path));
    if (detour !== undefined) return { kind: "redirected", detail: detour };
    if (file.size > bytesMax) return { kind: "too-large", bytes: file.size, bytesMax };
    const content = Buffer.alloc(file.size);
    let filled = 0;
    while (filled < file.size) {
      const count = file.read(content.subarray(filled), file.size - filled, filled);
      if (count === 0) return unreadable("it became shorter while it was read", true);
      filled += count;
    }
    const sha256 = createHash("sha256").update(content).digest("hex");
    return { kind: "read", content, modifiedAt: file.modifiedMs, sha256 };
  } finally {
    file.close();
  }
}

/** How the path leaves its root or follows a link below it; undefined where it does neither. */
function detourOf(path: string, root: string, stat: Stats | undefined): string | undefined {
  const inside = relative(resolve(root), resolve(path));
  if (inside === "" || inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    return "the path leads out of its root folder";
  }
  if (stat?.isSymbolicLink() === true) return "a link lies in the file's place";
  const folder = dirname(inside);
  const expected = join(realpathSync.native(root), folder);
  const real = realpathSync.native(join(root, folder));
  return real === expected ? undefined : "a folder on the way to the file is a link";
}

function missing(path: string): ArtifactReading {
  const temp = findTempFile(dirname(path), basename(path));
  return temp === undefined ? { kind: "missing" } : { kind: "missing", temp };
}

function unreadable(detail: string, transient = false): ArtifactReading {
  return { kind: "unreadable", detail, transient };
}

function fromError(error: unknown, path: string): ArtifactReading {
  if (error instanceof TranscriptOpenError) {
    const { reason, detail, transient } = error.failure;
    return reason === "missing" ? missing(path) : unreadable(detail, transient === true);
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  // A folder on the way that does not exist holds no file either.
  if (code === "ENOENT" || code === "ENOTDIR") return { kind: "missing" };
  return unreadable(code === "" ? String(error) : `the system refused (${code})`);
}

function kindOf(stat: Stats): string {
  if (stat.isDirectory()) return "a folder";
  if (stat.isFIFO()) return "a FIFO";
  return stat.isSocket() ? "a socket" : "a device";
}
