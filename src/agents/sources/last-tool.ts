/** The name of the tool that a child called last, for people: it says where the child stood. No verdict needs it. */

import { eventsOf, recentRecords } from "../../transcripts/index.ts";
import type { Judgement, Reason } from "../../transcripts/index.ts";
import type { TranscriptEvidence } from "../evidence.ts";
import type { TranscriptLocation } from "./transcript.ts";

/** Enough for the last turn's end; a name that lies farther back explains nothing. */
const RECORDS_MAX = 20;
const BYTES_MAX = 256 * 1024;

const TOOL_REASONS: ReadonlySet<Reason> = new Set<Reason>([
  "open-tool-call",
  "tool-only-turn",
  "tool-use-turn",
  "trailing-tool-result",
]);

/** The last tool, where the verdict is about tool work and the name stands near the file's end. */
export async function lastToolOf(
  { path, root }: Pick<TranscriptLocation, "path" | "root">,
  { reason, format }: Judgement,
): Promise<Pick<TranscriptEvidence, "lastTool">> {
  if (!TOOL_REASONS.has(reason) || format === "unknown") return {};
  try {
    const limits = { count: RECORDS_MAX, bytesMax: BYTES_MAX };
    const { records } = await recentRecords(path, { ...limits, ...(root === undefined ? {} : { root }) });
    const called = eventsOf(records, format).flatMap((event) =>
      event.kind === "assistant" ? event.calls : [],
    );
    const lastTool = called.at(-1)?.name;
    return lastTool === undefined ? {} : { lastTool };
  } catch {
    // It was readable a moment ago; the verdict stands, and only the name is missing.
    return {};
  }
}
