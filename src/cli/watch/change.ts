/** One change of a verdict, as it is told: a line for people, or a JSON object. */

import stringify from "fast-json-stable-stringify";
import type { Judgement } from "../../transcripts/index.ts";
import type { Palette } from "../colour.ts";
import { escapePath, oneLine } from "../escape.ts";
import type { FilePath } from "../file-path.ts";
import { fieldsOf } from "../judged.ts";
import { lastTextOf, phraseFor } from "../phrases.ts";
import { clockOf, isoOf } from "../times.ts";
import type { Seen } from "./verdicts.ts";

/** So much of the last text is told, characters. */
const TEXT_MAX = 120;

/** A verdict that is not what it was. */
export interface Change {
  readonly path: FilePath;
  /** When it was seen, Unix ms. */
  readonly at: number;
  /** Undefined for a transcript that is new. */
  readonly was: Seen | undefined;
  readonly judgement: Judgement;
}

/** The change on one line. */
export function changeLine({ at, path, was, judgement }: Change, palette: Palette): string {
  const before = was === undefined ? "new" : was.kind;
  const text = oneLine(lastTextOf(judgement).slice(0, TEXT_MAX * 4)).slice(0, TEXT_MAX);
  const verdict = palette.kind(judgement.kind, `${judgement.kind}: ${phraseFor(judgement)}`);
  const parts = [clockOf(at) ?? "", `${before} -> ${verdict}`, escapePath(path), palette.faint(text)];
  return `${parts.filter((part) => part !== "").join("  ")}\n`;
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
