/**
 * Claude Code's transcripts: a row for each content block, conversation rows among much bookkeeping, a subagent's
 * rows in a file of its own or inside its parent's. Source: formats.md, "Claude Code". Pure. The parts are in
 * claude-code/.
 */

import type { Format } from "../format.ts";
import { asObject, asString } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { LAUNCHING_WORDS } from "./claude-code/background.ts";
import { isBookkeepingRow, isKnownType } from "./claude-code/bookkeeping.ts";
import { ClaudeReader } from "./claude-code/reader.ts";
import { isConversation, sessionOf } from "./claude-code/row.ts";
import { PROVIDED } from "./claude-code/structured.ts";

/** What the writer gives every row, and every row of the chain, at its top level. */
const NAMING_FIELDS = ["type", "sessionId"];
const WHOLE_FIELDS = [...NAMING_FIELDS, "uuid", "timestamp"];

/** The format, as the list of formats knows it. */
export const claudeCode: Format = {
  name: "claude-code",
  detect,
  isWhole: (record) =>
    (isChained(record) ? WHOLE_FIELDS : NAMING_FIELDS).every(
      (field) => asString(record[field]) !== undefined,
    ),
  isBookkeeping: isBookkeepingRow,
  reader: ({ head }) => new ClaudeReader(head),
  // Whether sidechain rows are the run's own shows in the first conversation row.
  headSuffices: (records) => records.some(isConversation),
  sessionIn: (records) => records.map(sessionOf).findLast((session) => session !== undefined),
  tail: {
    finals: ["end_turn", PROVIDED],
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
    workText: [...LAUNCHING_WORDS, "[structured-output-enforce]"],
    calls: ["tool_use"],
    callIdKeys: ["id"],
    resultIdKeys: ["tool_use_id"],
    anyOrder: true,
  },
};

/** True for rows that hang on another one. */
function isChained(record: JsonObject): boolean {
  return isConversation(record) || record["type"] === "attachment" || record["type"] === "system";
}

/**
 * Rows of Qwen Code look the same, but keep their text in `message.parts`, and their own in `systemPayload`. A program
 * run that prints what happens names its session `session_id`, and is no transcript.
 */
function detect(record: JsonObject): boolean {
  const type = asString(record["type"]);
  if (type === undefined || FOREIGN_FIELDS.some((field) => field in record)) return false;
  const message = asObject(record["message"]);
  if (message?.["parts"] !== undefined) return false;
  if (isConversation(record)) return asString(record["uuid"]) !== undefined && message?.["role"] === type;
  if (!isKnownType(type)) return false;
  return type === "summary"
    ? "leafUuid" in record
    : "sessionId" in record || "uuid" in record || "snapshot" in record;
}

/** Fields that other formats have, and this one has not. */
const FOREIGN_FIELDS = ["parentId", "payload", "session_id", "systemPayload"];
