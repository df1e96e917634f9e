/**
 * The part of a file that a reading from the tail does not parse: is there anything in it that could change
 * the verdict? Searched at the byte level, backward, a block at a time. Pure: bytes in, yes or no out.
 */

import type { Format } from "./format.ts";
import { LF } from "./lines.ts";
import { WordSearch } from "./search.ts";
import type { Hit } from "./search.ts";

type Meaning = "work" | "final" | "call" | "result" | "result-key" | "name";

/** Longest id of a tool call that is compared, bytes; a longer one sends the file to the forward reading. */
const ID_BYTES_MAX = 256;

/** What is looked for. */
export interface PastQuestion {
  readonly format: Format;
  /** Look for ends of earlier turns too: they decide near the last word alone. */
  readonly finals: boolean;
  /** Look for launched work, yields and structured output. */
  readonly work: boolean;
  /** Calls whose result was already seen behind the part that is searched. */
  readonly answered: readonly string[];
  /** Strings that must not stand as a whole JSON string in the part searched: ids of the last records. */
  readonly names: readonly string[];
}

/**
 * Searches blocks from the last to the first. A block begins at a line's beginning. Calls and results are
 * paired by id on the way: a call that has no result behind it is a finding.
 */
export class PastSearch {
  readonly #search: WordSearch;
  readonly #meanings: Meaning[] = [];
  readonly #callIdKeys: readonly Buffer[];
  readonly #answered: Set<string>;

  constructor({ format, finals, work, answered, names }: PastQuestion) {
    const { tail } = format;
    const words: string[] = [];
    const add = (meaning: Meaning, list: readonly string[]): void => {
      for (const word of list) {
        words.push(word);
        this.#meanings.push(meaning);
      }
    };
    add("call", tail.calls.map(quoted));
    add("result", (tail.results ?? []).map(quoted));
    add("result-key", (tail.resultIdKeys ?? []).map(quoted));
    if (work) add("work", [...tail.work.map(quoted), ...(tail.workText ?? [])]);
    if (finals) add("final", tail.finals.map(quoted));
    add("name", names.filter((name) => name !== "").map(quoted));
    this.#search = new WordSearch(words);
    this.#callIdKeys = tail.callIdKeys.map((key) => Buffer.from(quoted(key)));
    this.#answered = new Set(answered);
  }

  /**
   * Searches one block, the bytes of whole lines. Blocks come from the last to the first.
   *
   * @returns true if something was found that the fold has to see
   */
  finds(block: Buffer): boolean {
    const hits = this.#search.find(block);
    for (let index = hits.length - 1; index >= 0; index -= 1) {
      const hit = hits[index];
      if (hit !== undefined && this.#matters(block, hit)) return true;
    }
    return false;
  }

  #matters(block: Buffer, { word, start }: Hit): boolean {
    const end = start + (this.#search.words[word]?.byteLength ?? 0);
    switch (this.#meanings[word]) {
      case "call":
        return isTypeValue(block, start) && this.#isOpen(block, end);
      case "result":
        return isTypeValue(block, start) && !this.#answer(this.#idAfter(block, end));
      case "result-key":
        return !this.#answer(stringAfter(block, end));
      default:
        return true;
    }
  }

  #answer(id: string | undefined): boolean {
    if (id === undefined) return false;
    this.#answered.add(id);
    return true;
  }

  #isOpen(block: Buffer, from: number): boolean {
    const id = this.#idAfter(block, from);
    return id === undefined || !this.#answered.delete(id);
  }

  #idAfter(block: Buffer, from: number): string | undefined {
    const lineEnd = block.indexOf(LF, from);
    const line = block.subarray(from, lineEnd < 0 ? block.byteLength : lineEnd);
    for (const key of this.#callIdKeys) {
      const found = line.indexOf(key);
      if (found >= 0) return stringAfter(line, found + key.byteLength);
    }
    return undefined;
  }
}

function quoted(word: string): string {
  return JSON.stringify(word);
}

const TYPE_KEY = Buffer.from('"type"');
const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** True where the string that starts here is the value of a `type` key. */
function isTypeValue(block: Buffer, start: number): boolean {
  let at = beforeSpace(block, start - 1);
  if (block[at] !== COLON) return false;
  at = beforeSpace(block, at - 1) - TYPE_KEY.byteLength + 1;
  return at >= 0 && block.subarray(at, at + TYPE_KEY.byteLength).equals(TYPE_KEY);
}

function beforeSpace(block: Buffer, from: number): number {
  let at = from;
  while (at >= 0 && isSpace(block[at])) at -= 1;
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}

/** The string value behind a key that ends here; undefined for anything else, or one with escapes in it. */
function stringAfter(block: Buffer, from: number): string | undefined {
  let at = from;
  while (isSpace(block[at])) at += 1;
  if (block[at] !== COLON) return undefined;
  at += 1;
  while (isSpace(block[at])) at += 1;
  if (block[at] !== QUOTE) return undefined;
  const end = block.indexOf(QUOTE, at + 1);
  if (end < 0 || end - at > ID_BYTES_MAX) return undefined;
  const value = block.subarray(at + 1, end);
  return value.includes(BACKSLASH) ? undefined : value.toString("utf8");
}
