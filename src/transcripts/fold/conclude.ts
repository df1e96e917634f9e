/**
 * State to verdict. The order of the questions is the order in which reasons decide (design.md, "Rules that
 * settle what the reason is"): the first that fits is the answer. Pure.
 */

import type { Assistant, Position } from "../event.ts";
import type { UnfinishedReason } from "../reasons.ts";
import type { Indeterminate, Parked, Salvage, Unfinished, Verdict, Warning } from "../verdict-types.ts";
import { answerTime, floorOf, isOfRun, windowFrom } from "./state.ts";
import type { LastWord, OpenCall, State } from "./state.ts";

/**
 * The verdict that the events so far prove.
 *
 * @param state the fold's state behind the last event
 */
export function conclude(state: State): Verdict {
  const { options } = state;
  if (options.sessionId !== undefined && state.session !== options.sessionId) {
    return { kind: "indeterminate", reason: "foreign-transcript", warnings: warningsOf(state) };
  }
  if (state.damage !== undefined) {
    const { what, at } = state.damage;
    const reason = what === "torn" ? "torn-tail" : what === "oversized" ? "line-too-long" : "corrupt-tail";
    return { kind: "indeterminate", reason, at, ...rest(state) };
  }
  return inTime(state, judge(state));
}

/** What lies outside the run's time: an answer too old, or a last turn that is wholly another run's. */
function inTime(state: State, verdict: Verdict): Verdict {
  const { options, turn } = state;
  const floor = floorOf(options);
  if (floor === undefined) return verdict;
  if (verdict.kind === "terminal") {
    const time = timeOf(turn.last);
    const { opening } = turn;
    const ofRun = isOfRun(options, time) && (opening === undefined || isOfRun(options, opening.timestamp));
    return ofRun ? verdict : unfinished(state, "before-run-start", verdict.at);
  }
  const wholly = turn.latest !== undefined && turn.latest < floor;
  const at = turn.end?.at ?? wordAt(turn.last) ?? verdict.at;
  return wholly && verdict.kind !== "indeterminate" ? unfinished(state, "empty-current-run", at) : verdict;
}

function judge(state: State): Verdict {
  const { turn, mirror } = state;
  if (turn.end !== undefined) {
    return unfinished(state, turn.end.how === "aborted" ? "stopped-aborted" : "stopped-error", turn.end.at);
  }
  if (mirror === undefined) return judgeTurn(state);
  const without = judgeTurn(state);
  return without.kind === "unfinished" ? unfinished(state, "not-model-authored", mirror) : without;
}

function judgeTurn(state: State): Verdict {
  const { turn, compaction } = state;
  const { last } = turn;
  if (turn.wait !== undefined) return parked(state, "yield-wait", turn.wait, []);
  if (compaction !== undefined) return unfinished(state, "trailing-compaction", compaction);
  if (last.kind === "none") return unfinished(state, "empty-history");
  if (!state.provesEnd) {
    return { kind: "indeterminate", reason: "stop-not-recorded", at: last.at, ...rest(state) };
  }
  switch (last.kind) {
    case "input":
      return unanswered(state, "empty-current-run", last.at);
    case "tool-result":
      return unanswered(state, resultLast(state), last.at);
    case "yield":
      return parked(state, "yield-wait", last.at, []);
    case "assistant":
      return judgeMessage(state, last.message, last.at);
    case "complete":
      if (last.text === "") return unfinished(state, "no-visible-text", last.at);
      return judgeCalls(state, last.at) ?? judgeAnswer(state, last.text, last.form, last.at);
    case "structured":
      return judgeCalls(state, last.at) ?? judgeAnswer(state, turn.structured?.text ?? "", "answer", last.at);
    default:
      return last satisfies never;
  }
}

function judgeMessage(state: State, message: Assistant, at: Position): Verdict {
  if (message.author !== "model") return unfinished(state, "not-model-authored", at);
  if (message.stop === "error") return unfinished(state, "stopped-error", at);
  if (message.stop === "aborted") return unfinished(state, "stopped-aborted", at);
  if (message.stop === "length") return unfinished(state, "stopped-length", at);
  const own = ownCalls(state, message);
  if (own !== undefined) return unanswered(state, own, at);
  if (message.stop === "tool-use" || message.stop === "not-final") {
    return unfinished(state, "stop-not-final", at);
  }
  const stray = judgeCalls(state, at);
  if (stray !== undefined) return stray;
  if (message.stop === "not-recorded" && state.options.acceptUnrecordedStop !== true) {
    return { kind: "indeterminate", reason: "stop-not-recorded", at, ...rest(state) };
  }
  const verdict = judgeAnswer(state, message.text, message.form, at);
  return verdict.kind === "terminal" && message.stop === "not-recorded"
    ? { ...verdict, unrecordedStop: true }
    : verdict;
}

