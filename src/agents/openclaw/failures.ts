/** The failures that OpenClaw's registry is known to give a child that had finished, and what the parent is told. Pure. */

/**
 * All seen on a real gateway, killed right after the child's last line and started again (formats.md, "Which failures
 * hide a finished child"): the first two on 2026.6.5, the last two on 2026.9.6.
 */
export const HIDING_FAILURES = [
  "lost-context",
  "wait-unavailable",
  "gateway-restart",
  "no-final-reply",
] as const;

/** A failure that may hide a finished child, by a name of our own: the registry has sentences alone. */
export type HidingFailure = (typeof HIDING_FAILURES)[number];

const BEGINNINGS: Readonly<Record<HidingFailure, string>> = {
  "lost-context": "subagent run lost active execution context",
  "wait-unavailable": "agent.wait unavailable during gateway startup",
  "gateway-restart": "subagent execution was interrupted by a gateway restart",
  "no-final-reply": "subagent run ended before producing a final reply",
};

/** Which of them an error's text is; undefined for any other failure, which says what happened and stands. */
export function hidingFailureOf(error: string | undefined): HidingFailure | undefined {
  const text = error?.trim().toLowerCase() ?? "";
  return HIDING_FAILURES.find((name) => text.startsWith(BEGINNINGS[name]));
}
