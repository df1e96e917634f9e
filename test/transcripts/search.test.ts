import fc from "fast-check";
import { expect, test } from "vitest";
import { WordSearch } from "../../src/transcripts/search.ts";
import type { Hit } from "../../src/transcripts/search.ts";

/** Every place of every word, looked for one by one. */
function naive(words: readonly string[], bytes: Buffer, from: number, to: number): Hit[] {
  const hits: Hit[] = [];
  for (let start = from; start < to; start += 1) {
    for (const [word, text] of words.entries()) {
      const wanted = Buffer.from(text);
      const end = start + wanted.byteLength;
      if (end <= to && bytes.subarray(start, end).equals(wanted)) hits.push({ word, start });
    }
  }
  return hits;
}

const byPlace = (hits: readonly Hit[]): Hit[] =>
  hits.toSorted((a, b) => a.start - b.start || a.word - b.word);

test("finds what a search one by one finds", () => {
  // Few letters, so that words overlap, repeat and share their ends.
  const letters = fc.constantFrom("a", "b", '"', "é");
  const word = fc.array(letters, { minLength: 3, maxLength: 7 }).map((all) => all.join(""));
  const parts = fc.array(fc.oneof(letters, word), { maxLength: 60 });
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 6 }),
      parts,
      fc.nat(),
      fc.nat(),
      (words, text, first, second) => {
        const bytes = Buffer.from([...text, words[0]].join(""));
        const [from, to] = [first % (bytes.byteLength + 1), second % (bytes.byteLength + 1)].sort(
          (a, b) => a - b,
        ) as [number, number];
        const search = new WordSearch(words);
        expect(byPlace(search.find(bytes))).toEqual(byPlace(naive(words, bytes, 0, bytes.byteLength)));
        expect(byPlace(search.find(bytes, from, to))).toEqual(byPlace(naive(words, bytes, from, to)));
      },
    ),
    { numRuns: 2_000 },
  );
});

test("hits come first to last", () => {
  const hits = new WordSearch(["abc", "bcd"]).find(Buffer.from("abcd abcd"));
  expect(hits).toEqual([
    { word: 0, start: 0 },
    { word: 1, start: 1 },
    { word: 0, start: 5 },
    { word: 1, start: 6 },
  ]);
});

test("a word longer than the rest of the bytes is not found in them", () => {
  expect(new WordSearch(["abc", "abcdef"]).find(Buffer.from("xxabcde"))).toEqual([{ word: 0, start: 2 }]);
});

test("words longer than a jump can be", () => {
  const long = "x".repeat(400) + "y";
  expect(new WordSearch([long]).find(Buffer.from("x".repeat(1_000) + "y"))).toEqual([
    { word: 0, start: 600 },
  ]);
});

test("no words, or too short ones, are a mistake", () => {
  expect(() => new WordSearch([])).toThrow(RangeError);
  expect(() => new WordSearch(["abc", "ab"])).toThrow(RangeError);
});