/** The reason that the message's own calls give, if one of them has no result. */
function ownCalls(state: State, message: Assistant): UnfinishedReason | undefined {
  if (message.calls.length === 0) return undefined;
  const open = message.calls.filter((call) => state.turn.openCalls.some((one) => one.id === call.id));
  if (open.length === 0) return undefined;
  if (open.length < message.calls.length) return "open-tool-call";
  return message.text === "" ? "tool-only-turn" : "tool-use-turn";
}

/** An open call elsewhere in the turn, or background work of the run: what keeps a good ending from counting. */
function judgeCalls(state: State, at: Position): Verdict | undefined {
  const { turn, work } = state;
  const open = nearCall(state) ?? launchingCall(state);
  if (open !== undefined) {
    const message = turn.message;
    const own = turn.last.kind === "complete" && message !== undefined ? ownCalls(state, message) : undefined;
    return unanswered(state, own ?? "open-tool-call", own === undefined ? open.at : at);
  }
  const [first] = work;
  if (first === undefined) return undefined;
  return parked(
    state,
    "background-work",
    first.at,
    work.flatMap((one) => one.ids.slice(0, 1)),
  );
}

function judgeAnswer(state: State, text: string, form: Assistant["form"], at: Position): Verdict {
  const { turn } = state;
  if (text === "") return unfinished(state, "no-visible-text", at);
  if (form === "commentary") return unfinished(state, "commentary-only", at);
  if (form === "silent") return unfinished(state, "silent-reply", at);
  if (form === "call-markup") return unfinished(state, "tool-call-as-text", at);
  const structured =
    turn.structured !== undefined && isSeen(state, turn.structured.at) ? turn.structured.text : undefined;
  const asked = turn.structuredAsked !== undefined && isSeen(state, turn.structuredAsked);
  if (asked && structured === undefined) return unfinished(state, "structured-output-missing", at);
  const queued = state.queued.findLast(({ quiet, before }) => !quiet && !before);
  if (queued !== undefined) return unfinished(state, "unanswered-input", queued.at);
  return {
    kind: "terminal",
    reason: "final-answer",
    text: structured ?? text,
    at,
    warnings: warningsOf(state),
  };
}

function resultLast(state: State): UnfinishedReason {
  const { turn } = state;
  if (nearCall(state) !== undefined) return "open-tool-call";
  return turn.texts.length > 0 ? "trailing-tool-result" : "tool-only-turn";
}

/** The refusal, or what an earlier answer near the last word makes of it. */
function unanswered(state: State, reason: UnfinishedReason, at: Position): Unfinished {
  if (isNear(state, state.earlier)) return unfinished(state, "unanswered-input", at);
  if (isNear(state, state.abandoned)) return unfinished(state, "abandoned-branch", at);
  return unfinished(state, reason, at);
}

/** The turn's newest open call, if it is near the last word, or of the last message that could have waited for it. */
function nearCall(state: State): OpenCall | undefined {
  const { turn } = state;
  const from = turn.last.kind === "tool-result" ? turn.start : (turn.previous ?? turn.start);
  return turn.openCalls.findLast(({ at }) => (from !== undefined && at.offset >= from) || isNear(state, at));
}

/** An open call that may have launched work counts at any distance, as the work would. */
function launchingCall({ turn, options }: State): OpenCall | undefined {
  return options.descendantsKnown === true ? undefined : turn.openCalls.findLast((call) => call.launches);
}

function isNear(state: State, at: Position | undefined): boolean {
  const last = wordAt(state.turn.last);
  if (at === undefined || last === undefined) return false;
  return at.offset >= windowFrom(state.options, last.offset);
}

/** True where a reading from the tail would have seen it, too: without a search of the past only what is near. */
function isSeen(state: State, at: Position): boolean {
  return state.options.descendantsKnown !== true || isNear(state, at);
}

function wordAt(last: LastWord): Position | undefined {
  return last.kind === "none" ? undefined : last.at;
}

function timeOf(last: LastWord): number | undefined {
  if (last.kind === "none") return undefined;
  return last.kind === "assistant" ? answerTime(last.at, last.message.messageTime) : last.at.timestamp;
}

function unfinished(state: State, reason: UnfinishedReason, at?: Position): Unfinished {
  return { kind: "unfinished", reason, ...(at === undefined ? {} : { at }), ...rest(state) };
}

function parked(state: State, reason: Parked["reason"], at: Position, on: readonly string[]): Parked {
  return { kind: "parked", reason, at, on, ...rest(state) };
}

function rest(state: State): Pick<Indeterminate, "salvage" | "warnings"> {
  const salvage: { readonly salvage?: Salvage } =
    state.salvage === undefined ? {} : { salvage: state.salvage };
  return { ...salvage, warnings: warningsOf(state) };
}

function warningsOf(state: State): readonly Warning[] {
  return state.unknowns.map(({ at, type }) => ({
    code: "unknown-record",
    offset: at.offset,
    ...(at.line === undefined ? {} : { line: at.line }),
    detail: type,
  }));
}
