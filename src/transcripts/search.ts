/**
 * Finding any of several words in bytes, fast: a Wu-Manber search. Pure.
 *
 * A quoted word of JSON starts with a quote, the commonest byte of a transcript, so a search that hops from
 * first byte to first byte crawls. This one looks at the pair of bytes at the end of a window as long as the
 * shortest word and jumps as far as that pair allows, for all the words in one pass.
 */

/** One word found: which, and where it starts. */
export interface Hit {
  readonly word: number;
  readonly start: number;
}

const PAIRS = 65_536;

/** A set of words, prepared for searching. */
export class WordSearch {
  readonly words: readonly Buffer[];
  readonly #window: number;
  readonly #jump = new Uint8Array(PAIRS);
  readonly #ending = new Map<number, number[]>();

  /**
   * @param words at least one, each of two bytes or more
   * @throws {RangeError} for an empty set, or a word of fewer than two bytes
   */
  constructor(words: readonly string[]) {
    this.words = words.map((word) => Buffer.from(word, "utf8"));
    const shortest = Math.min(...this.words.map((word) => word.byteLength));
    if (!(shortest >= 2 && shortest < Infinity)) throw new RangeError("each word needs two bytes or more");
    this.#window = Math.min(shortest, 255);
    this.#jump.fill(this.#window - 1);
    for (const [index, word] of this.words.entries()) this.#learn(word, index);
  }

  /** Every hit that starts and ends within `[from, to)`, first to last. */
  find(bytes: Uint8Array, from = 0, to = bytes.byteLength): Hit[] {
    const hits: Hit[] = [];
    const jump = this.#jump;
    let end = from + this.#window - 1;
    while (end < to) {
      const pair = ((bytes[end - 1] ?? 0) << 8) | (bytes[end] ?? 0);
      const distance = jump[pair] ?? 1;
      if (distance > 0) {
        end += distance;
        continue;
      }
      const start = end - this.#window + 1;
      for (const word of this.#ending.get(pair) ?? []) {
        if (this.#matches(bytes, start, to, word)) hits.push({ word, start });
      }
      end += 1;
    }
    return hits;
  }

  #learn(word: Buffer, index: number): void {
    for (let end = 1; end < this.#window; end += 1) {
      const pair = ((word[end - 1] ?? 0) << 8) | (word[end] ?? 0);
      const distance = this.#window - 1 - end;
      this.#jump[pair] = Math.min(this.#jump[pair] ?? 0, distance);
      if (distance === 0) this.#ending.set(pair, [...(this.#ending.get(pair) ?? []), index]);
    }
  }

  #matches(bytes: Uint8Array, start: number, to: number, index: number): boolean {
    const word = this.words[index];
    if (word === undefined || start + word.byteLength > to) return false;
    for (let at = 0; at < word.byteLength; at += 1) {
      if (bytes[start + at] !== word[at]) return false;
    }
    return true;
  }
}
