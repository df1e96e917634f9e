/**
 * The names that an OpenClaw maintainer knows. Two of them are strict and may settle a run; `readSubagentOutput` is
 * for display, takes any visible text, and must never settle one.
 */

import { asEntries, shownOf } from "./child-history.ts";
import type { HistoryMessage } from "./child-history.ts";
import { judgeMessages } from "../transcripts/index.ts";
import type { JudgeOptions, Verdict } from "../transcripts/index.ts";

/** How a child's messages are had. */
export interface ChildHistoryOptions extends Pick<JudgeOptions, "since" | "skewMs" | "sessionId"> {
  /**
   * Loads the messages of a session, oldest first; records of the transcript or bare messages. For a strict reading
   * all of the run's: of a history that was cut short nobody sees the work that was launched before the cut.
   */
  readonly loadMessages: (sessionKey: string) => Promise<readonly unknown[]> | readonly unknown[];
}

/** A strict reading: the verdict, and the text where there is a final one. */
export interface TerminalChildResult {
  readonly text: string | null;
  readonly verdict: Verdict;
}

/**
 * The child's final text, if these messages end in one; null for a yield, a tool turn, a tool-only tail, a silent
 * reply, or anything else that is no final answer.
 *
 * @param messages oldest first
 * @example
 * resolveTerminalChildResultText([{ role: "user", content: "Count" }, { role: "assistant", content: "3", stopReason: "stop" }]); // "3"
 */
export function resolveTerminalChildResultText(
  messages: readonly unknown[],
  options: JudgeOptions = {},
): string | null {
  const verdict = judgeMessages(messages, options);
  return verdict.kind === "terminal" ? verdict.text : null;
}

/**
 * The strict reading of one child session.
 *
 * @throws what `loadMessages` throws: the caller decides whether to try again
 */
export async function readTerminalChildResult(
  sessionKey: string,
  options: ChildHistoryOptions,
): Promise<TerminalChildResult> {
  const { loadMessages: _, ...judge } = options;
  const verdict = judgeMessages(await loadSubagentHistoryMessages(sessionKey, options), judge);
  return { text: verdict.kind === "terminal" ? verdict.text : null, verdict };
}

/** The messages of one child session, oldest first; whatever is no object is left out. */
export async function loadSubagentHistoryMessages(
  sessionKey: string,
  { loadMessages }: Pick<ChildHistoryOptions, "loadMessages">,
): Promise<readonly HistoryMessage[]> {
  return asEntries(await loadMessages(sessionKey));
}

/**
 * What to show of a child: its latest visible text, final or not; without any, how many tool calls it made; nothing
 * while it waits behind a yield. As OpenClaw's helper of this name has it: any later message in the assistant's name,
 * the host's copy of the words before the yield too, ends the wait. For display alone: it says something for nearly
 * every child, and proves nothing of any.
 */
export async function readSubagentOutput(
  sessionKey: string,
  options: Pick<ChildHistoryOptions, "loadMessages">,
): Promise<string | undefined> {
  const messages = await loadSubagentHistoryMessages(sessionKey, options);
  let latest = "";
  let calls = 0;
  let waits = false;
  for (const { text, toolCalls, yields } of messages.flatMap((message) => shownOf(message) ?? [])) {
    waits = yields;
    if (yields) latest = "";
    else if (text !== "") latest = text;
    else calls += toolCalls;
  }
  if (waits) return undefined;
  if (latest !== "") return latest;
  return calls === 0 ? undefined : `${calls} tool call(s) made without visible output.`;
}
