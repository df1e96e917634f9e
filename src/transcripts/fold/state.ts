/**
 * What the fold remembers between two events. Immutable; its size does not grow with the transcript.
 * Pure: no files, no clock, no format.
 */

import type { Assistant, Damage, Launched, Position, TextForm, Unknown } from "../event.ts";
import type { Salvage } from "../verdict-types.ts";

/** Default of `skewMs`: how far a child's clock may be behind the registry's. */
export const SKEW_MS_DEFAULT = 5_000;
/**
 * Default of `windowBytes`. An earlier answer, or an open call of a message before the last two, decides only if it
 * stands this near to the last word: so a verdict costs the same at any file size.
 */
export const WINDOW_BYTES_DEFAULT = 16 * 1024;
/** Within so many windows of the start all is near: 64 KiB, so that a file that is read whole is judged by the letter. */
const START_WINDOWS = 4;
/** Texts of one turn remembered to know a repeated one by. */
export const TURN_TEXTS_MAX = 64;
/** Results remembered whose call was not seen yet. */
export const EARLY_RESULTS_MAX = 256;
/** Open calls of one turn, and open background work of one run, kept by name. */
export const OPEN_MAX = 512;
/** How far into an input the names of open work are looked for, characters: a report that work is done is short. */
export const MENTIONS_CHARS_MAX = 1024 * 1024;
/** Records of an unknown type reported behind the last word. */
export const UNKNOWN_MAX = 100;

/** What a verdict is asked about. */
export interface FoldOptions {
  /** The run's start, Unix ms. Answers from before it do not count. */
  readonly since?: number;
  /** Allowance for clocks that disagree, ms. */
  readonly skewMs?: number;
  /** The session that the transcript must belong to. */
  readonly sessionId?: string;
  /** Take a final text whose stop was not recorded. Only for a child known to be dead, and a quiet file. */
  readonly acceptUnrecordedStop?: boolean;
  /**
   * The caller knows the run's descendants and waits for them itself: background work in the transcript is
   * not looked at.
   */
  readonly descendantsKnown?: boolean;
  /** See {@link WINDOW_BYTES_DEFAULT}. */
  readonly windowBytes?: number;
}

/** An open call: which one, where it was asked for. */
export interface OpenCall {
  readonly id: string | undefined;
  readonly at: Position;
  /** False where a result that stands before the call may lie before what is in view. */
  readonly sure: boolean;
  /** It may have launched work that its result, were it there, would name. */
  readonly launches: boolean;
}

/** A text of the turn, told by its length and a hash of it, and where it stands. */
export interface SpokenText {
  readonly length: number;
  readonly hash: number;
  readonly offset: number;
}

/** An input in the host's queue. */
export interface Queued {
  readonly at: Position;
  /** A slash command: nothing to answer. */
  readonly quiet: boolean;
  /** True once a word stands behind it: then it does not take back the answer. */
  readonly before: boolean;
}

/** The last thing that counts in the current turn. */
export type LastWord =
  | { readonly kind: "none" }
  | { readonly kind: "input"; readonly at: Position }
  | { readonly kind: "assistant"; readonly at: Position; readonly message: Assistant }
  | { readonly kind: "tool-result"; readonly at: Position }
  | { readonly kind: "yield"; readonly at: Position }
  | { readonly kind: "complete"; readonly at: Position; readonly text: string; readonly form: TextForm }
  | { readonly kind: "structured"; readonly at: Position };

/** The turn that is being read: everything that a fresh input closes the books on. */
export interface Turn {
  /** The input that opened it; undefined before the first one. */
  readonly opening: Position | undefined;
  /** Latest time of any of its words, Unix ms; undefined while none has a time. */
  readonly latest: number | undefined;
  readonly openCalls: readonly OpenCall[];
  /** Results whose call was not seen yet. */
  readonly earlyResults: readonly Pick<OpenCall, "id" | "at">[];
  /** Calls that a result in view closed, and that one out of view may have closed before: then it is another's. */
  readonly doubtful: readonly (string | undefined)[];
  /** True once a call was taken as answered, or not, by what may be another call's result. */
  readonly crossed: boolean;
  /** The model's current message, kept while its blocks may still come. */
  readonly message: Assistant | undefined;
  /** Where the current message starts, and the one before it: a result between the two may be the current one's. */
  readonly start: number | undefined;
  readonly previous: number | undefined;
  /** Whether that message is seen from its first block on. */
  readonly previousWhole: boolean;
  /** Visible texts of the turn, newest last, at most {@link TURN_TEXTS_MAX}. */
  readonly texts: readonly SpokenText[];
  readonly wait: Position | undefined;
  /** The turn's last yield, whether the wait goes on or not. */
  readonly waited: Position | undefined;
  readonly end: { readonly at: Position; readonly how: "aborted" | "failed" } | undefined;
  readonly structuredAsked: Position | undefined;
  readonly structured: { readonly at: Position; readonly text: string } | undefined;
  readonly last: LastWord;
  /** True once damage was met in the turn: what was lost may have been a call's result. */
  readonly damaged: boolean;
  /** Whether a wait, and an explicit end, are known to stand or not: false only where the start is unseen. */
  readonly waitKnown: boolean;
  readonly endKnown: boolean;
}

