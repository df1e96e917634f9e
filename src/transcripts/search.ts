/**
 * Finding any of several words in bytes, fast. Pure.
 *
 * A quoted word of JSON starts with a quote, the commonest byte of a transcript, so a search that hops from first
 * byte to first byte crawls. This one looks at four bytes, jumps nearly a whole word further, and looks again:
 * wherever a word stands, one look falls inside it. A look is one load and one look-up, for all the words at once,
 * and with words of sixteen bytes nine bytes out of thirteen are never loaded.
 */

/** One word found: which, and where it starts. */
export interface Hit {
  readonly word: number;
  readonly start: number;
}

/** Where in which word a look stands. */
interface Place {
  readonly word: number;
  readonly offset: number;
}

/** The fewest bytes that a word may have. */
const WORD_BYTES_MIN = 3;
/** Bytes looked at together: four, since threes out of a word occur in every sentence. */
const LOOK_BYTES = 4;
/** Words of fewer bytes than this are looked for by threes: their jumps are short enough as it is. */
const LONG_WORD_BYTES = 7;
/** No more of a word's end is made looks of: a jump so long skips most of the memory's lines already. */
const WORD_BYTES_USED = 64;
/** Different looks may share a slot, and then one was in vain: with sixty of them one in a hundred is. */
const SLOT_BITS = 13;
/** Spreads neighbouring numbers over all the slots: 2^32 over the golden ratio, after Knuth. */
const SPREAD = 0x9e3779b1;

/** A set of words, prepared for searching. */
export class WordSearch {
  readonly words: readonly Buffer[];
  readonly wordBytesMax: number;
  /** How many bytes a look takes in, as a number of them and as a mask. */
  readonly #look: number;
  readonly #mask: number;
  /** From one look to the next, bytes. */
  readonly #step: number;
  /** For the slot of each look whether a word has one: 0 where none does. Small, to stay in the nearest cache. */
  readonly #slots = new Uint8Array(1 << SLOT_BITS);
  readonly #places = new Map<number, Place[]>();

  /**
   * @param words at least one, each of three bytes or more
   * @throws {RangeError} for an empty set, or a word of fewer than three bytes
   */
  constructor(words: readonly string[]) {
    this.words = words.map((word) => Buffer.from(word, "utf8"));
    const lengths = this.words.map((word) => word.byteLength);
    const shortest = Math.min(...lengths);
    this.wordBytesMax = Math.max(...lengths);
    if (!(shortest >= WORD_BYTES_MIN && shortest < Infinity)) {
      throw new RangeError("each word needs three bytes or more");
    }
    this.#look = shortest < LONG_WORD_BYTES ? WORD_BYTES_MIN : LOOK_BYTES;
    this.#mask = this.#look === LOOK_BYTES ? -1 : 0xff_ff_ff;
    this.#step = Math.min(shortest, WORD_BYTES_USED) - this.#look + 1;
    for (const [index, word] of this.words.entries()) this.#learn(word, index);
  }

  /** Every hit that starts and ends within `[from, to)`, first to last. */
  find(bytes: Uint8Array, from = 0, to = bytes.byteLength): Hit[] {
    const hits: Hit[] = [];
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // In locals: fields would be loaded again for every look.
    const [step, mask, slots] = [this.#step, this.#mask, this.#slots];
    const last = Math.min(to - this.#look, bytes.byteLength - LOOK_BYTES);
    let at = from + step - 1;
    // Four looks a question, a third faster than one; written out, since a call for each would cost three times that.
    for (; at + 3 * step <= last; at += 4 * step) {
      const met =
        (slots[slotOf(view.getInt32(at, true) & mask)] ?? 0) |
        (slots[slotOf(view.getInt32(at + step, true) & mask)] ?? 0) |
        (slots[slotOf(view.getInt32(at + 2 * step, true) & mask)] ?? 0) |
        (slots[slotOf(view.getInt32(at + 3 * step, true) & mask)] ?? 0);
      if (met === 0) continue;
      for (let look = at; look <= at + 3 * step; look += step) {
        if (slots[slotOf(view.getInt32(look, true) & mask)] === 0) continue;
        this.#collect(bytes, look, from, to, hits);
      }
    }
    for (; at <= to - this.#look; at += step) this.#collect(bytes, at, from, to, hits);
    return hits;
  }

  #collect(bytes: Uint8Array, at: number, from: number, to: number, hits: Hit[]): void {
    const look = lookAt(bytes, at) & this.#mask;
    if (this.#slots[slotOf(look)] === 0) return;
    for (const { word, offset } of this.#places.get(look) ?? []) {
      const start = at - offset;
      if (start >= from && this.#matches(bytes, start, to, word)) insert(hits, { word, start });
    }
  }

  /** Notes every look that can be the one to fall inside the word: those within its last bytes. */
  #learn(word: Buffer, index: number): void {
    const end = word.byteLength - this.#look;
    for (let offset = end - this.#step + 1; offset <= end; offset += 1) {
      const look = lookAt(word, offset) & this.#mask;
      this.#slots[slotOf(look)] = 1;
      const places = this.#places.get(look) ?? [];
      places.push({ word: index, offset });
      this.#places.set(look, places);
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

/** Puts a hit in its place: nearly always the last, since looks come in order and a word is short. */
function insert(hits: Hit[], hit: Hit): void {
  let at = hits.length;
  for (let before = hits[at - 1]; before !== undefined && before.start > hit.start; before = hits[at - 1]) {
    hits[at] = before;
    at -= 1;
  }
  hits[at] = hit;
}

/** Four bytes as one number, the first one lowest; zeroes behind the end. */
function lookAt(bytes: Uint8Array, at: number): number {
  const low = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
  return low | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
}

function slotOf(look: number): number {
  return Math.imul(look, SPREAD) >>> (32 - SLOT_BITS);
}
