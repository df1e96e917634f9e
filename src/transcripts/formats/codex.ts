/**
 * Codex CLI's rollouts: records `{timestamp, ordinal?, type, payload}`, turns that say how they ended. Source:
 * formats.md, "Codex CLI". Pure. The parts are in codex/.
 */

import type { Format } from "../format.ts";
import { asObject, asString } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { isBookkeeping } from "./codex/quiet.ts";
import { CodexReader, isTurnRecord } from "./codex/reader.ts";

/** Record types that no other format has. */
const TYPES: ReadonlySet<string> = new Set([
  "session_meta",
  "turn_context",
  "response_item",
  "event_msg",
  "compacted",
  "world_state",
  "token_usage_record",
]);

/** The format, as the list of formats knows it. */
export const codex: Format = {
  name: "codex",
  detect: (record) => TYPES.has(asString(record["type"]) ?? "") && hasPayload(record),
  isWhole: (record) =>
    asString(record["timestamp"]) !== undefined &&
    asString(record["type"]) !== undefined &&
    hasPayload(record),
  isBookkeeping,
  reader: ({ head }) => new CodexReader(head),
  // Whether the writer records its turns, and whether the file begins with a replay, shows by its first turn.
  headSuffices: (records) => records.some(isTurnRecord),
  sessionIn: (records) =>
    asString(asObject(records.find((record) => record["type"] === "session_meta")?.["payload"])?.["id"]),
  tail: {
    finals: ["task_complete", "turn_complete"],
    // An interruption further back in the same turn forbids its end to count.
    work: ["spawn_agent", "send_input", "followup_task", "turn_aborted"],
    workText: ["Process running with session ID", "Script running with cell ID", String.raw`\"agent_id`],
    calls: ["function_call", "custom_tool_call", "local_shell_call", "tool_search_call"],
    callIdKeys: ["call_id"],
    results: [
      "function_call_output",
      "custom_tool_call_output",
      "local_shell_call_output",
      "tool_search_output",
    ],
  },
};

function hasPayload(record: JsonObject): boolean {
  return asObject(record["payload"]) !== undefined;
}
