/** Whether entries simply follow each other, seen at the byte level: each hangs on the entry before it. Pure. */

import type { Format } from "./format.ts";
import { LF } from "./lines.ts";

const PARENT = /"parentId"\s*:\s*"([^"\\]{1,128})"/;

/**
 * True where every line of the region hangs on the line before it, and `next` on the region's last one. Formats
 * without a tree are always linear. A line that does not show its parent counts as a fork: then it is parsed.
 *
 * @param region whole lines
 * @param next the line behind the region
 */
export function isLinear(region: Buffer, next: Buffer | undefined, format: Pick<Format, "name">): boolean {
  if (format.name !== "openclaw") return true;
  let parent = next === undefined ? undefined : parentOf(next);
  let end = region.byteLength - 1;
  while (end > 0) {
    const start = region.lastIndexOf(LF, end - 1) + 1;
    const line = region.subarray(start, end);
    if (parent === undefined || line.indexOf(`"id":"${parent}"`) < 0) return false;
    parent = parentOf(line);
    end = start - 1;
  }
  return true;
}

/** The parent that a line names; looked for near its beginning, where writers put it. */
function parentOf(line: Buffer): string | undefined {
  return PARENT.exec(line.toString("latin1", 0, 512))?.[1];
}
