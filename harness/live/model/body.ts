/** What a program sends to a scripted model: one JSON object, and not without end. */

import type { IncomingMessage } from "node:http";
import { parseRecord } from "../../../src/transcripts/json.ts";
import type { JsonObject } from "../../../src/transcripts/json.ts";

/** A long conversation, with everything in it, bytes. */
const BODY_BYTES_MAX = 64 * 1024 * 1024;

/**
 * The body as a JSON object; undefined where it is none.
 *
 * @throws {Error} where it is longer than any program's
 */
export async function bodyOf(request: IncomingMessage): Promise<JsonObject | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const pieces: AsyncIterable<Uint8Array> = request;
  for await (const chunk of pieces) {
    const piece = Buffer.from(chunk);
    bytes += piece.byteLength;
    if (bytes > BODY_BYTES_MAX) throw new Error("the request is too large");
    chunks.push(piece);
  }
  return parseRecord(Buffer.concat(chunks).toString("utf8"));
}
