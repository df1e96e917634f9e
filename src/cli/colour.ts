/** Whether to colour, and with what. */

import picocolors from "picocolors";
import type { Kind } from "../transcripts/index.ts";
import type { Io } from "./io.ts";
import type { Output } from "./output.ts";

/** Puts a colour on a text, or leaves it as it is. */
export type Paint = (text: string) => string;

/** What is painted how; nothing is, where colours are not wanted. */
export interface Palette {
  readonly kind: (kind: Kind, text: string) => string;
  readonly trouble: Paint;
  readonly strong: Paint;
  readonly faint: Paint;
}

/**
 * True where output may be coloured: on a terminal that can, or where FORCE_COLOR asks for it; never with
 * NO_COLOR (any value but an empty one), whatever else is set.
 */
export function wantsColour(output: Pick<Output, "isTerminal">, env: Io["env"]): boolean {
  if ((env["NO_COLOR"] ?? "") !== "") return false;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return output.isTerminal && env["TERM"] !== "dumb";
}

/** The palette for a stream. */
export function paletteFor(output: Pick<Output, "isTerminal">, env: Io["env"]): Palette {
  const { green, cyan, yellow, magenta, red, bold, dim } = picocolors.createColors(wantsColour(output, env));
  const kinds = { terminal: green, parked: cyan, unfinished: yellow, indeterminate: magenta };
  return { kind: (kind, text) => kinds[kind](text), trouble: red, strong: bold, faint: dim };
}
