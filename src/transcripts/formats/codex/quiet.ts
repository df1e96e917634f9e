/**
 * The record types of a rollout that never change a verdict, whole or torn. Pure. Source: formats.md, "Codex
 * CLI", and the program's list of what it persists.
 */

import { asObject, asString } from "../../json.ts";
import type { JsonObject } from "../../json.ts";

/** Types of records, by what they do. */
const QUIET_TYPES: ReadonlySet<string> = new Set([
  "turn_context",
  "world_state",
  "token_usage_record",
  "history_base",
  "inter_agent_communication_metadata",
]);

const QUIET_EVENTS: ReadonlySet<string> = new Set([
  "token_count",
  "agent_reasoning",
  "agent_reasoning_raw_content",
  "agent_reasoning_section_break",
  "background_event",
  "context_compacted",
  "collab_agent_interaction_begin",
  "collab_agent_interaction_end",
  "collab_agent_spawn_begin",
  "collab_agent_spawn_end",
  "collab_close_begin",
  "collab_close_end",
  "collab_resume_begin",
  "collab_resume_end",
  "collab_waiting_begin",
  "collab_waiting_end",
  "deprecation_notice",
  "dynamic_tool_call_request",
  "dynamic_tool_call_response",
  "entered_review_mode",
  "exec_command_begin",
  "exec_command_output_delta",
  "exited_review_mode",
  "guardian_assessment",
  "hook_completed",
  "hook_started",
  "image_generation_begin",
  "image_generation_end",
  "item_started",
  "mcp_startup_complete",
  "mcp_startup_update",
  "mcp_tool_call_begin",
  "mcp_tool_call_end",
  "model_reroute",
  "patch_apply_begin",
  "patch_apply_end",
  "patch_apply_updated",
  "plan_update",
  "session_configured",
  "shutdown_complete",
  "stream_error",
  "sub_agent_activity",
  "terminal_interaction",
  "thread_goal_updated",
  "thread_name_updated",
  "thread_settings_applied",
  "turn_diff",
  "view_image_tool_call",
  "warning",
  "web_search_begin",
  "web_search_end",
]);

const QUIET_ITEMS: ReadonlySet<string> = new Set([
  "reasoning",
  "web_search_call",
  "image_generation_call",
  "ghost_snapshot",
  "compaction",
  "compaction_trigger",
  "context_compaction",
  "additional_tools",
]);

const QUIET_ROLES: ReadonlySet<string> = new Set(["developer", "system"]);

/** Completed items that repeat what the model or a person said elsewhere in the file. */
const SPEAKING_ITEMS: ReadonlySet<string> = new Set(["AgentMessage", "UserMessage"]);

/** True for a record that changes nothing. */
export function isQuiet(type: string, kind: string): boolean {
  if (type === "event_msg") return QUIET_EVENTS.has(kind);
  if (type === "response_item") return QUIET_ITEMS.has(kind);
  return QUIET_TYPES.has(type);
}

/**
 * True if a record of which only these fields could be read had no effect. The end of a command or of an agent
 * is among them: it can only close something, and where it is lost the work stays open.
 */
export function isBookkeeping(head: JsonObject): boolean {
  const type = asString(head["type"]) ?? "";
  const payload = asObject(head["payload"]);
  const kind = asString(payload?.["type"]) ?? "";
  if (isQuiet(type, kind) || type === "compacted") return true;
  if (type === "event_msg") {
    if (kind === "exec_command_end") return true;
    const item = asString(asObject(payload?.["item"])?.["type"]);
    return kind === "item_completed" && item !== undefined && !SPEAKING_ITEMS.has(item);
  }
  return type === "response_item" && kind === "message" && QUIET_ROLES.has(asString(payload?.["role"]) ?? "");
}
