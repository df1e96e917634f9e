/**
 * The table of `check`: a row a transcript, one line a row. On a terminal no row is wider than it; elsewhere nothing
 * is cut. The widths of the columns come from the first rows, so that rows can be written while more are judged.
 */

import type { Palette } from "./colour.ts";
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
    const line = [...names, padStart("SIZE", SIZE_COLUMNS), "LAST TEXT"].join(GAP);
    return `${this.#options.palette.faint(this.#fitted(line, 0))}\n`;
  }

  #line({ judged, kind, phrase, path, size }: Cells, widths: Widths): string {
    const { columns, palette } = this.#options;
    const { judgement } = judged;
    const shown = columns === undefined ? path : cutStart(path, widths.path);
    const verdict = [pad(kind, widths.kind), pad(phrase, widths.phrase)].join(GAP);
    const place = [pad(shown, widths.path), padStart(size, SIZE_COLUMNS)].join(GAP);
    const used = widthOf(verdict) + widthOf(place) + 2 * GAP.length;
    const text = this.#fitted(oneLine(boundedText(lastTextOf(judgement), columns)), used);
    const painted = isUnread(judgement) ? palette.trouble(verdict) : palette.kind(judgement.kind, verdict);
    const answer = judgement.kind === "terminal" ? text : palette.faint(text);
    return `${[painted, place, ...(text === "" ? [] : [answer])].join(GAP)}\n`;
  }

  /** What fits behind the columns already used. */
  #fitted(text: string, used: number): string {
    const { columns } = this.#options;
    return columns === undefined ? text : cutEnd(text, Math.max(columns - used, 0));
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
