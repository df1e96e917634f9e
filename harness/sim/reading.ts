/** Transcripts on a virtual disk, read by the judge that ships: opened, read in pieces and closed, each over the line. */

import type { TranscriptFiles } from "../../src/agents/index.ts";
import { answer } from "../../src/transcripts/ask.ts";
import { TranscriptOpenError } from "../../src/transcripts/bytes.ts";
import type { OpenFile } from "../../src/transcripts/bytes.ts";
import { judgeBytes } from "../../src/transcripts/judge-file.ts";
import { failed, judged } from "../../src/transcripts/outcome.ts";
import { settingsFrom } from "../../src/transcripts/settings.ts";
import type { Disk } from "./disk.ts";
import type { Failing, Line } from "./line.ts";
import type { Life } from "./scheduler.ts";

const OPEN_FAILS: Failing = { unreachable: () => passing(), busy: () => passing() };
const READ_FAILS: Failing = { unreachable: () => systemError("EIO"), busy: () => systemError("EIO") };

/** What a process reads its transcripts with. */
export interface Reading {
  readonly line: Line;
  readonly life: Life;
  /** The disk that holds a path; undefined where this machine has none that does. */
  readonly diskOf: (path: string) => Disk | undefined;
  /** Files above this size are read from their end, bytes. */
  readonly wholeBytesMax: number;
  /** Whether a read fails for a moment, this time. */
  readonly fails: () => boolean;
}

/** The files that a process can reach. */
export function filesOver({ line, life, diskOf, wholeBytesMax, fails }: Reading): TranscriptFiles {
  const bytesOf = (path: string) => diskOf(path)?.file(path);
  const open = (path: string): OpenFile => {
    const file = bytesOf(path);
    if (fails()) throw passing();
    if (file === undefined) throw new TranscriptOpenError({ reason: "missing", detail: "there is no file" });
    const size = file.bytes.byteLength;
    return {
      path,
      size,
      modifiedMs: file.modifiedMs,
      read: () => {
        throw new Error("a simulation does not block");
      },
      readLater: async (target, length, offset) =>
        line.call(life, `read ${path} ${offset}+${length}`, READ_FAILS, async () => {
          if (fails()) throw systemError("EIO");
          // As it is now: what was there when it was opened may be gone.
          const end = Math.min(offset + length, size);
          const piece = (bytesOf(path)?.bytes ?? Buffer.alloc(0)).subarray(offset, end);
          target.set(piece);
          return Promise.resolve(piece.byteLength);
        }),
      close: () => undefined,
    };
  };
  return {
    judge: async (path, options) => {
      const settings = settingsFrom({ ...options, wholeBytesMax });
      try {
        const file = await line.call(life, `open ${path}`, OPEN_FAILS, async () =>
          Promise.resolve(open(path)),
        );
        return judged(file.size, await answer(judgeBytes(file.size, settings), file));
      } catch (error) {
        return failed(error);
      }
    },
    stat: async (path) =>
      line.call(life, `stat ${path}`, READ_FAILS, async () => {
        const file = bytesOf(path);
        if (file === undefined) throw systemError("ENOENT");
        return Promise.resolve({ mtimeMs: file.modifiedMs, size: file.bytes.byteLength });
      }),
  };
}

function passing(): TranscriptOpenError {
  return new TranscriptOpenError({ reason: "unreadable", detail: "not now; try again", transient: true });
}

function systemError(code: string): Error {
  return Object.assign(new Error(`the system said ${code}`), { code });
}
