/**
 * Text that nobody vouches for, made safe for a terminal. A transcript may hold anything: escape sequences that
 * move the cursor or set a title, overrides that turn text around, characters that cannot be seen. All of them
 * become visible escapes here. Pure.
 */

import { bytesOf } from "./file-path.ts";
import type { FilePath } from "./file-path.ts";

/** Controls (C0, DEL, C1), line and paragraph separators, lone surrogates, and all that is not meant to be seen. */
const UNSAFE = String.raw`[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]`;
/** What a joiner or a variation selector may follow. */
const VISIBLE = String.raw`(?:[\p{L}\p{N}\p{S}#*]|(?![\ufe00-\ufe0f])\p{M})`;
/** Persian, Indic scripts and emoji need these; one of them behind something visible hides nothing. */
const JOINER_IN_PLACE = String.raw`(?<=${VISIBLE})[\u200c\u200d\ufe0e\ufe0f]|(?<=${VISIBLE}\ufe0f)\u200d`;

const UNSAFE_IN_TEXT = new RegExp(`(${JOINER_IN_PLACE})|${UNSAFE}`, "gu");
const UNSAFE_ANYWHERE = new RegExp(UNSAFE, "u");
const PLAIN = /^[\x20-\x7e]*$/;

const NAMES: ReadonlyMap<string, string> = new Map([
  ["\n", String.raw`\n`],
  ["\r", String.raw`\r`],
  ["\t", String.raw`\t`],
]);

/**
 * The text with every unsafe character as an escape: `\n`, `\x1b`, `\u202e`, `\u{e0041}`. For reading, not for
 * parsing: a backslash stays as it is.
 */
export function escapeText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(UNSAFE_IN_TEXT, (char, joiner: string | undefined) => joiner ?? escapeChar(char));
}

/** The text on one line: each run of white space as one space, then escaped. */
export function oneLine(text: string): string {
  return escapeText(text.replaceAll(/\s+/g, " ").trim());
}

/**
 * JSON with every unsafe character as a JSON escape: the same data, and safe to look at.
 *
 * @param json JSON text; what JSON.stringify escapes already stays
 */
export function escapeJson(json: string): string {
  if (PLAIN.test(json)) return json;
  return json.replace(UNSAFE_IN_TEXT, (char, joiner: string | undefined) => joiner ?? escapeUnits(char));
}

/**
 * A path to show, and to paste into a shell: as it is, or, where it is empty or holds anything unsafe or bytes
 * that are no UTF-8, quoted as bash, zsh and ksh read it (`$'a\nb'`).
 */
export function escapePath(path: FilePath): string {
  if (path === "") return "''";
  if (typeof path === "string" && !UNSAFE_ANYWHERE.test(path)) return path;
  return `$'${typeof path === "string" ? escapeForShell(path) : [...utf8Pieces(path)].join("")}'`;
}

function escapeChar(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const name = NAMES.get(char);
  if (name !== undefined) return name;
  if (code < 0x100) return String.raw`\x${code.toString(16).padStart(2, "0")}`;
  return code < 0x10000
    ? String.raw`\u${code.toString(16).padStart(4, "0")}`
    : String.raw`\u{${code.toString(16)}}`;
}

function escapeUnits(char: string): string {
  return char
    .split("")
    .map((unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

/** A path as one word of a command line that a person can paste: quoted only where a shell would take it apart. */
export function shellWord(path: FilePath): string {
  const shown = escapePath(path);
  if (shown.startsWith("$'") || SHELL_PLAIN.test(shown)) return shown;
  return `'${shown.replaceAll("'", String.raw`'\''`)}'`;
}
const SHELL_PLAIN = /^[\w@%+=:,./-]+$/;

function escapeForShell(text: string): string {
  const quoted = text.replaceAll(/['\\]/g, (char) => `\\${char}`);
  return quoted.replaceAll(
    new RegExp(UNSAFE, "gu"),
    (char) => NAMES.get(char) ?? escapeBytes(Buffer.from(char)),
  );
}

function escapeBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.raw`\x${byte.toString(16).padStart(2, "0")}`).join("");
}

/** The bytes of a path, what is UTF-8 as text, the rest as escapes. */
function* utf8Pieces(path: Buffer): Generator<string> {
  const bytes = bytesOf(path);
  // Decoding puts one U+FFFD for each part that is no UTF-8; what stands between them is found again as bytes.
  let at = 0;
  for (const piece of bytes.toString("utf8").split("\ufffd")) {
    const known = Buffer.from(piece);
    const start = known.byteLength === 0 ? at : bytes.indexOf(known, at);
    yield escapeBytes(bytes.subarray(at, start)) + escapeForShell(piece);
    at = start + known.byteLength;
  }
  yield escapeBytes(bytes.subarray(at));
}
