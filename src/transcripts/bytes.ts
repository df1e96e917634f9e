/**
 * A transcript's bytes: a regular file, opened without following anybody out of its root, its size frozen
 * at open. Reads; never writes, never waits for a pipe or a device.
 */

import { closeSync, constants, fstatSync, openSync, read, readSync, realpathSync, statSync } from "node:fs";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Where a transcript lies: a path, a `file:` URL, or the bytes of a path. Names on disk are bytes, and need not
 * be UTF-8.
 */
export type TranscriptPath = string | URL | Buffer;

/** Why a path is no readable transcript. */
export interface OpenFailure {
  readonly reason: "missing" | "unreadable";
  /** For people: what it is, and what to do. */
  readonly detail: string;
  /** Set where the same open may succeed a moment later. */
  readonly transient?: true;
  readonly cause?: unknown;
}

/** An open file, its size as it was at open. Bytes that are appended later are not seen. */
export interface OpenFile {
  readonly path: string | Buffer;
  readonly size: number;
  /** Last change of the content, Unix ms. */
  readonly modifiedMs: number;
  /** Reads up to `length` bytes at `offset` into `target`; returns how many there were. */
  read(target: Uint8Array, length: number, offset: number): number;
  /** The same without blocking. */
  readLater(target: Uint8Array, length: number, offset: number): Promise<number>;
  close(): void;
}

export interface OpenOptions {
  /** The file must lie inside this folder, links resolved. */
  readonly root?: string;
}

/** A failure as the value it is, so that callers need not tell errors apart by class. */
export class TranscriptOpenError extends Error {
  override readonly name = "TranscriptOpenError";
  readonly failure: OpenFailure;
  constructor(failure: OpenFailure) {
    super(failure.detail, { cause: failure.cause });
    this.failure = failure;
  }
}

/**
 * Opens a transcript for reading.
 *
 * @param source a path, the bytes of one, or a `file:` URL
 * @throws {TranscriptOpenError} `missing` if there is nothing, `unreadable` for a folder, FIFO, device or
 *   socket, a path out of the root, or a refusal of the system
 */
export function openTranscript(source: TranscriptPath, options: OpenOptions = {}): OpenFile {
  try {
    const path = source instanceof URL ? fileURLToPath(source) : source;
    const target = options.root === undefined ? path : insideRoot(path, options.root);
    // Non-blocking, so that a FIFO put in the file's place cannot hang the reader; no link at the last step
    // of a path that was resolved a moment ago, so that none can be put there in between.
    const noFollow = options.root === undefined ? 0 : constants.O_NOFOLLOW;
    const descriptor = openSync(target, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (noFollow ?? 0));
    try {
      const stat = fstatSync(descriptor);
      if (!stat.isFile()) {
        throw refuse("unreadable", `${kindOfFile(stat)}, not a regular file; give a transcript file`);
      }
      if (options.root !== undefined) holdInside(path, options.root, stat);
      return {
        path,
        size: stat.size,
        modifiedMs: stat.mtimeMs,
        read: (into, length, offset) => readSync(descriptor, into, 0, length, offset),
        readLater: (into, length, offset) =>
          new Promise((resolve, reject) => {
            read(descriptor, into, 0, length, offset, (error, count) =>
              error === null ? resolve(count) : reject(error),
            );
          }),
        close: () => closeSync(descriptor),
      };
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  } catch (error) {
    throw error instanceof TranscriptOpenError ? error : refuseSystem(error);
  }
}

/** The resolved path, as bytes: the native call is the one that takes and gives names that are no UTF-8. */
function insideRoot(path: string | Buffer, root: string): Buffer {
  const real = realpathSync.native(path, "buffer");
  const base = realpathSync.native(root, "buffer");
  const separator = Buffer.from(sep);
  const prefix = base.subarray(-separator.byteLength).equals(separator)
    ? base
    : Buffer.concat([base, separator]);
  if (real.byteLength > prefix.byteLength && real.subarray(0, prefix.byteLength).equals(prefix)) return real;
  throw refuse("unreadable", "the path leads out of its root folder; give a path inside it");
}

/** After the open: what the path names now must still be the file that is open. */
function holdInside(
  path: string | Buffer,
  root: string,
  open: { readonly dev: number; readonly ino: number },
): void {
  const now = statSync(insideRoot(path, root));
  if (now.dev !== open.dev || now.ino !== open.ino) {
    throw refuseForNow("the path changed while it was opened; try again");
  }
}

interface FileKind {
  isDirectory(): boolean;
  isFIFO(): boolean;
  isSocket(): boolean;
  isCharacterDevice(): boolean;
}

function kindOfFile(stat: FileKind): string {
  if (stat.isDirectory()) return "a folder";
  if (stat.isFIFO()) return "a FIFO";
  if (stat.isSocket()) return "a socket";
  return stat.isCharacterDevice() ? "a character device" : "a device";
}

function refuse(reason: OpenFailure["reason"], detail: string, cause?: unknown): TranscriptOpenError {
  return new TranscriptOpenError({ reason, detail, ...(cause === undefined ? {} : { cause }) });
}

function refuseForNow(detail: string, cause?: unknown): TranscriptOpenError {
  return new TranscriptOpenError({
    reason: "unreadable",
    detail,
    transient: true,
    ...(cause === undefined ? {} : { cause }),
  });
}

const TRANSIENT: ReadonlySet<string> = new Set([
  "EAGAIN",
  "EBUSY",
  "EINTR",
  "EIO",
  "EMFILE",
  "ENFILE",
  "ENOMEM",
  "ESTALE",
  "ETIMEDOUT",
]);

/** True for an error code of the system that says nothing about the file: the same call may succeed a moment later. */
export function isTransient(code: string): boolean {
  return TRANSIENT.has(code);
}

function refuseSystem(error: unknown): TranscriptOpenError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return refuse("missing", "there is no file at this path; check the path", error);
    case "EACCES":
    case "EPERM":
      return refuse("unreadable", "permission denied; run as a user who may read the file", error);
    case "ELOOP":
      return refuse(
        "unreadable",
        "a link where a file was expected, or a loop of links; give the file itself",
        error,
      );
    case "EMFILE":
    case "ENFILE":
      return refuseForNow("too many open files; try again with fewer at once", error);
    case "ENXIO":
      return refuse("unreadable", "a socket or a FIFO, not a regular file; give a transcript file", error);
    default:
      if (isTransient(code)) return refuseForNow(`the system is not able to now (${code}); try again`, error);
      return refuse(
        "unreadable",
        code === "" ? "the path cannot be used; check it" : `the system refused (${code}); check the path`,
        error,
      );
  }
}
