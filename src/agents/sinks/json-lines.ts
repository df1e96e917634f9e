/**
 * The sink that is a file: a message a line, as canonical JSON, at the end. Any number of processes may write into
 * one file. A line is on the disk before it counts as delivered; the key stands in it, and doubles are the reader's
 * to skip, as are a line that was cut off (a full disk) and an empty one.
 */

import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { messageText } from "./message.ts";
import type { Sink, SinkAnswer } from "./sink.ts";

/** Answers of agents stand in it: for the owner's eyes alone. */
const MODE = 0o600;
const LF = 0x0a;
/** What others may have written at the same moment, and is searched for our line, bytes. */
const OTHERS_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Appends messages to a file, which is made if there is none, and made readable by its owner alone if it was not.
 * Each message opens it anew: it may be moved away at any time. A link in its place is not followed.
 *
 * @param path the file; its folder must exist
 * @example
 * const courier = createCourier({ outbox: store, sink: jsonLinesSink("told.jsonl") });
 */
export function jsonLinesSink(path: string): Sink {
  const file = resolve(path);
  return {
    name: `jsonl:${path}`,
    deliver: async (message, signal) => {
      signal.throwIfAborted();
      const handle = await openToAppend(file);
      try {
        return await append(handle, `${messageText(message)}\n`, file);
      } finally {
        await handle.close();
      }
    },
  };
}

async function openToAppend(file: string): Promise<FileHandle> {
  const { O_RDWR, O_APPEND, O_CREAT } = constants;
  // Non-blocking, so that a FIFO in the file's place cannot hang the writer. Windows has neither.
  const careful = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(file, O_RDWR | O_APPEND | O_CREAT | careful, MODE);
  const stat = await handle.stat();
  if (!stat.isFile()) {
    await handle.close();
    throw new Error(`${file} is not a regular file`);
  }
  if ((stat.mode & 0o777) !== MODE) await handle.chmod(MODE);
  return handle;
}

async function append(handle: FileHandle, line: string, file: string): Promise<SinkAnswer> {
  const { size } = await handle.stat();
  // Behind a line that was cut off a new one begins.
  const text = Buffer.from((await endsLine(handle, size)) ? line : `\n${line}`);
  // In one write: what others append at the same moment comes before it or behind it.
  const { bytesWritten } = await handle.write(text);
  if (bytesWritten < text.byteLength) {
    return { kind: "failed", error: `${file}: ${bytesWritten} of ${text.byteLength} bytes were written` };
  }
  await handle.sync();
  if (size === 0) await syncFolder(file);
  if (await standsWhole(handle, Buffer.from(line), size)) return { kind: "delivered" };
  return { kind: "failed", error: `${file}: the line cannot be found in it after it was written` };
}

async function endsLine(handle: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return true;
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return bytesRead === 1 && buffer[0] === LF;
}

/**
 * Whether the line stands where a line begins. It does not if another process was cut off in the middle of its own
 * between our look at the end of the file and our write.
 */
async function standsWhole(handle: FileHandle, line: Buffer, sizeBefore: number): Promise<boolean> {
  const from = Math.max(0, sizeBefore - 1);
  const { size } = await handle.stat();
  const length = Math.min(size - from, line.byteLength + OTHERS_BYTES_MAX);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.max(0, length)), 0, length, from);
  const seen = buffer.subarray(0, bytesRead);
  if (sizeBefore === 0 && seen.subarray(0, line.byteLength).equals(line)) return true;
  return seen.includes(Buffer.concat([Buffer.from([LF]), line]));
}

/** The name of a new file is on the disk only when its folder is. */
async function syncFolder(file: string): Promise<void> {
  const folder = await open(dirname(file), constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
