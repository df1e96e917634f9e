/** Standard input as lines, each with its number. A line that is too long is told, and never held whole. */

import { StringDecoder } from "node:string_decoder";
import type { Source } from "./io.ts";

/** A line, without its line end. */
export type InputLine =
  | { readonly kind: "line"; readonly number: number; readonly text: string }
  | { readonly kind: "too-long"; readonly number: number };

/**
 * The lines of a source; the last one needs no line end.
 *
 * @param lengthMax a longer one is skipped, characters
 */
export async function* linesOf(source: Source, lengthMax: number): AsyncGenerator<InputLine> {
  const decoder = new StringDecoder("utf8");
  let [number, rest, isTooLong] = [0, "", false];
  const next = (text: string): InputLine => {
    number += 1;
    const line: InputLine = isTooLong ? { kind: "too-long", number } : { kind: "line", number, text };
    isTooLong = false;
    return line;
  };
  for await (const chunk of source) {
    const pieces = (typeof chunk === "string" ? chunk : decoder.write(Buffer.from(chunk))).split("\n");
    const last = pieces.pop() ?? "";
    for (const piece of pieces) {
      isTooLong ||= rest.length + piece.length > lengthMax;
      yield next(isTooLong ? "" : rest + piece);
      rest = "";
    }
    isTooLong ||= rest.length + last.length > lengthMax;
    rest = isTooLong ? "" : rest + last;
  }
  if (rest !== "" || isTooLong) yield next(rest);
}
