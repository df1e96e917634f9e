/** Whether a path names a folder, links followed. */

import { statSync } from "node:fs";

/** False, too, for what cannot be looked at: opening it says why. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
