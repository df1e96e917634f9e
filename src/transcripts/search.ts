/**
 * Finding any of several words in bytes, fast: a Wu-Manber search. Pure.
 *
 * A quoted word of JSON starts with a quote, the commonest byte of a transcript, so a search that hops from
 * first byte to first byte crawls. This one looks at the last three bytes of a window as long as the shortest
 * word and jumps as far as those allow, for all the words in one pass. Three, since pairs of letters out of a
 * dozen words occur in every sentence: with pairs it was half as fast.
 */

/** One word found: which, and where it starts. */
export interface Hit {
  readonly word: number;
  readonly start: number;
}

/** Bytes looked at together. */
const GRAM = 3;
const SLOTS = 65_536;

/** A set of words, prepared for searching. */
export class WordSearch {
  readonly words: readonly Buffer[];
  readonly #window: number;
  readonly #jump = new Uint8Array(SLOTS);
  /** For each slot the bucket of the words whose window ends in it; 0 is the empty one. */
  readonly #bucket = new Uint16Array(SLOTS);
  readonly #buckets: number[][] = [[]];

  /**
   * @param words at least one, each of three bytes or more
   * @throws {RangeError} for an empty set, or a word of fewer than three bytes
   */
  constructor(words: readonly string[]) {
    this.words = words.map((word) => Buffer.from(word, "utf8"));
    const shortest = Math.min(...this.words.map((word) => word.byteLength));
    if (!(shortest >= GRAM && shortest < Infinity)) {
      throw new RangeError("each word needs three bytes or more");
    }
    this.#window = Math.min(shortest, 255);
    this.#jump.fill(this.#window - GRAM + 1);
    for (const [index, word] of this.words.entries()) this.#learn(word, index);
  }

  /** Every hit that starts and ends within `[from, to)`, first to last. */
  find(bytes: Uint8Array, from = 0, to = bytes.byteLength): Hit[] {
    const hits: Hit[] = [];
    const jump = this.#jump;
    const last = this.#window - 1;
    let end = from + last;
    while (end < to) {
      const slot = slotOf(bytes[end - 2] ?? 0, bytes[end - 1] ?? 0, bytes[end] ?? 0);
      const distance = jump[slot] ?? 1;
      if (distance === 0) {
        this.#collect(bytes, end - last, to, slot, hits);
        end += 1;
      } else {
        end += distance;
      }
    }
    return hits;
  }

  #collect(bytes: Uint8Array, start: number, to: number, slot: number, hits: Hit[]): void {
    for (const word of this.#buckets[this.#bucket[slot] ?? 0] ?? []) {
      if (this.#matches(bytes, start, to, word)) hits.push({ word, start });
    }
  }

  #learn(word: Buffer, index: number): void {
    for (let end = GRAM - 1; end < this.#window; end += 1) {
      const slot = slotOf(word[end - 2] ?? 0, word[end - 1] ?? 0, word[end] ?? 0);
      const distance = this.#window - 1 - end;
      this.#jump[slot] = Math.min(this.#jump[slot] ?? 0, distance);
      if (distance > 0) continue;
      if (this.#bucket[slot] === 0) this.#bucket[slot] = this.#buckets.push([]) - 1;
      this.#buckets[this.#bucket[slot] ?? 0]?.push(index);
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

/** Three bytes to a slot. Different grams may share one: then a jump is shorter than it could be, never longer. */
function slotOf(first: number, second: number, third: number): number {
  return ((first << 11) ^ (second << 5) ^ third) & (SLOTS - 1);
}
