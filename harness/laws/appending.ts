/** The law of what is put behind a transcript: bookkeeping changes nothing, anything else ends the old answer. */

import type { JudgeOptions } from "../../src/transcripts/index.ts";
import { appended } from "./appended.ts";
import { fromTail, meaning, nameless, whole } from "./in-memory.ts";
import { told } from "./told.ts";

/**
 * How the law is broken where a record of each kind is put behind these bytes; undefined where it holds.
 *
 * @param isWanted which of the records are tried: all, unless it says otherwise
 */
export function brokenByAppending(
  bytes: Buffer,
  options: JudgeOptions,
  isWanted: () => boolean = () => true,
): string | undefined {
  const said = nameless(whole(bytes, options));
  const { format } = said;
  if (format === "unknown") return undefined;
  for (const more of appended(format, bytes, "bookkeeping").filter(isWanted)) {
    const now = nameless(whole(more, options));
    const holds =
      said.kind === "terminal" ? told(meaning(now)) === told(meaning(said)) : now.kind !== "terminal";
    if (!holds) return `${told(now)} behind ${lastLineOf(more)} instead of ${told(said)}`;
  }
  if (said.kind !== "terminal") return undefined;
  for (const kind of ["inputs", "assistants"] as const) {
    for (const more of appended(format, bytes, kind).filter(isWanted)) {
      const now = nameless(whole(more, options));
      if (now.kind === "terminal" && now.at?.entryId !== "appended") {
        return `the old answer stands behind ${lastLineOf(more)}`;
      }
      const tail = nameless(fromTail(more, options));
      if (told(tail) === told(now)) continue;
      return `${told(tail)} from the tail instead of ${told(now)}: ${lastLineOf(more)}`;
    }
  }
  return undefined;
}

function lastLineOf(bytes: Buffer): string {
  return bytes.toString("utf8").trimEnd().split("\n").at(-1) ?? "";
}
