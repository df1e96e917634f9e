/** An answer as it is delivered: whole, or cut at the limit on a character's boundary, with the path of the whole. */

import type { RunResult } from "./settlement.ts";

/** The result for a text of any length. */
export function resultFrom(text: string | undefined, path: string | undefined, bytesMax: number): RunResult {
  const place = path === undefined ? {} : { path };
  if (text === undefined) return { bytes: 0, truncated: false, ...place };
  const bytes = Buffer.byteLength(text, "utf8");
  if (bytes <= bytesMax) return { text, bytes, truncated: false, ...place };
  return { text: cut(text, bytesMax), bytes, truncated: true, ...place };
}

function cut(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text, "utf8");
  let end = Math.floor(bytesMax);
  // Bytes 10xxxxxx go on with the character before them.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString("utf8", 0, end);
}
