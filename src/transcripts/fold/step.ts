/** One event further. Pure: a new state, the old one untouched. */

import type { Assistant, Event, Input, Launched, Position, ToolCall, ToolResult, TurnEnd } from "../event.ts";
import {
  EARLY_RESULTS_MAX,
  OPEN_MAX,
  TURN_TEXTS_MAX,
  UNKNOWN_MAX,
  answerTime,
  emptyTurn,
  finalAnswer,
  floorOf,
  isOfRun,
  windowOf,
} from "./state.ts";
import type { OpenCall, State, Turn } from "./state.ts";

/**
 * Folds one event into the state. Events come in the transcript's order.
 *
 * @param state what is known so far
 * @param event the next event
 * @returns what is known after it
 */
export function step(state: State, event: Event): State {
  switch (event.kind) {
    case "input":
      return onInput(noteTime(state, event.at), event);
    case "assistant":
      return onAssistant(noteTime(state, event.at), event);
    case "tool-result":
      return onToolResult(noteTime(state, event.at), event);
    case "yield":
      return onYield(noteTime(state, event.at), event.at);
    case "turn-end":
      return onTurnEnd(noteTime(state, event.at), event);
    case "launched":
      return onLaunched(state, event);
    case "finished":
      return { ...state, work: state.work.filter((work) => !work.ids.includes(event.id)) };
    case "compaction": {
      const before = event.retractsMessage === true ? (state.beforeMessage ?? state) : state;
      return event.blocking ? { ...before, compaction: event.at } : before;
    }
    case "structured-output": {
      const { turn } = state;
      if (event.outcome !== "given") return withTurn(state, { structuredAsked: event.at });
      const structured = { at: event.at, text: event.text ?? "" };
      const answered = newWord(withSalvage(state, structured.text, event.at, event.at.timestamp));
      return withTurn(answered, { structured, end: undefined, endKnown: true, last: { kind: "structured", at: event.at }, latest: later(turn, event.at) });
    }
    case "queue":
      return { ...state, queued: event.change === "enqueued" ? event.at : undefined };
    case "session":
      return { ...state, session: event.id };
    case "writer":
      return { ...state, provesEnd: event.provesEnd };
    case "damage":
      return event.bookkeeping ? state : { ...state, damage: event };
    case "unknown":
      return state.unknowns.length >= UNKNOWN_MAX ? state : { ...state, unknowns: [...state.unknowns, event] };
    case "bookkeeping":
      return noteTime(state, event.at);
    default:
      return event satisfies never;
  }
}

/**
 * Goes back to an earlier state because the next record hangs on an earlier one (tree files). The branch that
 * is left takes its answer with it; its salvage and its launched work stay known.
 *
 * @param ancestor the state behind the record that the next one hangs on
 * @param left the state at the end of the branch that is left
 */
export function fork(ancestor: State, left: State): State {
  const answer = finalAnswer(left.turn);
  const ofRun = answer !== undefined && isOfRun(left.options, answer.time) ? answer.at : undefined;
  const lost = ofRun ?? (left.earlier === ancestor.earlier ? undefined : left.earlier);
  return {
    ...ancestor,
    abandoned: lost ?? left.abandoned,
    salvage: left.salvage,
    work: left.work,
    session: left.session,
    history: left.history,
    olderSeen: left.olderSeen,
    damage: left.damage,
    unknowns: left.unknowns,
    beforeMessage: undefined,
  };
}

function noteTime(state: State, at: Position): State {
  const floor = floorOf(state.options);
  if (floor === undefined || state.olderSeen || at.timestamp === undefined || at.timestamp >= floor) return state;
  return { ...state, olderSeen: true };
}

type TurnChange = Partial<Turn>;

function withTurn(state: State, change: TurnChange): State {
  return { ...state, turn: { ...state.turn, ...change } };
}

function later(turn: Turn, at: Position): number | undefined {
  if (at.timestamp === undefined) return turn.latest;
  return turn.latest === undefined ? at.timestamp : Math.max(turn.latest, at.timestamp);
}

/** What every word of the child does: damage, a recap, a mirror and a queued input lie before it now. */
function newWord(state: State): State {
  return {
    ...state,
    compaction: undefined,
    mirror: undefined,
    queued: undefined,
    damage: undefined,
    unknowns: NO_UNKNOWNS,
    beforeMessage: undefined,
  };
}
const NO_UNKNOWNS: State["unknowns"] = [];

function withSalvage(state: State, text: string, at: Position, time: number | undefined): State {
  if (text === "") return state;
  const floor = floorOf(state.options);
  if (floor !== undefined && time !== undefined && time < floor) return state;
  return { ...state, salvage: { text, at } };
}

function onInput(state: State, event: Input): State {
  const answer = finalAnswer(state.turn);
  const takenBack = answer !== undefined && isOfRun(state.options, answer.time) ? answer.at : state.earlier;
  const work = state.work.filter(
    (one) => !(one.scope === "turn" && event.opens === "turn") && !closes(event, one),
  );
  const word: State = { ...newWord(state), work, earlier: takenBack };
  if (event.opens === "turn") {
    return { ...word, turn: emptyTurn(true, event.at) };
  }
  return withTurn(word, {
    last: { kind: "input", at: event.at },
    message: undefined,
    wait: undefined,
    waitKnown: true,
    latest: later(state.turn, event.at),
  });
}