/** Everything that the fold knows. */
export interface State {
  readonly options: FoldOptions;
  /** True where the reading started inside the file, so that what came before is unknown. */
  readonly partial: boolean;
  readonly session: string | undefined;
  /** The subagent of that session whose transcript this is. */
  readonly agent: string | undefined;
  readonly provesEnd: boolean;
  /** True once a record older than the run's start was seen. */
  readonly olderSeen: boolean;
  readonly turn: Turn;
  readonly work: readonly Launched[];
  /** Last final answer of this run that a later input took back, on this branch. */
  readonly earlier: Position | undefined;
  /** A final answer of this run on a branch that was left. */
  readonly abandoned: Position | undefined;
  readonly salvage: Salvage | undefined;
  /** True once an input or a model's message was in view: what begins behind it is seen from its beginning. */
  readonly wordSeen: boolean;
  /** Whether the model's newest message, and the message of the salvage, are seen from their first block on. */
  readonly messageWhole: boolean;
  readonly salvageWhole: boolean;
  readonly compaction: Position | undefined;
  readonly mirror: Position | undefined;
  /** What waits in the host's queue, oldest first. */
  readonly queued: readonly Queued[];
  /** True where something older, out of view, may have been taken instead of what came behind the last word. */
  readonly queueDoubt: boolean;
  readonly damage: Damage | undefined;
  readonly unknowns: readonly Unknown[];
  /** The state before the last assistant message, for a recap that takes the message back. */
  readonly beforeMessage: State | undefined;
}

/** A turn of which nothing is known yet; `seen` where its start is in view. */
export function emptyTurn(seen: boolean, opening?: Position): Turn {
  return {
    opening,
    latest: opening?.timestamp,
    openCalls: NOTHING,
    earlyResults: NOTHING,
    doubtful: NOTHING,
    crossed: false,
    message: undefined,
    start: undefined,
    previous: undefined,
    previousWhole: true,
    texts: NOTHING,
    wait: undefined,
    waited: undefined,
    end: undefined,
    structuredAsked: undefined,
    structured: undefined,
    last: opening === undefined ? NO_WORD : { kind: "input", at: opening },
    damaged: false,
    waitKnown: seen,
    endKnown: seen,
  };
}

const NOTHING: readonly never[] = [];
const NO_WORD = { kind: "none" } as const;

/**
 * The state before the first event.
 *
 * @param options what the verdict is asked about
 * @param partial true where the first event to come is not the transcript's first
 * @example
 * const state = events.reduce(step, initial({ since: run.startedAt }));
 * const verdict = conclude(state);
 */
export function initial(options: FoldOptions = {}, partial = false): State {
  // Every field, in the order that draft.ts has, so that all states are of one shape: fields of one are found fast.
  return {
    options,
    partial,
    session: undefined,
    agent: undefined,
    provesEnd: true,
    olderSeen: false,
    turn: emptyTurn(!partial),
    work: NOTHING,
    earlier: undefined,
    abandoned: undefined,
    salvage: undefined,
    wordSeen: !partial,
    messageWhole: true,
    salvageWhole: true,
    compaction: undefined,
    mirror: undefined,
    queued: NOTHING,
    queueDoubt: false,
    damage: undefined,
    unknowns: NOTHING,
    beforeMessage: undefined,
  };
}

/** The earliest time that belongs to this run, Unix ms; undefined where no start was given. */
export function floorOf(options: FoldOptions): number | undefined {
  return options.since === undefined ? undefined : options.since - (options.skewMs ?? SKEW_MS_DEFAULT);
}

/** True where the time may belong to this run: at or after its start, or no start was given. */
export function isOfRun(options: FoldOptions, timestamp: number | undefined): boolean {
  const floor = floorOf(options);
  return floor === undefined || (timestamp !== undefined && timestamp >= floor);
}

/** The offset from which on something is near to this place: near enough to refine a reason there. */
export function windowFrom({ windowBytes = WINDOW_BYTES_DEFAULT }: FoldOptions, offset: number): number {
  return offset <= START_WINDOWS * windowBytes ? 0 : offset - windowBytes;
}

/** An answer's time: the earlier of the record's and the message's (design.md, "before-run-start"). */
export function answerTime(at: Position, messageTime: number | undefined): number | undefined {
  if (at.timestamp === undefined) return messageTime;
  return messageTime === undefined ? at.timestamp : Math.min(at.timestamp, messageTime);
}

/** The final answer that the turn has at this point, going by its shape alone; undefined where it has none. */
export function finalAnswer(
  turn: Turn,
): { readonly text: string; readonly at: Position; readonly time?: number | undefined } | undefined {
  const { last } = turn;
  if (turn.wait !== undefined || turn.end !== undefined) return undefined;
  switch (last.kind) {
    case "complete":
      return last.text !== "" && last.form === "answer"
        ? { text: last.text, at: last.at, time: last.at.timestamp }
        : undefined;
    case "structured":
      return turn.structured === undefined
        ? undefined
        : { text: turn.structured.text, at: last.at, time: last.at.timestamp };
    case "assistant": {
      const { message } = last;
      if (message.author !== "model" || message.stop !== "final" || message.calls.length > 0) {
        return undefined;
      }
      if (message.text === "" || message.form !== "answer") return undefined;
      return { text: message.text, at: last.at, time: answerTime(last.at, message.messageTime) };
    }
    case "none":
    case "input":
    case "tool-result":
    case "yield":
      return undefined;
    default:
      return last satisfies never;
  }
}
