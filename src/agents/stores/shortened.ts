/** Text cut to a limit in bytes. */

import { DELIVERY_ERROR_BYTES_MAX } from "./limits.ts";

/** The beginning of an error's text, as much as is kept of it, cut between characters. */
export function shortened(text: string): string {
  const bytes = Buffer.from(text.slice(0, DELIVERY_ERROR_BYTES_MAX));
  if (bytes.byteLength <= DELIVERY_ERROR_BYTES_MAX) return text.slice(0, DELIVERY_ERROR_BYTES_MAX);
  let end = DELIVERY_ERROR_BYTES_MAX;
  // Back to a byte that starts a character.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString();
}
