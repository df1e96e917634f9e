/** What can still be read of a JSON object that is cut: the fields that are whole. Pure. */

import type { JsonObject } from "./json.ts";

/** Objects inside objects are followed this deep; what lies deeper is not asked for. */
const DEPTH_MAX = 4;

/**
 * Reads the beginning of a JSON object and keeps every field whose value is whole. Of a nested object that is
 * cut, its own whole fields are kept; a cut string, number or array is not.
 *
 * @param text the beginning of a record; anything but an object gives an empty one
 * @example
 * readPartial('{"type":"custom","data":{"a":1,"b":"tor'); // { type: "custom", data: { a: 1 } }
 */
export function readPartial(text: string): JsonObject {
  const scanner = new Scanner(text);
  scanner.skipSpace();
  return scanner.object(0);
}

class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  skipSpace(): void {
    while (/\s/.test(this.#text.charAt(this.#at))) this.#at += 1;
  }

  /** The whole fields of the object that starts here; stops where the text ends or is no JSON. */
  object(depth: number): JsonObject {
    const fields: [string, unknown][] = [];
    if (!this.#take("{")) return {};
    do {
      this.skipSpace();
      const key = this.#string();
      this.skipSpace();
      if (key === undefined || !this.#take(":")) break;
      this.skipSpace();
      const nested = this.#text.charAt(this.#at) === "{";
      const start = this.#at;
      const end = this.#valueEnd();
      if (end === undefined) {
        if (nested && depth + 1 < DEPTH_MAX) fields.push([key, this.object(depth + 1)]);
        break;
      }
      const value = parse(this.#text.slice(start, end));
      if (value === undefined) break;
      fields.push([key, value]);
      this.#at = end;
      this.skipSpace();
    } while (this.#take(","));
    return Object.fromEntries(fields);
  }

  #take(char: string): boolean {
    if (this.#text.charAt(this.#at) !== char) return false;
    this.#at += 1;
    return true;
  }

  #string(): string | undefined {
    const end = stringEnd(this.#text, this.#at);
    if (end === undefined) return undefined;
    const value = parse(this.#text.slice(this.#at, end));
    this.#at = end;
    return typeof value === "string" ? value : undefined;
  }

  /** Where the value that starts here ends; undefined where it is cut. */
  #valueEnd(): number | undefined {
    const first = this.#text.charAt(this.#at);
    if (first === '"') return stringEnd(this.#text, this.#at);
    if (first === "{" || first === "[") return bracketEnd(this.#text, this.#at);
    const stop = /[,}\]\s]/g;
    stop.lastIndex = this.#at;
    const found = stop.exec(this.#text);
    return found === null || found.index === this.#at ? undefined : found.index;
  }
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** The index behind the string that starts at `start`, or undefined where there is none or it is cut. */
export function stringEnd(text: string, start: number): number | undefined {
  if (text.charAt(start) !== '"') return undefined;
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return undefined;
    let slashes = 0;
    while (text.charAt(quote - 1 - slashes) === "\\") slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

/**
 * The index behind the object or array that starts at `start`; undefined where it is cut. Brackets alone are
 * counted, and strings passed over: whether it is JSON is for the parser to say.
 */
export function bracketEnd(text: string, start: number): number | undefined {
  const marks = /["{}[\]]/g;
  marks.lastIndex = start;
  let depth = 0;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    if (found[0] === '"') {
      const end = stringEnd(text, found.index);
      if (end === undefined) return undefined;
      marks.lastIndex = end;
      continue;
    }
    depth += found[0] === "{" || found[0] === "[" ? 1 : -1;
    if (depth === 0) return found.index + 1;
  }
  return undefined;
}
