/**
 * The table of `check`: a row a transcript, one line a row. On a terminal no row is wider than it; elsewhere nothing
 * is cut. The widths of the columns come from the first rows, so that rows can be written while more are judged.
 */

import type { Paint, Palette } from "./colour.ts";
import { escapePath, oneLine } from "./escape.ts";
import { textOfPath } from "./file-path.ts";
import type { Judged } from "./judged.ts";
import { isUnread, lastTextOf, phraseFor } from "./phrases.ts";
import { formatBytes } from "./sizes.ts";
import { cutEnd, cutStart, pad, padStart, prepareToMeasure, widthOf } from "./width.ts";

/** Rows held back to learn the widths from. */
const SAMPLE_ROWS_MAX = 50;
/** Rows are held back no longer than this, ms: a reader sees that something happens. */
const SAMPLE_MS_MAX = 150;
const GAP = "  ";
const SIZE_COLUMNS = 6;
/** Columns that the last text gets, if the path leaves as many. */
const TEXT_COLUMNS = 24;
/** Of what path and text share, the path gets this part, if it needs it. */
const PATH_SHARE = 0.6;

interface Cells {
  readonly judged: Judged;
  readonly kind: string;
  readonly phrase: string;
  readonly path: string;
  readonly size: string;
}

/** A piece of a line. */
interface Cell {
  readonly text: string;
  readonly paint?: Paint;
}

interface Widths {
  readonly kind: number;
  readonly phrase: number;
  readonly path: number;
}

export interface TableOptions {
  /** The terminal's width; undefined where the table does not go to one. */
  readonly columns: number | undefined;
  readonly palette: Palette;
  /** Unix ms. */
  readonly now: () => number;
}

/** Rows in, lines out. A line comes out as soon as the widths are known. */
export class Table {
  readonly #options: TableOptions;
  readonly #held: Cells[] = [];
  #heldSince: number | undefined;
  #widths: Widths | undefined;

  constructor(options: TableOptions) {
    this.#options = options;
  }

  /** Takes a row; returns the lines that are ready, each with its LF. */
  async row(judged: Judged): Promise<string> {
    await prepareToMeasure(measuredText(judged, this.#options.columns));
    const cells = cellsOf(judged);
    if (this.#widths !== undefined) return this.#line(cells, this.#widths);
    this.#held.push(cells);
    this.#heldSince ??= this.#options.now();
    const waited = this.#options.now() - this.#heldSince;
    return this.#held.length >= SAMPLE_ROWS_MAX || waited >= SAMPLE_MS_MAX ? this.end() : "";
  }

  /** The lines still held back. */
  end(): string {
    if (this.#held.length === 0) return "";
    const widths = widthsFor(this.#held, this.#options.columns);
    this.#widths = widths;
    const heading = this.#options.columns === undefined ? "" : this.#heading(widths);
    return (
      heading +
      this.#held
        .splice(0)
        .map((cells) => this.#line(cells, widths))
        .join("")
    );
  }

  #heading(widths: Widths): string {
    const names = [pad("VERDICT", widths.kind), pad("REASON", widths.phrase), pad("PATH", widths.path)];
    const cells = [...names, padStart("SIZE", SIZE_COLUMNS), "LAST TEXT"];
    return this.#joined(cells.map((text) => ({ text, paint: this.#options.palette.faint })));
  }

  #line({ judged, kind, phrase, path, size }: Cells, widths: Widths): string {
    const { columns, palette } = this.#options;
    const { judgement } = judged;
    const verdict = isUnread(judgement)
      ? palette.trouble
      : (text: string) => palette.kind(judgement.kind, text);
    const shown = columns === undefined ? path : cutStart(path, widths.path);
    return this.#joined([
      { text: `${pad(kind, widths.kind)}${GAP}${pad(phrase, widths.phrase)}`, paint: verdict },
      { text: pad(shown, widths.path) },
      { text: padStart(size, SIZE_COLUMNS) },
      {
        text: oneLine(boundedText(lastTextOf(judgement), columns)),
        ...(judgement.kind === "terminal" ? {} : { paint: palette.faint }),
      },
    ]);
  }

  /** The cells side by side, as many as fit, on a line of their own. */
  #joined(cells: readonly Cell[]): string {
    let room = this.#options.columns ?? Infinity;
    const shown: string[] = [];
    for (const { text, paint } of cells) {
      const fitted = room === Infinity ? text : cutEnd(text, Math.max(room, 0));
      if (fitted === "") break;
      shown.push(paint === undefined ? fitted : paint(fitted));
      room -= widthOf(fitted) + GAP.length;
    }
    return `${shown.join(GAP)}\n`;
  }
}

function cellsOf(judged: Judged): Cells {
  const { judgement, path } = judged;
  return {
    judged,
    kind: judgement.kind,
    phrase: phraseFor(judgement),
    path: escapePath(path),
    size: isUnread(judgement) ? "-" : formatBytes(judgement.bytes),
  };
}

function widthsFor(rows: readonly Cells[], columns: number | undefined): Widths {
  const widest = (column: "kind" | "phrase" | "path") => Math.max(...rows.map((row) => widthOf(row[column])));
  const [kind, phrase, path] = [widest("kind"), widest("phrase"), widest("path")];
  if (columns === undefined) return { kind, phrase, path };
  const shared = columns - kind - phrase - SIZE_COLUMNS - 4 * GAP.length;
  const pathMax = Math.max(shared - TEXT_COLUMNS, Math.floor(shared * PATH_SHARE), "PATH".length);
  return {
    kind: Math.max(kind, "VERDICT".length),
    phrase: Math.max(phrase, "REASON".length),
    path: Math.min(path, pathMax),
  };
}

/** What of a row is measured. */
function measuredText({ path, judgement }: Judged, columns: number | undefined): string {
  const shown = columns === undefined ? "" : boundedText(lastTextOf(judgement), columns);
  return textOfPath(path) + shown;
}

/** Enough of a text to fill a line: an answer may be megabytes long, and one line shows little of it. */
function boundedText(text: string, columns: number | undefined): string {
  return columns === undefined ? text : text.slice(0, columns * 16);
}
