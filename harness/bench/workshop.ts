/** Where the bench's files are made: a folder outside the source tree, and room enough in it. */

import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Random } from "./random.ts";
import { TranscriptMaker } from "./transcript.ts";
import type { TranscriptPlan } from "./transcript.ts";

const SEED = 20_261_101;
/** Written in pieces of about this size, characters. */
const PIECE = 1024 * 1024;

/** There is not enough room for the files. */
export class NoRoomError extends Error {
  override readonly name = "NoRoomError";
}

/** Makes files, and removes them. */
export class Workshop {
  readonly folder: string;
  readonly #maker = new TranscriptMaker(new Random(SEED));

  /** @throws {NoRoomError} if the temporary folder's disk has less room than this, bytes */
  constructor(bytesNeeded: number) {
    const { bavail, bsize } = statfsSync(tmpdir());
    if (bavail * bsize < bytesNeeded) {
      const needed = `${(bytesNeeded / 1e9).toFixed(1)} GB`;
      throw new NoRoomError(
        `${tmpdir()} has less than ${needed} free; set TMPDIR to a folder with more, or use --quick`,
      );
    }
    this.folder = mkdtempSync(join(tmpdir(), "lastword-bench-"));
  }

  /** Writes a transcript, and returns its path. */
  transcript(name: string, plan: TranscriptPlan): string {
    return this.#write(name, this.#maker.lines(plan));
  }

  /** Writes a transcript with a line of so many bytes, and returns its path. */
  hugeLine(name: string, lineBytes: number): string {
    return this.#write(name, this.#maker.withHugeLine(lineBytes));
  }

  /** Makes a folder of many transcripts, and returns their paths. */
  many(name: string, count: number, plan: TranscriptPlan): readonly string[] {
    mkdirSync(join(this.folder, name));
    return Array.from({ length: count }, (_, index) => this.transcript(join(name, `${index}.jsonl`), plan));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #write(name: string, pieces: Iterable<string>): string {
    const path = join(this.folder, name);
    const file = openSync(path, "wx");
    try {
      let text = "";
      for (const piece of pieces) {
        text += piece;
        if (text.length < PIECE) continue;
        writeSync(file, text);
        text = "";
      }
      writeSync(file, text);
    } finally {
      closeSync(file);
    }
    return path;
  }
}
