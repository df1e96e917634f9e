/** What an assistant message changes in a turn. It changes the draft it is given, and nothing else. */

import type { Assistant, ToolCall } from "../event.ts";
import { draftOf } from "./draft.ts";
import type { Draft } from "./draft.ts";
import { OPEN_MAX, TURN_TEXTS_MAX, answerTime, windowFrom } from "./state.ts";
import type { OpenCall, SpokenText, State, Turn } from "./state.ts";
import { keepSalvage, passWord, setLast } from "./words.ts";

/** An assistant message: a model's is the child's word, the host's is not, a mirror is kept aside. */
export function onAssistant(next: Draft, event: Assistant, state: State): void {
  switch (event.author) {
    case "mirror":
      next.mirror = event.at;
      return undefined;
    case "host":
      return onHost(next, event);
    case "model":
      return onModel(next, event, state);
    default:
      return event.author satisfies never;
  }
}

/** It is the last word, and ends neither a wait nor a failure: only a model's word can. */
function onHost(next: Draft, event: Assistant): void {
  next.mirror = undefined;
  next.damage = undefined;
  next.unknowns = [];
  setLast(next, { kind: "assistant", at: event.at, message: event });
}

function onModel(next: Draft, event: Assistant, state: State): void {
  const { turn } = next;
  const merges = event.messageId !== undefined && turn.message?.messageId === event.messageId;
  const before = merges ? (state.beforeMessage ?? state) : state;
  const previous = merges ? turn.previous : turn.start;
  const answered = event.calls.filter((call) => isAnswered(state, event, call.id, previous));
  const acts = event.calls.length > 0;
  const ends = acts || (event.text !== "" && !event.relayed && !repeats(state, event));
  passWord(next);
  if (!merges) {
    turn.previousWhole = next.messageWhole;
    next.messageWhole = next.wordSeen || event.messageId === undefined;
  }
  next.wordSeen = true;
  if (event.form !== "silent") {
    keepSalvage(next, event.text, event.at, answerTime(event.at, event.messageTime), next.messageWhole);
  }
  // Without its own past, or states would hang together in a chain as long as the file.
  next.beforeMessage = before.beforeMessage === undefined ? before : pastless(before);
  const sure = !state.partial || previous !== undefined || turn.opening !== undefined;
  turn.openCalls = openedBy(turn, merges ? turn.message : undefined, event, answered, sure);
  const own = new Set(event.calls.map((call) => call.id));
  const open = turn.openCalls.some((call) => own.has(call.id));
  const resultsFirst = answered.length > 0 && !open;
  turn.crossed ||= state.partial && turn.opening === undefined && answered.length > 0;
  turn.crossed ||= event.calls.some((call) => turn.doubtful.includes(call.id));
  turn.message = event;
  turn.previous = previous;
  turn.start = merges ? turn.start : event.at.offset;
  turn.texts = textsWith(turn, event);
  if (ends) turn.wait = undefined;
  turn.waitKnown ||= ends;
  turn.end = undefined;
  turn.endKnown = true;
  setLast(
    next,
    resultsFirst
      ? { kind: "tool-result", at: event.at }
      : { kind: "assistant", at: event.at, message: event },
  );
}

function pastless(state: State): State {
  const copy = draftOf(state);
  copy.beforeMessage = undefined;
  return copy;
}

function textsWith(turn: Turn, event: Assistant): readonly SpokenText[] {
  if (event.text === "") return turn.texts;
  return [...turn.texts.slice(1 - TURN_TEXTS_MAX), { ...markOf(event.text), offset: event.at.offset }];
}

/** What a text is known by again. Two texts that share it would keep a wait too long, and never end it too soon. */
function markOf(text: string): Pick<SpokenText, "length" | "hash"> {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return { length: text.length, hash };
}

/**
 * True where the turn has the same text already, so that this may be the host's copy of it. Where nobody searches
 * the past for a yield, only what is near to one that is near can be known.
 */
function repeats({ options, turn }: State, event: Assistant): boolean {
  const near = windowFrom(options, event.at.offset);
  const blind = options.descendantsKnown === true && (turn.wait === undefined || turn.wait.offset < near);
  const { length } = event.text;
  const alike = turn.texts.filter((said) => said.length === length && (!blind || said.offset >= near));
  if (alike.length === 0) return false;
  const { hash } = markOf(event.text);
  return alike.some((said) => said.hash === hash);
}

/**
 * True where the call's result stood before it: two rows written in the wrong order. Only a result behind the
 * message before this one, and near, can be meant; ids are used again.
 */
function isAnswered(
  state: State,
  event: Assistant,
  id: string | undefined,
  previous: number | undefined,
): boolean {
  const { earlyResults } = state.turn;
  if (id === undefined || earlyResults.length === 0) return false;
  const from = Math.max((previous ?? -1) + 1, windowFrom(state.options, event.at.offset));
  return earlyResults.some((result) => result.id === id && result.at.offset >= from);
}

/** The turn's open calls with those of this message: each id once, where it was asked for last; answered ones not. */
function openedBy(
  turn: Turn,
  merged: Assistant | undefined,
  event: Assistant,
  answered: readonly ToolCall[],
  sure: boolean,
): readonly OpenCall[] {
  if (event.calls.length === 0) return turn.openCalls;
  const known = new Set([...(merged?.calls ?? []), ...answered].map((call) => call.id));
  const ids = new Set<string>();
  const opened: OpenCall[] = [];
  for (const { id, launches = false } of event.calls) {
    if (id !== undefined && (known.has(id) || ids.has(id))) continue;
    if (id !== undefined) ids.add(id);
    opened.push({ id, at: event.at, sure, launches });
  }
  const kept = turn.openCalls.filter((call) => call.id === undefined || !ids.has(call.id));
  return bounded([...kept, ...opened]);
}

/** The newest calls. Those before them leave one that nobody can answer: they were open, and are not forgotten. */
function bounded(calls: readonly OpenCall[]): readonly OpenCall[] {
  if (calls.length <= OPEN_MAX) return calls;
  const dropped = calls.slice(0, 1 - OPEN_MAX);
  const [oldest] = dropped;
  const launches = dropped.some((call) => call.launches);
  const one = oldest === undefined ? [] : [{ ...oldest, id: undefined, sure: true, launches }];
  return [...one, ...calls.slice(1 - OPEN_MAX)];
}
