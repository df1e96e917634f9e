/** Silent replies: words by which an OpenClaw agent says that it has nothing to say. Pure. */

import { asString } from "../../json.ts";
import { parseRecord } from "../../record.ts";

const EXACT: ReadonlySet<string> = new Set(["ANNOUNCE_SKIP", "REPLY_SKIP", "HEARTBEAT_OK"]);
/** The token, repeated however often with spaces between, with punctuation at the edges. One pass, at any length. */
const NO_REPLY = /^[^\p{L}\p{N}]*NO_REPLY(?:\s+NO_REPLY)*[^\p{L}\p{N}]*$/iu;

/**
 * True if the whole text is a silent token: `NO_REPLY` (any case, repeated, punctuated, or in its two JSON
 * forms), `ANNOUNCE_SKIP`, `REPLY_SKIP`, `HEARTBEAT_OK`. Inside a longer sentence the words are ordinary text.
 * Source: formats.md, "Silent replies".
 */
export function isSilentReply(text: string): boolean {
  const trimmed = text.trim();
  if (EXACT.has(trimmed) || NO_REPLY.test(trimmed)) return true;
  const record = parseRecord(trimmed);
  return (
    record !== undefined &&
    Object.keys(record).length === 1 &&
    asString(record["action"])?.trim().toUpperCase() === "NO_REPLY"
  );
}
