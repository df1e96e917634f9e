/**
 * Texts into a database and back without a loss. Nearly all are stored as they are; one that would not come back
 * the same (see `isStorableText`) is stored as JSON behind a mark, and so is one that begins with the mark.
 */

import { isStorableText } from "./statement.ts";

const MARK = "json:";

/** The text as it is stored: equal texts are stored equally, different ones differently. */
export function storedText(text: string): string {
  return isStorableText(text) && !text.startsWith(MARK) ? text : MARK + JSON.stringify(text);
}

/** The text that was stored so. */
export function textFrom(stored: string): string {
  if (!stored.startsWith(MARK)) return stored;
  try {
    const text: unknown = JSON.parse(stored.slice(MARK.length));
    return typeof text === "string" ? text : stored;
  } catch {
    // Not of our writing.
    return stored;
  }
}
