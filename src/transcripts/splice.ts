/**
 * Whole objects in a text that is no single one: records that lost the newline between them, or a torn record
 * with a whole one behind it. Says where they stand; whether they count is for the caller. Pure.
 */

import { parseRecord } from "./json.ts";
import type { JsonObject } from "./json.ts";
import { bracketEnd, stringEnd } from "./partial.ts";

/** Characters parsed in search of a whole record behind a torn one, all tries taken together. */
const SEARCH_CHARS_MAX = 32 * 1024 * 1024;
/** The same for each character of the line: a file may have many short lines, each full of braces. */
const SEARCH_CHARS_RATIO_MAX = 16;
/** What a line may cost however short it is, characters. */
const SEARCH_CHARS_MIN = 16 * 1024;

/** Brackets remembered as open; where more are, what a comma stands in is not known. */
const DEPTH_MAX = 1_024;

/** How much of a line may still be parsed in search of records. One for each line, or piece of one. */
export class Search {
  #charsLeft: number;

  constructor(text: string) {
    const wanted = Math.max(SEARCH_CHARS_MIN, text.length * SEARCH_CHARS_RATIO_MAX);
    this.#charsLeft = Math.min(SEARCH_CHARS_MAX, wanted);
  }

  get isOver(): boolean {
    return this.#charsLeft < 0;
  }

  /** The same as {@link wholeAt}, as long as the search is not over. */
  wholeAt(text: string, start: number, sound: boolean): WholeObject | undefined {
    if (this.isOver) return undefined;
    const whole = wholeAt(text, start, sound);
    this.#charsLeft -= (whole?.end ?? text.length) - start;
    return whole;
  }
}

/** An object and its place: from `start` up to, not including, `end`. */
export interface WholeObject {
  readonly record: JsonObject;
  readonly start: number;
  readonly end: number;
}

/**
 * The object that starts here, if it is whole.
 *
 * @param sound false where the bytes were no UTF-8: then an object with a replacement character in it is none
 */
function wholeAt(text: string, start: number, sound: boolean): WholeObject | undefined {
  if (text.charAt(start) !== "{") return undefined;
  const end = bracketEnd(text, start);
  if (end === undefined) return undefined;
  const own = text.slice(start, end);
  if (!sound && own.includes("\uFFFD")) return undefined;
  const record = parseRecord(own);
  return record === undefined ? undefined : { record, start, end };
}

/** True where nothing but another object follows, or nothing at all. An object inside another never stands so. */
export function standsFree(text: string, end: number): boolean {
  const next = behindSpace(text, end);
  return next >= text.length || text.charAt(next) === "{";
}

/**
 * The first whole object behind `from` that can be no part of the torn one that starts there: no value is due at
 * its place, and nothing but a further object follows it.
 *
 * @param counts whether the object is one that is looked for
 * @param search what may still be parsed; once it is over, nothing is found any more
 */
export function wholeBehind(
  text: string,
  from: number,
  sound: boolean,
  counts: (record: JsonObject) => boolean,
  search: Search,
): WholeObject | undefined {
  for (const { start, due } of starts(text, from + 1)) {
    if (due) continue;
    const whole = search.wholeAt(text, start, sound);
    if (whole !== undefined && standsFree(text, whole.end) && counts(whole.record)) return whole;
    if (search.isOver) return undefined;
  }
  return undefined;
}

/**
 * True where a torn object seems to run into another one: where none is due, or where one is due that ends with the
 * text, and is what is looked for. Then it may be the torn one's own, or the record behind it.
 */
export function hidesObject(text: string, counts: (record: JsonObject) => boolean): boolean {
  const search = new Search(text);
  for (const { start, due } of starts(text, 1)) {
    if (!due) return true;
    const whole = search.wholeAt(text, start, true);
    if (whole !== undefined && standsFree(text, whole.end) && counts(whole.record)) return true;
    if (search.isOver) return true;
  }
  return false;
}

/** Where an object with a key starts, and whether a value is due there. */
interface Start {
  readonly start: number;
  readonly due: boolean;
}

/**
 * Where objects with a key start. Behind a colon, an opening bracket or a list's comma a value is due; behind the comma
 * of an object only a key can follow.
 */
function* starts(text: string, from: number): Generator<Start, void, undefined> {
  // What stands open, as far as it is known: the torn object itself, where it begins here.
  const inside: string[] = text.charAt(from - 1) === "{" ? ["{"] : [];
  const marks = /["{}[\]]/g;
  marks.lastIndex = from;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const [mark] = found;
    if (mark === "}" || mark === "]") {
      inside.pop();
      continue;
    }
    if (mark !== '"') {
      const mayBeRecord = mark === "{" && text.charAt(behindSpace(text, found.index + 1)) === '"';
      if (mayBeRecord) {
        const due = isDue(text.charAt(beforeSpace(text, found.index - 1)), inside.at(-1));
        yield { start: found.index, due };
      }
      if (inside.length >= DEPTH_MAX) inside.length = 0;
      inside.push(mark);
      continue;
    }
    const end = stringEnd(text, found.index);
    if (end === undefined) return;
    // A string that was cut goes on to where the first key of the next record begins.
    const brace = beforeSpace(text, end - 2);
    if (brace > found.index && text.charAt(brace) === "{") yield { start: brace, due: false };
    marks.lastIndex = end;
  }
}

/** True where a value may stand behind this character, inside this bracket (undefined where that is not known). */
function isDue(before: string, container: string | undefined): boolean {
  return before === ":" || before === "[" || (before === "," && container !== "{");
}

/** The white space of JSON, and the mark at the start of a file that was appended to another. */
const SPACE: ReadonlySet<string> = new Set([" ", "\t", "\r", "\n", "\uFEFF"]);

/** The first index at or behind `from` where something other than space stands. */
export function behindSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && SPACE.has(text.charAt(at))) at += 1;
  return at;
}

function beforeSpace(text: string, from: number): number {
  let at = from;
  while (at >= 0 && SPACE.has(text.charAt(at))) at -= 1;
  return at;
}
