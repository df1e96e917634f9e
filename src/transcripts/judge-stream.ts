/** A stream of bytes to a verdict, from the start, as the bytes come. */

import { HeldLines } from "./held.ts";
import { failed, judged } from "./outcome.ts";
import type { Judgement } from "./outcome.ts";
import type { Settings } from "./settings.ts";
import { streamLines } from "./stream.ts";

/** Judges a stream. An error of the stream is `unreadable`. */
export async function judgeStream(
  source: AsyncIterable<Uint8Array | string>,
  settings: Settings,
): Promise<Judgement> {
  const lines = new HeldLines(settings);
  try {
    for await (const line of streamLines(source, settings.limits.lineBytesMax)) lines.line(line);
  } catch (error) {
    return failed(error);
  }
  return judged(lines.bytes, { value: lines.outcome(), bytesRead: lines.bytes });
}
