/**
 * Claude Code's transcripts: a row for each content block, conversation rows among much bookkeeping, a subagent's
 * rows in a file of its own or inside its parent's. Source: formats.md, "Claude Code". Pure. The parts are in
 * claude-code/.
 */

import type { Format } from "../format.ts";
import { asObject, asString } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { isBookkeepingRow, isKnownType } from "./claude-code/bookkeeping.ts";
import { ClaudeReader } from "./claude-code/reader.ts";
import { isConversation } from "./claude-code/row.ts";

/** The format, as the list of formats knows it. */
export const claudeCode: Format = {
  name: "claude-code",
  detect,
  isWhole: (record) =>
    asString(record["type"]) !== undefined &&
    (!isConversation(record) ||
      [record["uuid"], record["timestamp"], record["sessionId"]].every((field) => typeof field === "string")),
  isBookkeeping: isBookkeepingRow,
  reader: ({ head }) => new ClaudeReader(head),
  // Whether sidechain rows are the run's own shows in the first conversation row.
  headSuffices: (records) => records.some(isConversation),
  sessionIn: (records) => asString(records.findLast(isConversation)?.["sessionId"]),
  tail: {
    finals: ["end_turn", "Structured output provided successfully"],
    work: [
      "async_launched",
      // Of the calls, whose results may be lost to damage.
      "run_in_background",
      "delaySeconds",
      "backgroundTaskId",
      "timeoutMs",
      "persistent",
      "scheduledFor",
      "StructuredOutput",
    ],
    workText: ["Command running in background with ID", "[structured-output-enforce]"],
    calls: ["tool_use"],
    callIdKeys: ["id"],
    resultIdKeys: ["tool_use_id"],
  },
};

/** Rows of Qwen Code look the same, but keep their text in `message.parts`. */
function detect(record: JsonObject): boolean {
  const type = asString(record["type"]);
  if (type === undefined || asObject(record["message"])?.["parts"] !== undefined) return false;
  if (isConversation(record)) {
    return asString(record["uuid"]) !== undefined && asObject(record["message"])?.["role"] === type;
  }
  if (!isKnownType(type) || "parentId" in record || "payload" in record) return false;
  return type === "summary"
    ? "leafUuid" in record
    : "sessionId" in record || "uuid" in record || "snapshot" in record;
}
