/**
 * What tools print, made up: log lines, listings, source code, test reports. As it stands inside a JSON string, and
 * cut from one long text, since making a gigabyte anew would take longer than everything that is measured. Pure.
 */

import type { Random } from "./random.ts";

const WORDS =
  "const value return await import from export function error warning test expect result user token session request response server client handler config path file read write open close stream buffer line parse string number index length offset start stop call tool type name id parent child message content text model agent run queue retry timeout cache build deploy docker install package version module process memory thread lock state event".split(
    " ",
  );
const FORMS: readonly ((random: Random) => string)[] = [
  (random) =>
    `    at ${name(random)}.${name(random)} (src/${name(random)}/${name(random)}.ts:${random.whole(1, 900)}:${random.whole(1, 80)})`,
  (random) =>
    `2026-11-01T10:${String(random.whole(10, 59))}:${String(random.whole(10, 59))}.${random.whole(100, 999)}Z INFO  [${name(random)}] ${sentence(random, 8)}`,
  (random) =>
    `  const ${name(random)} = await ${name(random)}("${name(random)}", { ${name(random)}: ${random.whole(0, 99)} });`,
  (random) =>
    `-rw-r--r-- 1 dev dev ${random.whole(100, 99_999)} Nov  1 10:${String(random.whole(10, 59))} ${name(random)}-${name(random)}.json`,
  // As test runners print it. Text beyond Latin-1 takes two bytes a character in memory, and real output has some.
  (random) => ` ✓ test/${name(random)}.test.ts (${random.whole(1, 40)} tests) ${random.whole(1, 900)}ms`,
  (random) =>
    `{"type":"${name(random)}","id":${random.whole(1, 9_999)},"${name(random)}":["${name(random)}","${name(random)}"]}`,
  (random) => `\t${sentence(random, 12)}`,
  () => "",
];
/** Enough that neighbouring outputs differ. */
const LINES = 20_000;

/** Tool output to cut pieces from. */
export class ToolOutput {
  readonly #text: string;
  /** Where each line starts, in characters. */
  readonly #starts: readonly number[];

  constructor(random: Random) {
    const lines = Array.from({ length: LINES }, () =>
      JSON.stringify(`${random.pick(FORMS)(random)}\n`).slice(1, -1),
    );
    let at = 0;
    this.#starts = lines.map((line) => (at += line.length) - line.length);
    this.#text = lines.join("");
  }

  /** Whole lines of about so many characters, as they stand in a JSON string; each call begins elsewhere. */
  of(length: number, random: Random): string {
    const { length: whole } = this.#text;
    if (length >= whole) return this.#text.repeat(Math.ceil(length / whole));
    const first = random.pick(this.#starts);
    const start = first + length > whole ? 0 : first;
    const end = this.#starts[sortedIndex(this.#starts, start + length)] ?? whole;
    return this.#text.slice(start, end);
  }
}

/** The index of the first number at or behind `wanted`. */
function sortedIndex(numbers: readonly number[], wanted: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? Infinity) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Plain words, for what a person or a model says. */
export function sentence(random: Random, words: number): string {
  return Array.from({ length: words }, () => name(random)).join(" ");
}

function name(random: Random): string {
  return random.pick(WORDS);
}
