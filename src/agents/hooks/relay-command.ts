/**
 * The command that settings register for an event: how it is written, and how a relay's is told from anybody else's. Only
 * plain words are known, quoted or not, and our own way to run apart: what holds more shell than that is nobody's that we
 * know. Pure.
 */

import { isAbsolute, join } from "node:path";
import { quoted } from "../events/relay-findings.ts";

/** Who is started for an event. */
export type RelayProgram =
  /** The project's own dependency: the same text on every machine, since the host says where the project is. */
  | { readonly kind: "dependency" }
  /** This Node and this file: whatever the hook's PATH is. */
  | { readonly kind: "files"; readonly node: string; readonly script: string };

/** A relay's command, taken apart. */
export interface RegisteredRelay {
  /** Whose relay it is. What bmad-loop registers is known too, and left to bmad-loop. */
  readonly of: "lastword" | "bmad-loop";
  /** What is started, with the project's folder put in: an interpreter and a script, or a program. */
  readonly words: readonly [string, ...string[]];
  /** The event that it says it relays. */
  readonly event: string;
}

/** What the host calls the project's folder, in a hook's environment. */
export const PROJECT_VARIABLE = "CLAUDE_PROJECT_DIR";

/** A hook, as the settings have it. */
export interface RelayHook {
  readonly type: "command";
  readonly command: string;
  /** Seconds. */
  readonly timeout?: number;
}

/**
 * Claude Code 2.1.332 gives all hooks of a SessionEnd 1.5 seconds, unless an entry asks for more (seen: one of 1.8 seconds
 * was ended). On a loaded machine a program needs as long to start.
 */
const SESSION_END_S = 30;

/** The hook to register for an event. */
export function relayHook(program: RelayProgram, event: string): RelayHook {
  const hook = { type: "command", command: relayCommand(program, event) } as const;
  return event === "SessionEnd" ? { ...hook, timeout: SESSION_END_S } : hook;
}

/**
 * The host does not wait for a StopFailure's hooks: it ends, and ends them with it (seen in 2.1.332: SIGTERM to the shell and
 * all that it waits for, within half a second). What the shell has put into the background by then lives on; its standard
 * input must be handed to it by name, since a shell gives it none.
 */
const APART = { before: "{ ", behind: " <&3 >/dev/null 2>&1 & } 3<&0" } as const;

/** True for a command that hands its work on, and is done before the work is. */
export function runsApart(command: string): boolean {
  const text = command.trim();
  return text.startsWith(APART.before) && text.endsWith(APART.behind);
}

/** The command, as a shell takes it, from any folder. */
export function relayCommand(program: RelayProgram, event: string): string {
  const start =
    program.kind === "dependency"
      ? `"$${PROJECT_VARIABLE}"/node_modules/.bin/lastword`
      : `${quoted(program.node)} ${quoted(program.script)}`;
  const command = `${start} hook relay ${event}`;
  return event === "StopFailure" ? `${APART.before}${command}${APART.behind}` : command;
}

/**
 * The command, taken apart; undefined where it is no relay's that is known.
 *
 * @param project the project's folder
 * @param self this program's file: ours wherever it lies
 */
export function readRelayCommand(
  command: string,
  project: string,
  self?: string,
): RegisteredRelay | undefined {
  const plain = runsApart(command)
    ? command.trim().slice(APART.before.length, -APART.behind.length)
    : command;
  const words = wordsOf(plain, project) ?? [];
  const event = words.at(-1);
  if (event === undefined) return undefined;
  const own = before(words, "hook", "relay");
  if (own !== undefined && isOurs(own.at(-1) ?? "", self)) return { of: "lastword", words: own, event };
  const loops = before(words, "relay") ?? before(words);
  const isLoops = loops !== undefined && LOOPS.test(loops.at(-1) ?? "");
  return isLoops ? { of: "bmad-loop", words: loops, event } : undefined;
}

/** What stands before these words and the event; undefined where nothing does. */
function before(
  words: readonly string[],
  ...verbs: readonly string[]
): readonly [string, ...string[]] | undefined {
  const end = words.length - verbs.length - 1;
  const [first, ...rest] = words.slice(0, Math.max(0, end));
  if (first === undefined || verbs.some((verb, index) => words[end + index] !== verb)) return undefined;
  return [first, ...rest];
}

/** By its name, by the package's folder that it lies in, or as this very file. */
function isOurs(program: string, self: string | undefined): boolean {
  if (self !== undefined && isAbsolute(program) && join(program) === join(self)) return true;
  return /(?:^|[\\/])lastword(?:\.cmd|\.js|@[\w.^~-]+|[\\/]dist[\\/]cli\.js)?$/i.test(program);
}

/** The script that bmad-loop puts into a project, or its own command. */
const LOOPS = /(?:^|[\\/])(?:bmad_loop_hook\.py|bmad-loop)$/;

const PLAIN = /[\w./:@%+=,~^\\-]+/y;
const SINGLE = /'([^']*)'/y;
const DOUBLE = /"([^"`]*)"/y;
const ESCAPED = /\\'/y;
const VARIABLE = new RegExp(String.raw`\$(?:\{${PROJECT_VARIABLE}\}|${PROJECT_VARIABLE}\b)`, "y");
const SPACE = /[ \t]+/y;
/** A command of ours is a path or two and three words. */
const COMMAND_CHARS_MAX = 16_384;

/** The words of a command that is nothing but words; undefined for one that is more. */
function wordsOf(command: string, project: string): readonly string[] | undefined {
  if (command.length > COMMAND_CHARS_MAX) return undefined;
  const words: string[] = [];
  let word: string | undefined;
  let at = 0;
  const text = command.trim();
  const match = (pattern: RegExp): RegExpExecArray | undefined => {
    const sticky = pattern;
    sticky.lastIndex = at;
    const found = sticky.exec(text);
    if (found !== null) at = sticky.lastIndex;
    return found ?? undefined;
  };
  while (at < text.length) {
    if (match(SPACE) !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    const piece = nextPiece(match, project);
    if (piece === undefined) return undefined;
    word = (word ?? "") + piece;
  }
  return word === undefined ? words : [...words, word];
}

function nextPiece(
  match: (pattern: RegExp) => RegExpExecArray | undefined,
  project: string,
): string | undefined {
  const single = match(SINGLE)?.[1];
  if (single !== undefined) return single;
  const double = match(DOUBLE)?.[1];
  // Of variables in double quotes the host's alone is known.
  if (double !== undefined) return withoutVariables(double, project);
  if (match(VARIABLE) !== undefined) return project;
  if (match(ESCAPED) !== undefined) return "'";
  return match(PLAIN)?.[0];
}

function withoutVariables(text: string, project: string): string | undefined {
  const put = text.replaceAll(new RegExp(VARIABLE.source, "g"), () => project.replaceAll("$", "\0"));
  return put.includes("$") ? undefined : put.replaceAll("\0", "$");
}
