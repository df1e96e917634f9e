/**
 * What each word of a turn changes: an input, a tool result, a yield, an explicit end, a structured answer. An
 * assistant message is in message.ts. Each changes the draft it is given, and nothing else.
 */

import type { Input, Launched, Position, StructuredOutput, ToolResult, TurnEnd } from "../event.ts";
import {
  EARLY_RESULTS_MAX,
  MENTIONS_CHARS_MAX,
  OPEN_MAX,
  emptyTurn,
  finalAnswer,
  floorOf,
  isOfRun,
} from "./state.ts";
import type { Draft } from "./draft.ts";
import type { LastWord, State } from "./state.ts";

/** What every word does: damage, a recap, a mirror and what was queued lie before it now. */
export function passWord(next: Draft): void {
  next.compaction = undefined;
  next.mirror = undefined;
  if (next.queued.length > 0) next.queued = next.queued.map((one) => ({ ...one, before: true }));
  next.queueDoubt = false;
  next.damage = undefined;
  next.unknowns = NO_UNKNOWNS;
  next.beforeMessage = undefined;
}
const NO_UNKNOWNS: State["unknowns"] = [];

/** Makes it the turn's last word. */
export function setLast(next: Draft, last: Exclude<LastWord, { readonly kind: "none" }>): void {
  const { turn } = next;
  const time = last.at.timestamp;
  turn.last = last;
  if (time !== undefined) turn.latest = turn.latest === undefined ? time : Math.max(turn.latest, time);
}

/** Keeps visible text of this run, in case nothing better comes. */
export function keepSalvage(
  next: Draft,
  text: string,
  at: Position,
  time: number | undefined,
  whole = true,
): void {
  const floor = floorOf(next.options);
  if (text === "" || (floor !== undefined && time !== undefined && time < floor)) return;
  next.salvage = { text, at };
  next.salvageWhole = whole;
}

/** An input: the turn before it is over, or goes on and owes another answer. */
export function onInput(next: Draft, event: Input): void {
  const { turn } = next;
  const answer = finalAnswer(turn);
  if (answer !== undefined && isOfRun(next.options, answer.time)) next.earlier = answer.at;
  if (next.work.length > 0) {
    next.work = next.work.filter(
      (one) => !(one.scope === "turn" && event.opens === "turn") && !closes(event, one),
    );
  }
  passWord(next);
  next.wordSeen = true;
  if (event.opens === "turn") {
    keepLostWork(next);
    next.turn = { ...emptyTurn(true, event.at) };
    return;
  }
  turn.message = undefined;
  turn.wait = undefined;
  turn.waitKnown = true;
  setLast(next, { kind: "input", at: event.at });
}

/** Remembers launched work, if it is this run's and the caller does not know of it. */
export function addWork(next: Draft, work: Launched): void {
  const floor = floorOf(next.options);
  const older = floor !== undefined && work.at.timestamp !== undefined && work.at.timestamp < floor;
  if (older || next.options.descendantsKnown === true) return;
  const [first, second, ...rest] = next.work;
  const full = next.work.length >= OPEN_MAX && first !== undefined && second !== undefined;
  next.work = full ? [nameless(first, second), ...rest, work] : [...next.work, work];
}

/** Two in place of one: work that nobody can report done. It was open, and is not forgotten. */
function nameless(first: Launched, second: Launched): Launched {
  const scope = first.scope === "run" || second.scope === "run" ? "run" : "turn";
  return { kind: "launched", at: first.at, ids: [], scope, until: "reported" };
}

/** A call whose result was lost to damage may have launched work. Nobody can report it done: its name is lost, too. */
function keepLostWork(next: Draft): void {
  const { damaged, openCalls } = next.turn;
  for (const { id = "", at } of damaged ? openCalls.filter((call) => call.launches) : []) {
    addWork(next, { kind: "launched", at, ids: [id], scope: "run", until: "reported" });
  }
}

function closes(input: Input, work: Launched): boolean {
  if (work.wakeAt !== undefined) {
    return input.at.timestamp !== undefined && input.at.timestamp >= work.wakeAt;
  }
  if (work.until !== "named") return false;
  const mentions = input.mentions.slice(0, MENTIONS_CHARS_MAX);
  return work.ids.some((id) => isNamed(mentions, id));
}

/** True where the text names the id, and not only a longer one that the id is a part of. */
function isNamed(text: string, id: string): boolean {
  if (id === "") return false;
  for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + 1)) {
    const end = at + id.length;
    const inside =
      INSIDE_BEFORE.test(text.slice(Math.max(at - 2, 0), at)) || INSIDE_BEHIND.test(text.slice(end, end + 4));
    if (!inside) return true;
  }
  return false;
}
/** A letter that is no part of an escape such as `\n`: the text is a record as it stood in the file. */
const INSIDE_BEFORE = /(?:^|[^\\])[\w-]$/;
/** A mark ends a sentence, or goes on with the id: `agent:main:subagent:7:subagent:1` is not `agent:main:subagent:7`. */
const INSIDE_BEHIND = /^[:.-]*\w/;

/** A tool result: its call is answered, and it is the last word unless it only stands too late. */
export function onToolResult(next: Draft, event: ToolResult): void {
  const { turn } = next;
  const index = turn.openCalls.findIndex((call) => call.id === event.callId);
  const call = turn.openCalls[index];
  if (call !== undefined) {
    turn.openCalls = turn.openCalls.toSpliced(index, 1);
    if (!call.sure) turn.doubtful = [...turn.doubtful, call.id];
  } else {
    turn.earlyResults = [...turn.earlyResults, { id: event.callId, at: event.at }].slice(-EARLY_RESULTS_MAX);
  }
  if (event.late === true) return;
  passWord(next);
  turn.end = undefined;
  turn.endKnown = true;
  setLast(next, { kind: "tool-result", at: event.at });
}

/** The child parks itself. */
export function onYield(next: Draft, at: Position): void {
  const { turn } = next;
  passWord(next);
  turn.wait = at;
  turn.waited = at;
  turn.waitKnown = true;
  turn.end = undefined;
  turn.endKnown = true;
  setLast(next, { kind: "yield", at });
}

/** An explicit end: a completed turn's text is its last word; a failed or aborted one stands by itself. */
export function onTurnEnd(next: Draft, event: TurnEnd): void {
  const { turn } = next;
  const { at, how, text = "", form = "answer" } = event;
  passWord(next);
  if (form !== "silent") keepSalvage(next, text, at, at.timestamp);
  turn.endKnown = true;
  if (how === "complete") {
    turn.waitKnown = true;
    setLast(next, { kind: "complete", at, text, form });
    return;
  }
  turn.end = { at, how };
  if (at.timestamp !== undefined) turn.latest = Math.max(turn.latest ?? at.timestamp, at.timestamp);
}

/** A structured answer given, or one still owed. */
export function onStructured(next: Draft, event: StructuredOutput): void {
  const { turn } = next;
  const { at, outcome, text = "" } = event;
  if (outcome !== "given") {
    turn.structuredAsked = at;
    return;
  }
  passWord(next);
  keepSalvage(next, text, at, at.timestamp);
  turn.structured = { at, text };
  turn.end = undefined;
  turn.endKnown = true;
  setLast(next, { kind: "structured", at });
}
