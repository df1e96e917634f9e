/**
 * Where a text stops being JSON. The parser says that it fails, and on Node 20 often not where: so the text is gone
 * through once more, by hand, and only then. Pure; knows no depth limit, since it keeps its own stack.
 */

/** The first place that is no JSON. */
export interface JsonFault {
  /** Characters from the start. */
  readonly offset: number;
  /** From 1. */
  readonly line: number;
  /** Characters, from 1. */
  readonly column: number;
  /** True where the text ends too early: what is there so far may be the beginning of a whole one. */
  readonly atEnd: boolean;
}

/** What may stand next. */
type Expecting = "value" | "value-or-]" | "key" | "key-or-}" | "colon" | "comma-or-end";

const SPACE = /[ \t\n\r]*/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
/** A scalar that the end of the text cut. */
const CUT_SCALAR = /(?:-?|-?(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][+-]?)?|t(?:ru?)?|f(?:al?s?)?|n(?:ul?)?)$/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const CUT_ESCAPE = /\\(?:u[\da-fA-F]{0,3})?$/y;

/**
 * The first place where the text is no JSON.
 *
 * @param text one that `JSON.parse` refuses; for any other the answer is its end
 */
export function findJsonFault(text: string): JsonFault {
  const open: ("{" | "[")[] = [];
  let expecting: Expecting = "value";
  let at = 0;
  for (;;) {
    at = skip(SPACE, text, at) ?? at;
    if (at >= text.length) return faultAt(text, text.length, true);
    const char = text.charAt(at);
    const inside = open.at(-1);
    if (expecting === "comma-or-end") {
      if (inside === undefined) return faultAt(text, at, false);
      if (char === ",") expecting = inside === "{" ? "key" : "value";
      else if (char === (inside === "{" ? "}" : "]")) open.pop();
      else return faultAt(text, at, false);
      at += 1;
    } else if (expecting === "colon") {
      if (char !== ":") return faultAt(text, at, false);
      expecting = "value";
      at += 1;
    } else if ((expecting === "key-or-}" && char === "}") || (expecting === "value-or-]" && char === "]")) {
      open.pop();
      expecting = "comma-or-end";
      at += 1;
    } else if ((expecting === "value" || expecting === "value-or-]") && (char === "{" || char === "[")) {
      open.push(char);
      expecting = char === "{" ? "key-or-}" : "value-or-]";
      at += 1;
    } else {
      const isKey: boolean = expecting === "key" || expecting === "key-or-}";
      const end: number | JsonFault = char === '"' ? stringEnd(text, at) : scalarEnd(text, at, isKey);
      if (typeof end !== "number") return end;
      expecting = isKey ? "colon" : "comma-or-end";
      at = end;
    }
  }
}

/** The index behind the scalar that starts here, or its fault. */
function scalarEnd(text: string, start: number, isKey: boolean): number | JsonFault {
  if (isKey) return faultAt(text, start, false);
  if (skip(CUT_SCALAR, text, start) !== undefined) return faultAt(text, text.length, true);
  return skip(SCALAR, text, start) ?? faultAt(text, start, false);
}

/** The index behind the string that starts here, or its fault. By hand: a pattern's stack would not hold megabytes. */
function stringEnd(text: string, start: number): number | JsonFault {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code < FIRST_PRINTABLE) return faultAt(text, at, false);
    if (code === BACKSLASH) {
      const end = skip(ESCAPE, text, at);
      if (end === undefined) {
        const cut = skip(CUT_ESCAPE, text, at) !== undefined;
        return faultAt(text, cut ? text.length : at, cut);
      }
      at = end;
    } else at += 1;
  }
  return faultAt(text, text.length, true);
}
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;

/** Where the pattern's match at this place ends. */
function skip(pattern: RegExp, text: string, at: number): number | undefined {
  const sticky = pattern;
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : undefined;
}

function faultAt(text: string, offset: number, atEnd: boolean): JsonFault {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { offset, line: before.split("\n").length, column: offset - lineStart + 1, atEnd };
}
