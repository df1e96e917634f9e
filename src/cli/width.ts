/** How wide text is on a terminal, and fitting it. Text is escaped before it comes here (escape.ts). */

/** One column wide. */
const ELLIPSIS = "…";
const ASCII = /^[\x20-\x7e]*$/;
const BEYOND_ASCII = /[^\0-\x7f]/;
/** What makes one picture of several (families, skin tones): terminals differ in whether they do. */
const JOINED = /\u200d|[\u{1f3fb}-\u{1f3ff}]/u;
/** A visible character may be made of this many code units (emoji of several people); more are cut off. */
const UNITS_A_COLUMN_MAX = 16;

interface Measure {
  width(text: string): number;
  /** The columns on a terminal that shows a joined emoji as its parts, side by side. */
  apart(text: string): number;
  /** The characters as a reader sees them. */
  characters(text: string): readonly string[];
}

/** Right for ASCII, and for nothing else. */
const ASCII_MEASURE: Measure = {
  width: (text) => text.length,
  apart: (text) => text.length,
  characters: (text) => text.split(""),
};
let measure = ASCII_MEASURE;

/**
 * Loads what measuring this text takes: nothing for ASCII. The tables behind it take 30 ms to load, half of the
 * program's start, and most runs need none of them.
 */
export async function prepareToMeasure(text: string): Promise<void> {
  if (measure !== ASCII_MEASURE || !BEYOND_ASCII.test(text)) return;
  const { default: stringWidth } = await import("string-width");
  const segmenter = new Intl.Segmenter();
  const characters = (text: string): string[] =>
    Array.from(segmenter.segment(text), ({ segment }) => segment);
  const partsOf = (character: string): number =>
    Array.from(character).reduce((sum, part) => sum + stringWidth(part), 0);
  measure = {
    width: (text) => stringWidth(text),
    apart: (text) =>
      JOINED.test(text)
        ? characters(text).reduce((sum, one) => sum + Math.max(stringWidth(one), partsOf(one)), 0)
        : stringWidth(text),
    characters,
  };
}

/** The columns that a text takes. Texts beyond ASCII are announced before ({@link prepareToMeasure}). */
export function widthOf(text: string): number {
  return ASCII.test(text) ? text.length : measure.width(text);
}

/** The most columns that any terminal gives the text: what is cut to fit must fit there too. */
function widestOf(text: string): number {
  return ASCII.test(text) ? text.length : measure.apart(text);
}

/** The text, filled up with spaces to so many columns. */
export function pad(text: string, columns: number): string {
  return text + " ".repeat(Math.max(columns - widthOf(text), 0));
}

/** The text, filled up on the left: for numbers. */
export function padStart(text: string, columns: number): string {
  return " ".repeat(Math.max(columns - widthOf(text), 0)) + text;
}

/** The text's beginning, in at most so many columns, with an ellipsis where it was cut. */
export function cutEnd(text: string, columns: number): string {
  return fits(text, columns)
    ? text
    : taken(piecesOf(text.slice(0, columns * UNITS_A_COLUMN_MAX)), columns).join("") + tailMark(columns);
}

/** The text's end, in at most so many columns: for paths, whose end tells more. */
export function cutStart(text: string, columns: number): string {
  if (fits(text, columns)) return text;
  const end = piecesOf(text.slice(-columns * UNITS_A_COLUMN_MAX)).toReversed();
  return tailMark(columns) + taken(end, columns).toReversed().join("");
}

/** The text in lines of at most so many columns, broken at spaces; a longer word is broken where it must be. */
export function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (fits(longer, columns)) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = word;
    while (!fits(line, columns)) {
      const start = taken(piecesOf(line), columns, "").join("");
      if (start === "") break;
      lines.push(start);
      line = line.slice(start.length);
    }
  }
  return line === "" ? lines : [...lines, line];
}

function fits(text: string, columns: number): boolean {
  // Measuring a whole answer only to cut it to a line would cost more than judging it did.
  return text.length <= columns * UNITS_A_COLUMN_MAX && widestOf(text) <= columns;
}

function tailMark(columns: number): string {
  return columns > 0 ? ELLIPSIS : "";
}

function piecesOf(text: string): readonly string[] {
  return measure.characters(text);
}

/** As many pieces as fit beside the mark. */
function taken(pieces: readonly string[], columns: number, mark = ELLIPSIS): string[] {
  const room = columns - mark.length;
  const kept: string[] = [];
  let width = 0;
  for (const piece of pieces) {
    width += widestOf(piece);
    if (width > room) break;
    kept.push(piece);
  }
  return kept;
}
