/**
 * Claude Code transcripts of any size, as the program writes them, made up from chance: one row a block, turns with
 * tools, and an end. Source of the shapes: formats.md, "Claude Code", and the recordings of 2.1.332. Pure.
 */

import type { Random } from "./random.ts";
import { sentence } from "./tool-output.ts";
import type { ToolOutput } from "./tool-output.ts";

/** What a transcript is to be like. */
export interface ClaudeCodePlan {
  /** A UUID, and the file's name. */
  readonly session: string;
  /** How large it gets, bytes; a little more, since the last turn is whole. */
  readonly bytesMin: number;
  /** With an answer, in a tool call, or with a tool's result. */
  readonly ending: "answer" | "open-call" | "tool-result";
}

/** The folder of the project that they belong to, as Claude Code spells it. */
export const PROJECT_FOLDER = "-home-user-app";

const STARTED_AT = Date.parse("2026-11-01T10:00:00Z");
const CALLS_MAX = 14;
const USAGE = `{"input_tokens":4,"cache_creation_input_tokens":312,"cache_read_input_tokens":18400,"output_tokens":96}`;

/** One transcript, as lines, each with its LF. */
export function* claudeCodeLines(
  { session, bytesMin, ending }: ClaudeCodePlan,
  random: Random,
  output: ToolOutput,
): Generator<string, void, undefined> {
  const rows = new Rows(session, random);
  let bytes = 0;
  while (bytes < bytesMin) {
    const turn = [rows.user(JSON.stringify(sentence(random, 30)))];
    for (let left = random.whole(2, CALLS_MAX); left > 0; left -= 1) {
      // Mostly a screenful; at times a file.
      const length = random.next() < 0.8 ? random.whole(50, 3_000) : random.whole(3_000, 40_000);
      turn.push(rows.call(), rows.result(output.of(Math.min(length, bytesMin), random)));
    }
    turn.push(rows.answer());
    for (const line of turn) {
      bytes += line.length;
      yield line;
    }
  }
  if (ending === "answer") return;
  yield rows.user(JSON.stringify(sentence(random, 30)));
  yield rows.call();
  if (ending === "tool-result") yield rows.result(output.of(900, random));
}

/** Rows that hang one on the other. */
class Rows {
  readonly #session: string;
  readonly #random: Random;
  #parent = "null";
  #call = "";
  #now = STARTED_AT;

  constructor(session: string, random: Random) {
    this.#session = session;
    this.#random = random;
  }

  /** @param content JSON */
  user(content: string, more = ""): string {
    return this.#row("user", `{"role":"user","content":${content}}`, more);
  }

  call(): string {
    this.#call = `toolu_01${this.#random.hex(22)}`;
    const input = `{"command":"npm test -- --reporter=dot","description":"Run the tests"}`;
    return this.#assistant(
      "tool_use",
      `{"type":"tool_use","id":"${this.#call}","name":"Bash","input":${input}}`,
    );
  }

  /** @param output as it stands in a JSON string */
  result(output: string): string {
    const content = `[{"tool_use_id":"${this.#call}","type":"tool_result","content":"${output}","is_error":false}]`;
    const told = `,"toolUseResult":{"stdout":"${output}","stderr":"","interrupted":false,"isImage":false}`;
    return this.user(content, told);
  }

  answer(): string {
    return this.#assistant("end_turn", `{"type":"text","text":"${sentence(this.#random, 80)}"}`);
  }

  #assistant(stop: string, block: string): string {
    const id = `msg_01${this.#random.hex(22)}`;
    const message = `{"model":"claude-sonnet-4-5","id":"${id}","type":"message","role":"assistant","content":[${block}],"stop_reason":"${stop}","stop_sequence":null,"usage":${USAGE}}`;
    return this.#row("assistant", message, `,"requestId":"req_01${this.#random.hex(22)}"`);
  }

  #row(type: string, message: string, more: string): string {
    this.#now += this.#random.whole(500, 9_000);
    const parent = this.#parent;
    const uuid = uuidFrom(this.#random);
    this.#parent = `"${uuid}"`;
    return `{"parentUuid":${parent},"isSidechain":false,"type":"${type}","message":${message}${more},"uuid":"${uuid}","timestamp":"${new Date(this.#now).toISOString()}","userType":"external","entrypoint":"cli","cwd":"/home/user/app","sessionId":"${this.#session}","version":"2.1.332","gitBranch":"main"}\n`;
  }
}

/** A UUID of the fourth kind. */
export function uuidFrom(random: Random): string {
  return `${random.hex(8)}-${random.hex(4)}-4${random.hex(3)}-a${random.hex(3)}-${random.hex(12)}`;
}
