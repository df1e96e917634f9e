/** Where the bench's files are made: a folder outside the source tree, and room enough in it. */

import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ClaudeCodePlan } from "./claude-code-transcript.ts";
import { Random } from "./random.ts";
import { TranscriptMaker } from "./transcript.ts";
import type { TranscriptPlan } from "./transcript.ts";

const SEED = 20_261_101;
/** Written in pieces of about this size, characters. */
const PIECE = 1024 * 1024;

/** Left free on the disk, bytes: a bench must not be what fills it. */
const RESERVE_BYTES = 256 * 1024 * 1024;

/** Makes files, and removes them. */
export class Workshop {
  readonly folder = mkdtempSync(join(tmpdir(), "lastword-bench-"));
  readonly #maker = new TranscriptMaker(new Random(SEED));

  /** How many bytes more the folder's disk has room for. */
  get room(): number {
    const { bavail, bsize } = statfsSync(this.folder);
    return Math.max(bavail * bsize - RESERVE_BYTES, 0);
  }

  /** Writes a transcript, and returns its path. */
  transcript(name: string, plan: TranscriptPlan): string {
    return this.#write(name, this.#maker.lines(plan));
  }

  /** Writes a Claude Code transcript under a session's name into a folder, and returns its path. */
  claudeCode(folder: string, plan: Omit<ClaudeCodePlan, "session">): string {
    const session = this.#maker.uuid();
    return this.#write(join(folder, `${session}.jsonl`), this.#maker.claudeCodeLines({ ...plan, session }));
  }

  /** Writes a transcript with a line of so many bytes, and returns its path. */
  hugeLine(name: string, lineBytes: number): string {
    return this.#write(name, this.#maker.withHugeLine(lineBytes));
  }

  /** Makes a folder of many transcripts, and returns their paths. */
  many(name: string, count: number, plan: TranscriptPlan): readonly string[] {
    return Array.from({ length: count }, (_, index) => this.transcript(join(name, `${index}.jsonl`), plan));
  }

  /** Removes a folder of it that is not needed any more. */
  drop(name: string): void {
    rmSync(join(this.folder, name), { recursive: true, force: true });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #write(name: string, pieces: Iterable<string>): string {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
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
