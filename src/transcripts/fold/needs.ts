/**
 * What a verdict still depends on when the reading started inside the file. Pure.
 *
 * The fold over a suffix gives a verdict; this says which parts of the unseen beginning could change it. A
 * reading from the tail reads on, or searches, until nothing is left; or it gives up and reads forward.
 */

import type { Verdict } from "../verdict-types.ts";
import { floorOf, isOfRun } from "./state.ts";
import type { State } from "./state.ts";

/**
 * - `turn`: more of the current turn has to be read (whose result is this, does a wait stand, was there text).
 * - `salvage`: no text of this run was seen yet, or not the beginning of its message.
 * - `window`: an earlier answer or an open call near the last word would change the reason.
 * - `past`: anything that counts over the whole run (background work, a yield, an open call of the turn).
 * - `opening`: the time of the input that opened the turn decides.
 */
export type Need = "turn" | "salvage" | "window" | "past" | "opening";

const BY_DAMAGE: ReadonlySet<string> = new Set(["torn-tail", "corrupt-tail", "line-too-long"]);
const BY_ITSELF: ReadonlySet<string> = new Set(["foreign-transcript", "yield-wait", "trailing-compaction"]);
const BY_THE_WINDOW: ReadonlySet<string> = new Set([
  "tool-use-turn",
  "tool-only-turn",
  "open-tool-call",
  "trailing-tool-result",
  "unanswered-input",
  "empty-current-run",
  "abandoned-branch",
]);
const BY_THE_STOP: ReadonlySet<string> = new Set([
  "stopped-error",
  "stopped-aborted",
  "stopped-length",
  "stop-not-final",
  "not-model-authored",
]);

/**
 * What the unseen beginning could still change.
 *
 * @param state the fold's state over a suffix (`initial(options, true)`)
 * @param verdict what `conclude` says of that state
 * @returns nothing to wait for: an empty set
 */
export function needsOf(state: State, verdict: Verdict): ReadonlySet<Need> {
  const needs = new Set<Need>();
  if (!state.partial) return needs;
  const { turn, options } = state;
  const opened = turn.opening !== undefined;
  if (verdict.kind !== "terminal" && verdict.reason !== "foreign-transcript") {
    const missing = state.salvage === undefined && !state.olderSeen;
    if (missing || !state.salvageWhole) needs.add("salvage");
  }
  // Whether the turn that a recap ends is this run's shows in its words, and a recap is none.
  const timeless = floorOf(options) !== undefined && turn.latest === undefined;
  if (verdict.reason === "trailing-compaction" && timeless) needs.add("turn");
  // Without a word before it, the damage may have begun out of view.
  const wordless = turn.last.kind === "none" && turn.end === undefined;
  if (BY_DAMAGE.has(verdict.reason) && wordless) needs.add("turn");
  if (BY_ITSELF.has(verdict.reason) || BY_DAMAGE.has(verdict.reason)) return needs;
  if (wordless) needs.add("turn");
  if (!turn.endKnown || (!turn.waitKnown && turn.end === undefined)) needs.add("turn");
  const ends =
    turn.last.kind === "assistant" || turn.last.kind === "complete" || turn.last.kind === "structured";
  // The calls of the message before the last count however far back it stands.
  const previous = turn.previous !== undefined && turn.previousWhole;
  if (ends && !opened && !previous && !BY_THE_STOP.has(verdict.reason)) needs.add("turn");
  // What ended the wait may be a copy of the turn's earlier text.
  if (turn.waited !== undefined && turn.wait === undefined && !opened) needs.add("turn");
  // An id may be used twice: the result in view may belong to a call that is not.
  if (turn.crossed || state.queueDoubt || turn.openCalls.some((call) => !call.sure)) needs.add("turn");
  if (turn.last.kind === "tool-result" && !opened) {
    const unmatched = turn.earlyResults.length > 0 || turn.message === undefined || !state.messageWhole;
    if (unmatched || turn.texts.length === 0) needs.add("turn");
  }
  // A call may have its result before it, unseen.
  const calls = turn.last.kind === "assistant" && turn.last.message.calls.length > 0;
  // An input that waits behind an answer decides only where nothing keeps the answer from counting.
  const queued = state.queued.some(({ at }) => at === verdict.at);
  const byWindow = BY_THE_WINDOW.has(verdict.reason) && !queued;
  if (byWindow || calls) needs.add("window");
  if (!byWindow && !BY_THE_STOP.has(verdict.reason)) needs.add("past");
  if (floorOf(options) !== undefined && !opened) needs.add("opening");
  if (verdict.kind !== "terminal" && turn.latest !== undefined && isOfRun(options, turn.latest)) {
    needs.delete("opening");
  }
  return needs;
}
