/** Where a test of a database keeps its files: in memory where that looks like a folder, so that nothing waits for a disk. */

import { accessSync, constants } from "node:fs";
import { tmpdir } from "node:os";

const IN_MEMORY = "/dev/shm";

/** A folder to make temporary folders in. */
export function quickFolder(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    return IN_MEMORY;
  } catch {
    return tmpdir();
  }
}
