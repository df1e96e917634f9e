/**
 * What the model said in the turn that is being read. In a rollout every text and every call is an item of its
 * own; the items since the last output are one message. Pure; bounded. Source: design.md, "Rules that settle what
 * the reason is".
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

/** What a text is, apart from how its turn ended: `spoken` is how the model meant it, where that is known. */
export function formOf(text: string, spoken: Spoken | undefined): TextForm {
  if (spoken?.phase === "commentary" || spoken?.endTurn === false) return "commentary";
  return hasCallMarkup(text) ? "call-markup" : "answer";
}

/** Collects the items of a turn. */
export class Speech {
  #messageId: string | undefined;
  #texts: readonly Spoken[] = [];
  #calls: readonly ToolCall[] = [];
  #lastSpoken: Spoken | undefined;
  #spokenBefore: Spoken | undefined;

  /** True while no item came since the last output. */
  get isBetweenMessages(): boolean {
    return this.#messageId === undefined;
  }

  /** The turn's last text. */
  get lastSpoken(): Spoken | undefined {
    return this.#lastSpoken;
  }

  /** A turn began. */
  startTurn(): void {
    this.endMessage();
    this.#lastSpoken = undefined;
    this.#spokenBefore = undefined;
  }

  /** An output, an input or the turn's end came: the next item begins another message. */
  endMessage(): void {
    this.#messageId = undefined;
    this.#texts = [];
    this.#calls = [];
  }

  /** True if the message has this text already. */
  has(text: string): boolean {
    return this.#texts.some((known) => known.text === text);
  }

  /** Takes in a text. An item, its event and its completion record the same text: it counts once. */
  say(spoken: Spoken, at: Position): void {
    const index = this.#texts.findIndex((known) => known.text === spoken.text);
    const known = this.#texts[index];
    this.#messageId ??= `items@${at.offset}`;
    if (known === undefined) {
      this.#spokenBefore = this.#lastSpoken;
      this.#lastSpoken = spoken;
      this.#texts = [...this.#texts, spoken].slice(-TEXTS_MAX);
      return;
    }
    const merged = { ...known, phase: spoken.phase ?? known.phase, endTurn: spoken.endTurn ?? known.endTurn };
    this.#texts = this.#texts.with(index, merged);
    if (this.#lastSpoken?.text === merged.text) this.#lastSpoken = merged;
  }

  /** Takes in a call. */
  call(call: ToolCall, at: Position): void {
    this.#messageId ??= `items@${at.offset}`;
    this.#calls = [...this.#calls, call].slice(-CALLS_MAX);
  }

  /**
   * Takes back the last text, which was a recap of the history and no word of the child.
   *
   * @returns `all` if the message is nothing else, `part` if something of it is left, `none` without a text
   */
  takeBack(): "all" | "part" | "none" {
    if (this.#texts.length === 0) return "none";
    this.#texts = this.#texts.slice(0, -1);
    this.#lastSpoken = this.#spokenBefore;
    return this.#texts.length > 0 || this.#calls.length > 0 ? "part" : "all";
  }

  /** The message so far, as an event of its newest item. */
  event(at: Position, stop: Stop): Assistant {
    const text = visibleText(this.#texts.map((spoken) => spoken.text));
    return {
      kind: "assistant",
      at,
      ...(this.#messageId === undefined ? {} : { messageId: this.#messageId }),
      author: "model",
      text,
      form: formOf(text, this.#texts.at(-1)),
      calls: this.#calls,
      stop,
      relayed: false,
    };
  }
}
