/** Which rows of Claude Code have no effect on a verdict, also where only their beginning is left. Pure. */

import { asObject, asString } from "../../json.ts";
import type { JsonObject } from "../../json.ts";

/** Row types without effect, wherever they stand. */
const QUIET_TYPES: ReadonlySet<string> = new Set([
  "summary",
  "last-prompt",
  "ai-title",
  "custom-title",
  "agent-name",
  "agent-color",
  "agent-setting",
  "tag",
  "mode",
  "permission-mode",
  "bridge-session",
  "pr-link",
  "atis-latch",
  "cost-state",
  "file-history-snapshot",
  "file-history-delta",
  "tools-used",
  "progress",
  "worktree-state",
  "content-replacement",
  "frame-link",
  "history-suppression",
  "artifact-autoreact-ledger",
]);
/** Row types whose effect depends on what is in them. */
const MIXED_TYPES: ReadonlySet<string> = new Set(["attachment", "queue-operation", "system"]);
/** Attachments that are a word of the turn. */
const SPEAKING_ATTACHMENTS: ReadonlySet<string> = new Set([
  "queued_command",
  "max_turns_reached",
  "structured_output",
]);

/** True for a type that Claude Code is known to write beside its conversation. */
export function isKnownType(type: string): boolean {
  return QUIET_TYPES.has(type) || MIXED_TYPES.has(type) || type.startsWith("api-request");
}

/**
 * True if a row of which these fields could be read whole had no effect: its type, and what its effect depends on,
 * are known and quiet.
 */
export function isBookkeepingRow(row: JsonObject): boolean {
  const type = asString(row["type"]);
  switch (type) {
    case undefined:
      return false;
    case "attachment": {
      const kind = asString(asObject(row["attachment"])?.["type"]);
      return kind !== undefined && !SPEAKING_ATTACHMENTS.has(kind);
    }
    case "queue-operation": {
      const operation = asString(row["operation"]);
      return operation !== undefined && operation !== "enqueue";
    }
    case "system": {
      const subtype = asString(row["subtype"]);
      return subtype !== undefined && subtype !== "compact_boundary";
    }
    default:
      return QUIET_TYPES.has(type) || type.startsWith("api-request");
  }
}
