/**
 * The model's message that is being read: in a rollout every text and every call is an item of its own, and the
 * items since the last output are one message. Pure; bounded. Source: design.md, "Rules that settle what the
 * reason is".
 */

import type { Assistant, Position, Stop, TextForm, ToolCall } from "../../event.ts";
import { hasCallMarkup, visibleText } from "../../text.ts";

/** Texts, and calls, kept of one message; the oldest are forgotten. */
const TEXTS_MAX = 64;
const CALLS_MAX = 1_024;

/** One text of the model's, as an item or an event recorded it. */
export interface Spoken {
  readonly text: string;
  /** `commentary` or `final_answer`, where the record has it. */
  readonly phase: string | undefined;
  /** False where the model said that its turn goes on. */
  readonly endTurn: boolean | undefined;
}

/** True for text that the model itself did not mean as its answer. */
export function isCommentary({ phase, endTurn }: Spoken): boolean {
  return phase === "commentary" || endTurn === false;
}

/** What a text is, apart from how its turn ended. */
export function formOf(text: string, spoken: Spoken | undefined): TextForm {
  if (spoken !== undefined && isCommentary(spoken)) return "commentary";
  return hasCallMarkup(text) ? "call-markup" : "answer";
}

/** Collects the items since the last output. */
export class OpenMessage {
  #id: string | undefined;
  #texts: Spoken[] = [];
  #calls: ToolCall[] = [];

  /** True while no item came since the last output. */
  get isEmpty(): boolean {
    return this.#id === undefined;
  }

  /** An output, an input or the turn's end came: the next item begins another message. */
  close(): void {
    this.#id = undefined;
    this.#texts = [];
    this.#calls = [];
  }

  /**
   * Takes in a text. An item, its event and its completion record the same text: it counts once.
   *
   * @returns true if it was not there yet
   */
  say(spoken: Spoken, at: Position): boolean {
    const index = this.#texts.findIndex((known) => known.text === spoken.text);
    const known = this.#texts[index];
    this.#begin(at);
    if (known !== undefined) {
      this.#texts[index] = {
        ...known,
        phase: spoken.phase ?? known.phase,
        endTurn: spoken.endTurn ?? known.endTurn,
      };
      return false;
    }
    this.#texts = [...this.#texts, spoken].slice(-TEXTS_MAX);
    return true;
  }

  /** Takes in a call. */
  call(call: ToolCall, at: Position): void {
    this.#begin(at);
    this.#calls = [...this.#calls, call].slice(-CALLS_MAX);
  }

  /**
   * Takes back the last text: it was a recap of the history, and no word of the child.
   *
   * @returns true if something of the message is left
   */
  takeBackLast(): boolean {
    this.#texts = this.#texts.slice(0, -1);
    return this.#texts.length > 0 || this.#calls.length > 0;
  }

  /** The last text, if the message has one. */
  get last(): Spoken | undefined {
    return this.#texts.at(-1);
  }

  /** The message so far. */
  event(at: Position, stop: Stop): Assistant {
    const text = visibleText(this.#texts.map((spoken) => spoken.text));
    return {
      kind: "assistant",
      at,
      ...(this.#id === undefined ? {} : { messageId: this.#id }),
      author: "model",
      text,
      form: formOf(text, this.last),
      calls: this.#calls,
      stop,
      relayed: false,
    };
  }

  #begin(at: Position): void {
    this.#id ??= `items@${at.offset}`;
  }
}
