/** One change of a verdict, as it is told: a line for people, or a JSON object. */

import stringify from "fast-json-stable-stringify";
import type { Judgement } from "../../transcripts/index.ts";
import type { Palette } from "../colour.ts";
import { escapePath, oneLine } from "../escape.ts";
import type { FilePath } from "../file-path.ts";
import { fieldsOf } from "../judged.ts";
import { lastTextOf, phraseFor } from "../phrases.ts";
import { clockOf, isoOf } from "../times.ts";
import { cutEnd, cutStart, prepareToMeasure, widthOf } from "../width.ts";
import type { Seen } from "./verdicts.ts";

/** So much of the last text is told, characters. */
const TEXT_MAX = 120;
const GAP = "  ";
/** Less of a path, or of a text, tells nothing, columns. */
const PATH_COLUMNS_MIN = 16;
const TEXT_COLUMNS_MIN = 8;

/** A verdict that is not what it was. */
export interface Change {
  readonly path: FilePath;
  /** When it was seen, Unix ms. */
  readonly at: number;
  /** Undefined for a transcript that is new. */
  readonly was: Seen | undefined;
  readonly judgement: Judgement;
}

/**
 * The change on one line.
 *
 * @param columns the terminal's width, which is kept to as far as it goes; undefined elsewhere: nothing is cut
 */
export async function changeLine(
  { at, path, was, judgement }: Change,
  { columns = Infinity, palette }: { readonly columns: number | undefined; readonly palette: Palette },
): Promise<string> {
  const before = was === undefined ? "new" : was.kind;
  const text = oneLine(lastTextOf(judgement).slice(0, TEXT_MAX * 4)).slice(0, TEXT_MAX);
  const verdict = `${judgement.kind}: ${phraseFor(judgement)}`;
  const clock = clockOf(at) ?? "";
  const whole = escapePath(path);
  await prepareToMeasure(whole + text);
  const room = columns - `${clock}${GAP}${before} -> ${verdict}${GAP}`.length;
  const shown = cutStart(whole, Math.max(room, PATH_COLUMNS_MIN));
  const rest = room - widthOf(shown) - GAP.length;
  const parts = [
    clock,
    `${before} -> ${palette.kind(judgement.kind, verdict)}`,
    shown,
    rest < TEXT_COLUMNS_MIN ? "" : palette.faint(cutEnd(text, rest)),
  ];
  return `${parts.filter((part) => part !== "").join(GAP)}\n`;
}

/** The change as one JSON object on a line: the fields of `check --json`, `time`, and what it `was`. */
export function changeJson(change: Change): string {
  return `${stringify(dataOf(change))}\n`;
}

/** The same as data. */
export function dataOf({ at, path, was, judgement }: Change): Readonly<Record<string, unknown>> {
  const before = was === undefined ? undefined : { kind: was.kind, reason: was.reason };
  return { ...fieldsOf({ path, judgement }), time: isoOf(at), was: before };
}
