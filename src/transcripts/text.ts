/** The visible text of a message: what a reader of the answer would see. Pure. */

const THOUGHT_OPENING = /<think(?:ing)?>/gi;
const THOUGHT_CLOSING = /<\/think(?:ing)?>/gi;
const OPEN_THOUGHT = /^\s*<think(?:ing)?>/i;
const FINAL_OPENING = /^\s*<final>/i;
const FINAL_CLOSING = /<\/final>\s*$/i;
/** Nothing but controls, format characters and spaces. */
const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Z}]*$/u;

/**
 * Joins text blocks with LF and takes away what is not for the reader: closed `<think>` blocks (an unclosed
 * one at the start hides everything), and `<final>` tags at the edges. Trimmed. Source: formats.md, "Silent
 * replies"; design.md, "`text`".
 */
export function visibleText(blocks: readonly string[]): string {
  const joined = blocks.length === 1 ? (blocks[0] ?? "") : blocks.join("\n");
  // Most texts have no tag at all, and no need of five searches for one.
  if (!joined.includes("<")) return seen(joined);
  const spoken = withoutThoughts(joined);
  const bare = spoken.replace(FINAL_OPENING, "");
  if (OPEN_THOUGHT.test(spoken) || OPEN_THOUGHT.test(bare)) return "";
  return seen(bare.replace(FINAL_CLOSING, ""));
}

/** Nothing, where a reader would see nothing: spaces, and characters that are only there to join or to part others. */
function seen(text: string): string {
  const trimmed = text.trim();
  return INVISIBLE.test(trimmed) ? "" : trimmed;
}

/** One pass. A single expression for both tags would look for the end again behind every opening one. */
function withoutThoughts(text: string): string {
  let kept = "";
  let from = 0;
  for (const { index } of text.matchAll(THOUGHT_OPENING)) {
    if (index < from) continue;
    THOUGHT_CLOSING.lastIndex = index;
    const closing = THOUGHT_CLOSING.exec(text);
    if (closing === null) break;
    kept += text.slice(from, index);
    from = closing.index + closing[0].length;
  }
  return kept + text.slice(from);
}

/** A code fence, up to its end or the text's. None of the parts can match the same run of marks in two ways. */
const FENCE =
  /^ {0,3}(`{3,}(?!`)(?=[^\n`]*\n)|~{3,}(?!~))[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|$(?![\s\S]))/gm;
const INLINE_CODE = /`[^`\n]*`/g;
/** Tags that vendors put around a call: bare, with a namespace, or with a word before. */
const CALL_TAG =
  /<(?:[\w-]{1,32}:|｜\w{1,16}｜|\w{1,32}_)?(?:tool_calls?|function_calls?|tool_use|invoke)\b[^<>]*>/i;
/** Tool calls in the prose forms that models are known to write when their call is not understood. */
const CALL_MARKUP: readonly RegExp[] = [
  CALL_TAG,
  /<(?:function|tool)(?:=| name=)"?[\w.-]+"?>/i,
  /<\|(?:tool_call|python_tag|call\|>|channel\|>commentary to=)/i,
  /\[\/?TOOL_(?:CALLS?|REQUEST)\]/,
  /\[tool[ _](?:call|use): ?[\w.:-]/i,
  /<｜tool▁calls?▁begin｜>/,
  /\bto=functions\.\w/,
  /\bdefault_api[.:]\w{1,64} ?[({]/,
  /^[ \t]{0,8}Action:[^\n]{1,200}\n[ \t]{0,8}Action Input:/m,
];
/** The same as JSON, alone or on a line of its own behind a sentence; every run has its limit, or it would be slow. */
const JSON_CALL: readonly RegExp[] = [
  /^\s*(?:\[\s*)?\{\s*"(?:name|tool|tool_name|function)"\s*:\s*"[\w.:-]+"\s*,\s*"(?:arguments|parameters|input|args)"\s*:\s*[{"[]/,
  /^[ \t]{0,8}\[?\{\s{0,8}"name"\s{0,2}:\s{0,2}"[\w.:-]{1,64}"\s{0,2},\s{0,8}"(?:arguments|parameters)"\s{0,2}:\s{0,2}[{"]/m,
  /^[ \t]{0,8}\{\s{0,8}"(?:tool_calls"\s{0,2}:\s{0,2}\[|function_call"\s{0,2}:\s{0,2}\{)/m,
  /^[ \t]{0,8}\[?\{\s{0,8}"type"\s{0,2}:\s{0,2}"(?:function|function_call|tool_use|tool_call|toolCall|toolUse)"\s{0,2},/m,
  /^[ \t]{0,8}(?:exec|bash|shell|process|read|write|edit|message|sessions_\w{1,32}) ?\{\s?"\w{1,40}"\s?:/m,
];

/**
 * True where the text is, or holds, a tool call written as prose outside a code fence. Such a message asked
 * for a tool and got none: it is no answer.
 */
export function hasCallMarkup(text: string): boolean {
  if (!/[<[{]/.test(text)) return false;
  const prose = text.replace(FENCE, "").replace(INLINE_CODE, "");
  return [...CALL_MARKUP, ...JSON_CALL].some((form) => form.test(prose));
}
