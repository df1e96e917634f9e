/** The events that the relay is registered for: all that say how a session, or a subagent in it, goes on or ends. */

/** In the order in which they happen. Source: formats.md, "Claude Code's hooks". */
export const RELAY_EVENTS = [
  "SessionStart",
  "SubagentStart",
  "SubagentStop",
  "PreCompact",
  "Stop",
  "StopFailure",
  "SessionEnd",
] as const;
export type RelayEvent = (typeof RELAY_EVENTS)[number];
