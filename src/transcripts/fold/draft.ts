/**
 * The copy of a state that the next one is made of. Field by field, though a spread would say the same in a line:
 * Node 20 takes several times as long for a spread, and a verdict on a small file is a dozen copies. The types see to
 * it that no field is forgotten. Pure.
 */

import type { State, Turn } from "./state.ts";

/** A state while one event is folded into it: a copy that nobody else holds. */
export type Draft = { -readonly [K in Exclude<keyof State, "turn">]: State[K] } & { turn: DraftTurn };
type DraftTurn = { -readonly [K in keyof Turn]: Turn[K] };

/** A copy to change. The one place where states are copied. */
export function draftOf(state: State): Draft {
  return {
    options: state.options,
    partial: state.partial,
    session: state.session,
    agent: state.agent,
    provesEnd: state.provesEnd,
    olderSeen: state.olderSeen,
    turn: turnOf(state.turn),
    work: state.work,
    earlier: state.earlier,
    abandoned: state.abandoned,
    salvage: state.salvage,
    wordSeen: state.wordSeen,
    messageWhole: state.messageWhole,
    salvageWhole: state.salvageWhole,
    compaction: state.compaction,
    mirror: state.mirror,
    queued: state.queued,
    queueDoubt: state.queueDoubt,
    damage: state.damage,
    unknowns: state.unknowns,
    beforeMessage: state.beforeMessage,
  };
}

function turnOf(turn: Turn): DraftTurn {
  return {
    opening: turn.opening,
    latest: turn.latest,
    openCalls: turn.openCalls,
    earlyResults: turn.earlyResults,
    doubtful: turn.doubtful,
    crossed: turn.crossed,
    message: turn.message,
    start: turn.start,
    previous: turn.previous,
    previousWhole: turn.previousWhole,
    texts: turn.texts,
    wait: turn.wait,
    waited: turn.waited,
    end: turn.end,
    structuredAsked: turn.structuredAsked,
    structured: turn.structured,
    last: turn.last,
    damaged: turn.damaged,
    waitKnown: turn.waitKnown,
    endKnown: turn.endKnown,
  };
}
