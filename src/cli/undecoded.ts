/**
 * Names that did not survive the way here. Node hands over arguments (and a glob's matches) as text: bytes that
 * are no UTF-8 have become U+FFFD, and the text names no file. The folder still has the name.
 */

import { lstatSync, readdirSync } from "node:fs";
import { pathFrom } from "./file-path.ts";
import type { FilePath } from "./file-path.ts";

const LOST = "\ufffd";
/** So many files that read the same are taken at most. */
const SPELLINGS_MAX = 64;

/**
 * The paths on disk that read like this text. Only a text with U+FFFD in it that names nothing is looked up; where
 * several files read the same, all of them are meant, since the text cannot tell them apart.
 */
export function spelledOnDisk(path: string): readonly FilePath[] {
  if (!path.includes(LOST) || exists(path)) return [path];
  let spellings: readonly Buffer[] = [Buffer.alloc(0)];
  for (const [index, part] of path.split("/").entries()) {
    const slash = Buffer.from(index === 0 ? "" : "/");
    spellings = spellings
      .flatMap((before) => {
        const folder = Buffer.concat([before, slash]);
        return namesLike(folder, part).map((name) => Buffer.concat([folder, name]));
      })
      .slice(0, SPELLINGS_MAX);
  }
  return spellings.length === 0 ? [path] : spellings.map((bytes) => pathFrom(bytes));
}

function namesLike(folder: Buffer, text: string): readonly Buffer[] {
  if (!text.includes(LOST)) return [Buffer.from(text)];
  try {
    const names = readdirSync(folder.byteLength === 0 ? "." : folder, { encoding: "buffer" });
    return names.filter((name) => name.toString("utf8") === text).sort((a, b) => a.compare(b));
  } catch {
    // A folder that cannot be listed: the path stays as it was typed, and opening it says what is wrong.
    return [];
  }
}

function exists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
