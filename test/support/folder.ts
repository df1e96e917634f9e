/** A folder of transcripts for one test, removed behind it. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { assistant, call, entries, header, result, user } from "./openclaw-records.ts";

/** A run that ended with an answer. */
export const ANSWERED = lines(entries(header, user("Count."), assistant("Three.")));
/** A run that was lost in the middle of tool work, behind some text. */
export const CUT_IN_TOOL = lines(
  entries(header, user("Count."), assistant("Let me see.", { calls: [call("c1")] }), result("c1")),
);

export function lines(records: readonly string[]): string {
  return records.map((line) => `${line}\n`).join("");
}

/** Where one test keeps its files. */
export class Folder {
  readonly path = mkdtempSync(join(tmpdir(), "lastword-cli-"));

  constructor() {
    onTestFinished(() => rmSync(this.path, { recursive: true, force: true }));
  }

  /** A path inside. */
  at(name: string): string {
    return join(this.path, name);
  }

  /** Writes a file, with the folders above it; an answered run if nothing else is said. Returns its path. */
  write(name: string, content: string | Uint8Array = ANSWERED): string {
    const path = this.at(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  /** Writes a file whose name is these bytes. Returns the path's bytes. */
  writeBytes(name: Buffer, content: string = ANSWERED): Buffer {
    const path = Buffer.concat([Buffer.from(`${this.path}/`), name]);
    writeFileSync(path, content);
    return path;
  }
}
