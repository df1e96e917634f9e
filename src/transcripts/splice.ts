/**
 * Whole objects in a text that is no single one: records that lost the newline between them, or a torn record
 * with a whole one behind it. Says where they stand; whether they count is for the caller. Pure.
 */

import { parseRecord } from "./json.ts";
import type { JsonObject } from "./json.ts";
import { bracketEnd, stringEnd } from "./partial.ts";

/** Characters parsed in search of a whole record behind a torn one, all tries taken together. */
const SEARCH_CHARS_MAX = 32 * 1024 * 1024;

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
export function wholeAt(text: string, start: number, sound: boolean): WholeObject | undefined {
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
 */
export function wholeBehind(
  text: string,
  from: number,
  sound: boolean,
  counts: (record: JsonObject) => boolean,
): WholeObject | undefined {
  let charsLeft = SEARCH_CHARS_MAX;
  for (const start of looseStarts(text, from + 1)) {
    const whole = wholeAt(text, start, sound);
    if (whole !== undefined && standsFree(text, whole.end) && counts(whole.record)) return whole;
    charsLeft -= (whole?.end ?? text.length) - start;
    if (charsLeft < 0) return undefined;
  }
  return undefined;
}

/** True where a torn object seems to run into another one. */
export function hidesObject(text: string): boolean {
  return looseStarts(text, 1).next().done !== true;
}

/** Where objects with a key start though no value is due: behind a colon, a comma or an opening bracket one may be. */
function* looseStarts(text: string, from: number): Generator<number, void, undefined> {
  const marks = /["{]/g;
  marks.lastIndex = from;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    if (found[0] === "{") {
      const mayBeRecord = text.charAt(behindSpace(text, found.index + 1)) === '"';
      if (mayBeRecord && !VALUE_DUE.has(text.charAt(beforeSpace(text, found.index - 1)))) yield found.index;
      continue;
    }
    const end = stringEnd(text, found.index);
    if (end === undefined) return;
    // A string that was cut goes on to where the first key of the next record begins.
    const brace = beforeSpace(text, end - 2);
    if (brace > found.index && text.charAt(brace) === "{") yield brace;
    marks.lastIndex = end;
  }
}
const VALUE_DUE: ReadonlySet<string> = new Set([":", ",", "["]);

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
