/**
 * The part of a file that a reading from the tail does not parse: is there anything in it that could change
 * the verdict? Searched at the byte level, backward, a block at a time. Pure: bytes in, yes or no out.
 */

import type { Format } from "./format.ts";
import { LF } from "./lines.ts";
import { WordSearch } from "./search.ts";
import type { Hit } from "./search.ts";

type Meaning = "work" | "final" | "call" | "result" | "result-key" | "parent";

/** Longest id of a tool call that is compared, bytes; a longer one sends the file to the forward reading. */
const ID_BYTES_MAX = 256;

/** What is looked for. */
export interface PastQuestion {
  readonly format: Format;
  /** Look for ends of earlier turns too: they decide near the last word alone. */
  readonly finals: boolean;
  /** Look for launched work, yields and structured output. */
  readonly work: boolean;
  /** Pair calls with their results, and entries with the entries they hang on. */
  readonly calls: boolean;
  /** Calls whose result was already seen behind the part that is searched. */
  readonly answered: readonly string[];
  /** Strings that must not stand as a whole JSON string in the part searched: ids of open calls. */
  readonly names: readonly string[];
  /** The last entry's id, where it has one: no entry of the part searched may have it, too. */
  readonly entry: string | undefined;
  /** For tree files: the entry that the first entry behind the searched part hangs on, where it names one. */
  readonly parent: string | undefined;
}

/** The words of one question, prepared for searching, and what each means. */
interface Words {
  readonly search: WordSearch;
  readonly meanings: readonly Meaning[];
  readonly callIdKeys: readonly Buffer[];
}

/** Preparing a search costs more than using it on a small file, and the words of a format never change. */
const prepared = new WeakMap<Format, (Words | undefined)[]>();

function wordsFor({ format, finals, work, calls }: PastQuestion): Words {
  const known = prepared.get(format) ?? [];
  if (known.length === 0) prepared.set(format, known);
  const which = (finals ? 1 : 0) + (work ? 2 : 0) + (calls ? 4 : 0);
  return (known[which] ??= prepare(format, finals, work, calls));
}

function prepare({ tail }: Format, finals: boolean, work: boolean, calls: boolean): Words {
  const words: (readonly [Meaning, string])[] = [];
  const add = (meaning: Meaning, list: readonly string[]): void => {
    for (const word of list) words.push([meaning, word]);
  };
  if (calls) {
    add("call", tail.calls.map(quoted));
    add("result", (tail.results ?? []).map(quoted));
    add("result-key", (tail.resultIdKeys ?? []).map(quoted));
    if (tail.parentKey !== undefined) add("parent", [quoted(tail.parentKey)]);
  }
  if (work) add("work", [...tail.work.map(quoted), ...(tail.workText ?? [])]);
  if (finals) add("final", tail.finals.map(quoted));
  return {
    search: new WordSearch(words.map(([, word]) => word)),
    meanings: words.map(([meaning]) => meaning),
    callIdKeys: tail.callIdKeys.map((key) => Buffer.from(quoted(key))),
  };
}

/**
 * Searches blocks from the last to the first. A block begins at a line's beginning. Calls and results are
 * paired by id on the way: a call that has no result behind it is a finding.
 */
export class PastSearch {
  readonly #words: Words;
  readonly #names: readonly string[];
  readonly #answered: Set<string>;
  /** The id that the next entry to be met, going backward, must have; and the one that it must not have. */
  #parent: string | undefined;
  readonly #entry: string | undefined;

  constructor(question: PastQuestion) {
    const { parent, entry, names } = question;
    this.#parent = parent === undefined ? undefined : asBytes(parent);
    this.#words = wordsFor(question);
    // Where every entry is met, its id is compared on the way; to look for it would take as long as all the rest.
    const met = this.#words.meanings.includes("parent");
    this.#entry = met && entry !== undefined ? asBytes(entry) : undefined;
    this.#names = [...names, met ? "" : (entry ?? "")].filter((name) => name !== "").map(quoted);
    this.#answered = new Set(question.answered.map(asBytes));
  }

  /** The longest word that is looked for, bytes. */
  get wordBytesMax(): number {
    return this.#words.search.wordBytesMax;
  }

