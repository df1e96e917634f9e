/**
 * The table of `check`: a row a transcript, one line a row. On a terminal no row is wider than it; elsewhere nothing
 * is cut. The widths of the columns come from the first rows, so that rows can be written while more are judged.
 */

import type { Judgement, Kind } from "../transcripts/index.ts";
import type { Paint, Palette } from "./colour.ts";
import { escapePath, oneLine } from "./escape.ts";
import type { Judged } from "./judged.ts";
import { isUnread, lastTextOf, phraseFor } from "./phrases.ts";
import { formatBytes } from "./sizes.ts";
import { cutEnd, cutStart, pad, padStart, prepareToMeasure, widthOf } from "./width.ts";

/** Rows held back to learn the widths from. */
const SAMPLE_ROWS_MAX = 50;
/** So many characters of last texts are held back at most: answers may be megabytes long. */
const SAMPLE_LENGTH_MAX = 1_000_000;
/** Rows are held back no longer than this, ms: a reader sees that something happens. */
const SAMPLE_MS_MAX = 150;
const ID_LENGTH = 8;
const GAP = "  ";
const SIZE_COLUMNS = 6;
/** Columns that the last text gets, if the path leaves as many. */
const TEXT_COLUMNS = 24;
/** Of what path and text share, the path gets this part, if it needs it. */
const PATH_SHARE = 0.6;
/** Less of a path tells nothing: on a narrow terminal the text goes first, and then the reason. */
const PATH_COLUMNS_MIN = 16;

interface Cells {
  readonly kind: Kind;
  readonly unread: boolean;
  readonly phrase: string;
  readonly path: string;
  readonly size: string;
  readonly text: string;
}

/** A piece of a line. */
interface Cell {
  readonly text: string;
  readonly paint?: Paint;
}

interface Widths {
  readonly kind: number;
  /** 0 where there is no room for the reason. */
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
  #heldLength = 0;
  #heldSince: number | undefined;
  #widths: Widths | undefined;

  constructor(options: TableOptions) {
    this.#options = options;
  }

  /** Takes a row; returns the lines that are ready, each with its LF. */
  async row(judged: Judged): Promise<string> {
    const { columns } = this.#options;
    const cells = cellsOf(judged, columns);
    // Where texts are not cut they are not measured either.
    await prepareToMeasure(columns === undefined ? cells.path : cells.path + cells.text);
    if (this.#widths !== undefined) return this.#line(cells, this.#widths);
    this.#held.push(cells);
    return this.#heldEnough(cells.text.length) ? this.end() : "";
  }

  #heldEnough(length: number): boolean {
    const now = this.#options.now();
    this.#heldSince ??= now;
    this.#heldLength += length;
    const heldMs = now - this.#heldSince;
    return (
      this.#held.length >= SAMPLE_ROWS_MAX || this.#heldLength >= SAMPLE_LENGTH_MAX || heldMs >= SAMPLE_MS_MAX
    );
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
    const reason = widths.phrase === 0 ? [] : [pad("REASON", widths.phrase)];
    const names = [pad("VERDICT", widths.kind), ...reason, pad("PATH", widths.path)];
    const cells = [...names, padStart("SIZE", SIZE_COLUMNS), "LAST TEXT"];
    return this.#joined(cells.map((text) => ({ text, paint: this.#options.palette.faint })));
  }

  #line({ kind, unread, phrase, path, size, text }: Cells, widths: Widths): string {
    const { columns, palette } = this.#options;
    const verdict = unread ? palette.trouble : (words: string) => palette.kind(kind, words);
    const shown = columns === undefined ? path : cutStart(path, widths.path);
    return this.#joined([
      {
        text: pad(kind, widths.kind) + (widths.phrase === 0 ? "" : GAP + pad(phrase, widths.phrase)),
        paint: verdict,
      },
      { text: pad(shown, widths.path) },
      { text: padStart(size, SIZE_COLUMNS) },
      { text, ...(kind === "terminal" ? {} : { paint: palette.faint }) },
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

function cellsOf({ judgement, path }: Judged, columns: number | undefined): Cells {
  return {
    kind: judgement.kind,
    unread: isUnread(judgement),
    phrase: phraseFor(judgement),
    path: escapePath(path),
    size: isUnread(judgement) ? "-" : formatBytes(judgement.bytes),
    text: oneLine(whose(judgement) + boundedText(lastTextOf(judgement), columns)),
  };
}

/** A subagent's answer is not its parent's: its row says whose it is. */
function whose({ agentId, sessionId }: Judgement): string {
  if (agentId === undefined) return "";
  return `(subagent ${short(agentId)}${sessionId === undefined ? "" : ` of ${short(sessionId)}`}) `;
}

/** As much of an id as tells it from its neighbours. */
function short(id: string): string {
  return id.slice(0, ID_LENGTH);
}

function widthsFor(rows: readonly Cells[], columns: number | undefined): Widths {
  const widest = (column: "kind" | "phrase" | "path") => Math.max(...rows.map((row) => widthOf(row[column])));
  const path = widest("path");
  if (columns === undefined) return { kind: widest("kind"), phrase: widest("phrase"), path };
  const kind = Math.max(widest("kind"), "VERDICT".length);
  const phrase = Math.max(widest("phrase"), "REASON".length);
  const beside = columns - kind - phrase - 2 * GAP.length;
  if (beside < PATH_COLUMNS_MIN) {
    return { kind, phrase: 0, path: Math.min(path, columns - kind - GAP.length) };
  }
  const shared = beside - SIZE_COLUMNS - 2 * GAP.length;
  const pathMax = Math.max(shared - TEXT_COLUMNS, Math.floor(shared * PATH_SHARE), PATH_COLUMNS_MIN);
  return { kind, phrase, path: Math.max(Math.min(path, pathMax), "PATH".length) };
}

/** Enough of a text to fill a line: an answer may be megabytes long, and one line shows little of it. */
function boundedText(text: string, columns: number | undefined): string {
  return columns === undefined ? text : text.slice(0, columns * 16);
}
