/** One event further. Pure: a new state, the old one untouched. */

import type { Event, Position, Queue } from "../event.ts";
import { onAssistant } from "./message.ts";
import { draftOf } from "./draft.ts";
import type { Draft } from "./draft.ts";
import { OPEN_MAX, UNKNOWN_MAX, finalAnswer, floorOf, initial, isOfRun } from "./state.ts";
import type { State } from "./state.ts";
import { addWork, onInput, onStructured, onToolResult, onTurnEnd, onYield } from "./words.ts";

/**
 * Folds one event into the state. Events come in the transcript's order.
 *
 * @param state what is known so far
 * @param event the next event
 * @returns what is known after it
 */
export function step(state: State, event: Event): State {
  if (hasNoEffect(state, event)) return state;
  const next = draftOf(state);
  change(next, event, state);
  // Of a note beside the conversation the clock may be anybody's.
  if (next.turn.last !== state.turn.last) noteTime(next, event.at);
  return next;
}

function hasNoEffect(state: State, event: Event): boolean {
  if (event.kind === "bookkeeping") return true;
  if (event.kind === "unknown") return state.unknowns.length >= UNKNOWN_MAX;
  // More of the same damage says no more: a file may end in millions of damaged lines.
  return event.kind === "damage" && (event.bookkeeping || state.damage?.what === event.what);
}

function change(next: Draft, event: Event, state: State): void {
  switch (event.kind) {
    case "input":
      return onInput(next, event);
    case "assistant":
      return onAssistant(next, event, state);
    case "tool-result":
      return onToolResult(next, event);
    case "yield":
      return onYield(next, event.at);
    case "turn-end":
      return onTurnEnd(next, event);
    case "structured-output":
      return onStructured(next, event);
    case "launched":
      return addWork(next, event);
    case "finished":
      next.work = next.work.filter((work) => !work.ids.includes(event.id));
      return undefined;
    case "compaction":
      if (event.retractsMessage === true && state.beforeMessage !== undefined) {
        Object.assign(next, draftOf(state.beforeMessage));
      }
      if (event.blocking) next.compaction = event.at;
      return undefined;
    case "queue":
      onQueue(next, event);
      return undefined;
    case "session":
      next.session = event.id;
      next.agent = event.agentId;
      return undefined;
    case "writer":
      next.provesEnd = event.provesEnd;
      return undefined;
    case "disowned":
      onDisowned(next, state);
      return undefined;
    case "damage":
      if (event.bookkeeping) return undefined;
      next.damage = event;
      next.turn.damaged = true;
      return undefined;
    case "unknown":
      next.unknowns = [...next.unknowns, event];
      return undefined;
    case "bookkeeping":
      return undefined;
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
  const next = draftOf(ancestor);
  next.session = left.session;
  next.agent = left.agent;
  next.olderSeen = left.olderSeen;
  next.work = left.work;
  next.abandoned = lost ?? left.abandoned;
  next.salvage = left.salvage;
  next.salvageWhole = left.salvageWhole;
  next.damage = left.damage;
  next.turn.damaged ||= left.turn.damaged;
  next.unknowns = left.unknowns;
  next.beforeMessage = undefined;
  return next;
}

function noteTime(next: Draft, at: Position): void {
  const floor = floorOf(next.options);
  if (floor !== undefined && at.timestamp !== undefined && at.timestamp < floor) next.olderSeen = true;
}

/** As at the beginning, but for what belongs to the file: what waits in its queue, what is damaged, who writes it. */
function onDisowned(next: Draft, state: State): void {
  const { session, provesEnd, olderSeen, queued, queueDoubt, damage, unknowns } = state;
  const kept = { session, provesEnd, olderSeen, queued, queueDoubt, damage, unknowns };
  Object.assign(next, draftOf(initial(state.options, state.partial)), kept);
}

/** What waits behind one change more. What is taken is the oldest, whenever it came. */
function onQueue(next: Draft, { at, change, quiet = false }: Queue): void {
  switch (change) {
    case "enqueued":
      next.queued = [...next.queued, { at, quiet, before: false }].slice(-OPEN_MAX);
      return undefined;
    case "dequeued":
      next.queueDoubt ||= next.partial && next.queued[0]?.before === false;
      next.queued = next.queued.slice(1);
      return undefined;
    case "emptied":
      next.queued = [];
      return undefined;
    default:
      return change satisfies never;
  }
}