  /**
   * Searches one block, the bytes of whole lines; where nothing is paired, any bytes. Blocks come from the last to the first.
   *
   * @returns true if something was found that the fold has to see
   */
  finds(block: Buffer): boolean {
    if (this.#names.some((name) => block.includes(name))) return true;
    const hits = this.#words.search.find(block);
    for (let index = hits.length - 1; index >= 0; index -= 1) {
      const hit = hits[index];
      if (hit !== undefined && this.#matters(block, hit)) return true;
    }
    return false;
  }

  #matters(block: Buffer, { word, start }: Hit): boolean {
    const end = start + (this.#words.search.words[word]?.byteLength ?? 0);
    switch (this.#words.meanings[word]) {
      case "call":
        return isTypeValue(block, start) && this.#isOpen(block, end);
      case "result":
        return isTypeValue(block, start) && !this.#answer(this.#idAfter(block, end));
      case "result-key":
        return !this.#answer(stringAfter(block, end));
      case "parent":
        return !this.#follows(block, start, end);
      default:
        return true;
    }
  }

  /**
   * True where this entry is the one that the entry behind it hangs on. Writers put an entry's id right before
   * its parent's; one that does not is for the fold to read.
   */
  #follows(block: Buffer, start: number, end: number): boolean {
    const wanted = this.#parent;
    this.#parent = stringAfter(block, end);
    return wanted !== undefined && wanted !== this.#entry && isStringBefore(block, start, wanted);
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

  /** The id of the call or result whose type stands before `from`, in the same line. */
  #idAfter(block: Buffer, from: number): string | undefined {
    for (const key of this.#words.callIdKeys) {
      const found = block.indexOf(key, from);
      if (found >= 0 && !hasNewline(block, from, found)) return stringAfter(block, found + key.byteLength);
    }
    return undefined;
  }
}

/** Mostly a key is a few bytes away, where a loop beats a call into the runtime. */
function hasNewline(block: Buffer, from: number, to: number): boolean {
  if (to - from > 256) return block.subarray(from, to).includes(LF);
  for (let at = from; at < to; at += 1) if (block[at] === LF) return true;
  return false;
}

/** A string's UTF-8 bytes, one character each. */
function asBytes(text: string): string {
  return ASCII.test(text) ? text : Buffer.from(text, "utf8").toString("latin1");
}

const ASCII = /^[\0-\x7f]*$/;

function quoted(word: string): string {
  return JSON.stringify(word);
}

const TYPE_KEY = Buffer.from('"type"');
const QUOTE = 0x22;
const COLON = 0x3a;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/** True where the string that starts here is the value of a `type` key. */
function isTypeValue(block: Buffer, start: number): boolean {
  let at = beforeSpace(block, start - 1);
  if (block[at] !== COLON) return false;
  at = beforeSpace(block, at - 1) - TYPE_KEY.byteLength + 1;
  return at >= 0 && TYPE_KEY.every((byte, index) => block[at + index] === byte);
}

/** True where the member before the key that starts here has this string as its value. */
function isStringBefore(block: Buffer, start: number, value: string): boolean {
  let at = beforeSpace(block, start - 1);
  if (block[at] !== COMMA) return false;
  at = beforeSpace(block, at - 1);
  if (block[at] !== QUOTE) return false;
  const from = at - value.length;
  if (from < 1 || block[from - 1] !== QUOTE) return false;
  for (let index = 0; index < value.length; index += 1) {
    if (block[from + index] !== value.charCodeAt(index)) return false;
  }
  return true;
}

function beforeSpace(block: Buffer, from: number): number {
  let at = from;
  while (at >= 0 && isSpace(block[at])) at -= 1;
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}

/**
 * The string value behind a key that ends here, its bytes as latin1, which is all that comparing needs; undefined
 * for anything else, or one with escapes in it.
 */
function stringAfter(block: Buffer, from: number): string | undefined {
  let at = from;
  while (isSpace(block[at])) at += 1;
  if (block[at] !== COLON) return undefined;
  at += 1;
  while (isSpace(block[at])) at += 1;
  if (block[at] !== QUOTE) return undefined;
  const start = at + 1;
  const limit = Math.min(start + ID_BYTES_MAX, block.byteLength);
  for (let end = start; end < limit; end += 1) {
    const byte = block[end];
    if (byte === QUOTE) return block.toString("latin1", start, end);
    if (byte === BACKSLASH) return undefined;
  }
  return undefined;
}
