/** The system calls that no way of reading the end of a file can do without. */

import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** Open, fstat, one pread of the file's end into the block, close. */
export function readBare(path: string, block: Buffer): void {
  const file = openSync(path, "r");
  const { size } = fstatSync(file);
  const length = Math.min(size, block.byteLength);
  readSync(file, block, 0, length, size - length);
  closeSync(file);
}