function closes(input: Input, work: Launched): boolean {
  if (work.wakeAt !== undefined) {
    return input.at.timestamp !== undefined && input.at.timestamp >= work.wakeAt;
  }
  return work.until === "named" && work.ids.some((id) => id !== "" && input.mentions.includes(id));
}

function onAssistant(state: State, event: Assistant): State {
  if (event.author === "mirror") return { ...state, mirror: event.at };
  const { turn } = state;
  const last = { kind: "assistant", at: event.at, message: event } as const;
  if (event.author === "host") {
    return withTurn({ ...state, damage: undefined, mirror: undefined, unknowns: [] }, { last, latest: later(turn, event.at) });
  }
  const merges = event.messageId !== undefined && turn.message?.messageId === event.messageId;
  const before = merges ? (state.beforeMessage ?? state) : state;
  const previous = merges ? turn.previous : turn.message?.at.offset;
  const answered = event.calls.filter((call) => isAnswered(state, event, call.id, previous));
  const acts = event.calls.length > 0;
  const speaks = event.text !== "" && !event.relayed && !repeats(state, event);
  const ended = acts || speaks;
  const allAnswered = acts && !merges && answered.length === event.calls.length;
  const time = answerTime(event.at, event.messageTime);
  const spoken = event.form === "silent" ? state : withSalvage(state, event.text, event.at, time);
  const said: State = {
    ...newWord(spoken),
    history: true,
    // Without its own past, or states would hang together in a chain as long as the file.
    beforeMessage: { ...before, beforeMessage: undefined },
  };
  return withTurn(said, {
    message: event,
    previous,
    openCalls: openedBy(turn, merges ? turn.message : undefined, event, answered).slice(-OPEN_MAX),
    crossed: turn.crossed || (answered.length > 0 && previous === undefined && turn.opening === undefined),
    texts: event.text === "" ? turn.texts : [...turn.texts, { text: event.text, offset: event.at.offset }].slice(-TURN_TEXTS_MAX),
    wait: ended ? undefined : turn.wait,
    waitKnown: turn.waitKnown || ended,
    end: undefined,
    endKnown: true,
    last: allAnswered ? { kind: "tool-result", at: event.at } : last,
    latest: later(turn, event.at),
  });
}

/** True where the turn has the same text already, near enough to be what the host copied. */
function repeats(state: State, event: Assistant): boolean {
  const from = event.at.offset - windowOf(state.options);
  return state.turn.texts.some((said) => said.text === event.text && said.offset >= from);
}

/**
 * True where the call's result stood before it: two rows written in the wrong order. Only a result behind the
 * message before this one can be meant; ids are used again.
 */
function isAnswered(state: State, event: Assistant, id: string | undefined, previous: number | undefined): boolean {
  if (id === undefined) return false;
  const from = Math.max((previous ?? -1) + 1, event.at.offset - windowOf(state.options));
  return state.turn.earlyResults.some((result) => result.id === id && result.at.offset >= from);
}

/** The turn's open calls with those of this message: each id once, where it was asked for last; answered ones not. */
function openedBy(turn: Turn, merged: Assistant | undefined, event: Assistant, answered: readonly ToolCall[]): readonly OpenCall[] {
  const known = new Set([...(merged?.calls ?? []), ...answered].map((call) => call.id).filter((id) => id !== undefined));
  const opened = new Map<string | symbol, OpenCall>();
  for (const { id } of event.calls) {
    if (id === undefined || !known.has(id)) opened.set(id ?? Symbol("no id"), { id, at: event.at });
  }
  return [...turn.openCalls.filter((call) => call.id === undefined || !opened.has(call.id)), ...opened.values()];
}

function onToolResult(state: State, event: ToolResult): State {
  const { turn } = state;
  const index = turn.openCalls.findIndex((call) => call.id === event.callId);
  const matched = index >= 0;
  const change: TurnChange = {
    openCalls: matched ? turn.openCalls.toSpliced(index, 1) : turn.openCalls,
    earlyResults: matched
      ? turn.earlyResults
      : [...turn.earlyResults, { id: event.callId, at: event.at }].slice(-EARLY_RESULTS_MAX),
  };
  if (event.late === true) return withTurn(state, change);
  return withTurn(newWord(state), {
    ...change,
    end: undefined,
    endKnown: true,
    last: { kind: "tool-result", at: event.at },
    latest: later(turn, event.at),
  });
}

function onYield(state: State, at: Position): State {
  return withTurn(newWord(state), {
    wait: at,
    waitKnown: true,
    end: undefined,
    endKnown: true,
    last: { kind: "yield", at },
    latest: later(state.turn, at),
  });
}

function onTurnEnd(state: State, event: TurnEnd): State {
  const text = event.text ?? "";
  const form = event.form ?? "answer";
  const spoken = form === "silent" ? state : withSalvage(state, text, event.at, event.at.timestamp);
  const word: State = { ...newWord(spoken), history: true };
  const latest = later(state.turn, event.at);
  if (event.how === "complete") {
    return withTurn(word, { last: { kind: "complete", at: event.at, text, form }, waitKnown: true, endKnown: true, latest });
  }
  return withTurn(word, { end: { at: event.at, how: event.how }, endKnown: true, latest });
}

function onLaunched(state: State, event: Launched): State {
  const floor = floorOf(state.options);
  const older = floor !== undefined && event.at.timestamp !== undefined && event.at.timestamp < floor;
  if (older || state.options.descendantsKnown === true) return state;
  return { ...state, work: [...state.work, event].slice(-OPEN_MAX) };
}

