/**
 * OpenClaw transcripts of any size, as the program writes them, made up from a seed: several turns, tools whose
 * output is small mostly and large at times. Source of the shapes: formats.md, "OpenClaw and pi", and the recordings.
 */

import { claudeCodeLines, uuidFrom } from "./claude-code-transcript.ts";
import type { ClaudeCodePlan } from "./claude-code-transcript.ts";
import { Random } from "./random.ts";
import { ToolOutput, sentence } from "./tool-output.ts";

/** How the last turn ends: with an answer, in a tool call, with a tool's result, or in a wait for others. */
export type Ending = "answer" | "open-call" | "tool-result" | "yield";

/** What a transcript is to be like. */
export interface TranscriptPlan {
  /** How large it gets, bytes; a little more, since the last turn is whole. */
  readonly bytesMin: number;
  /** `several`: each with an answer. `one`: a single input, and work without end. */
  readonly turns: "several" | "one";
  readonly ending: Ending;
  /** Transcripts of one such seed have the same last {@link ALIKE_CALLS} calls, whatever their size: to compare them. */
  readonly endSeed?: number;
}

const STARTED_AT = Date.parse("2026-11-01T10:00:00Z");
const TOOLS = ["exec", "read", "edit", "grep", "web_fetch"];
/** A turn needs so many calls of tools. */
const CALLS_MIN = 2;
const CALLS_MAX = 14;
const ALIKE_CALLS = 20;

/** Makes transcripts; one for all files of a run, since preparing the tool output takes a moment. */
export class TranscriptMaker {
  #random: Random;
  readonly #output: ToolOutput;
  #parent = "";
  #now = STARTED_AT;

  constructor(random: Random) {
    this.#random = random;
    this.#output = new ToolOutput(random);
  }

  /** One transcript, as lines, each with its LF. */
  *lines({ bytesMin, turns, ending, endSeed }: TranscriptPlan): Generator<string, void, undefined> {
    let bytes = 0;
    for (const line of this.#start()) {
      bytes += line.length;
      yield line;
    }
    for (;;) {
      for (const line of this.#turn(bytesMin - bytes, turns === "one" ? Infinity : undefined)) {
        bytes += line.length;
        yield line;
      }
      if (bytes >= bytesMin) break;
      yield this.#assistant("stop", text(this.#prose(40)));
    }
    const random = this.#random;
    if (endSeed !== undefined) {
      this.#random = new Random(endSeed);
      if (turns === "several") yield this.#assistant("stop", text(this.#prose(40)));
      yield* turns === "several" ? this.#turn(Infinity, ALIKE_CALLS) : this.#calls(Infinity, ALIKE_CALLS);
    }
    yield* this.#last(ending);
    this.#random = random;
  }

  /** The same for Claude Code, of the same tools' output. */
  claudeCodeLines(plan: ClaudeCodePlan): Generator<string, void, undefined> {
    return claudeCodeLines(plan, this.#random, this.#output);
  }

  /** A UUID out of the same chance. */
  uuid(): string {
    return uuidFrom(this.#random);
  }

  /** A tool's result of so many bytes on one line, more than is parsed, and the answer behind it; in pieces. */
  *withHugeLine(bytes: number): Generator<string, void, undefined> {
    yield* this.#start();
    const id = this.#callId();
    yield this.#user();
    yield this.#assistant("toolUse", call(id, "read"));
    // In pieces: no JavaScript string is longer than half a gigabyte.
    const [before, after] = this.#resultAround(id, "read");
    yield before;
    for (let made = 0; made < bytes;) {
      const piece = this.#outputOf(1024 * 1024);
      made += piece.length;
      yield piece;
    }
    yield after;
    yield this.#assistant("stop", text(this.#prose(40)));
  }

  *#start(): Generator<string, void, undefined> {
    this.#parent = "";
    this.#now = STARTED_AT;
    const id = `${this.#random.hex(8)}-0000-4000-8000-${this.#random.hex(12)}`;
    yield `{"type":"session","version":3,"id":"${id}","timestamp":"${this.#time()}","cwd":"/home/user/app"}\n`;
    yield this.#entry("model_change", `"provider":"anthropic","modelId":"claude-sonnet-4-5"`);
    yield this.#entry("thinking_level_change", `"thinkingLevel":"medium"`);
  }

  /** An input, and work with tools, as long as there is room. */
  *#turn(room: number, calls = this.#random.whole(CALLS_MIN, CALLS_MAX)): Generator<string, void, undefined> {
    yield this.#user();
    yield* this.#calls(room, calls);
  }

  *#calls(room: number, calls: number): Generator<string, void, undefined> {
    let bytes = 0;
    for (let left = calls; left > 0 && bytes < room; left -= 1) {
      for (const line of this.#work(room - bytes)) {
        bytes += line.length;
        yield line;
      }
    }
  }

  /** One call of a tool, and its result, of not more than so many bytes. */
  *#work(room: number): Generator<string, void, undefined> {
    const [id, tool] = [this.#callId(), this.#random.pick(TOOLS)];
    const thought = `{"type":"thinking","thinking":"${this.#prose(30)}","thinkingSignature":"${this.#random.hex(64)}"}`;
    const said = this.#random.next() < 0.4 ? `,${text(this.#prose(12))}` : "";
    yield this.#assistant("toolUse", `${thought}${said},${call(id, tool)}`);
    yield this.#result(id, tool, this.#outputOf(Math.min(this.#outputBytes(), room)));
  }

  *#last(ending: Ending): Generator<string, void, undefined> {
    const [id, other] = [this.#callId(), this.#callId()];
    yield this.#assistant("toolUse", call(id, "exec"));
    yield this.#result(id, "exec", this.#outputOf(1_000));
    switch (ending) {
      case "answer":
        yield this.#assistant("stop", text(this.#prose(120)));
        break;
      case "open-call":
        yield this.#assistant("toolUse", `${text(this.#prose(12))},${call(other, "exec")}`);
        break;
      case "tool-result":
        yield* this.#work(20_000);
        break;
      case "yield":
        yield this.#assistant("toolUse", `${text(this.#prose(12))},${call(other, "sessions_yield")}`);
        yield this.#result(other, "sessions_yield", String.raw`{\"status\":\"yielded\"}`);
        yield this.#entry(
          "custom_message",
          `"customType":"openclaw.sessions_yield","content":"Turn yielded.","display":false`,
        );
        break;
      default:
        ending satisfies never;
    }
  }

  #user(): string {
    return this.#message(`"role":"user","content":[${text(this.#prose(60))}]`);
  }

  #assistant(stop: string, blocks: string): string {
    const tokens = this.#random.whole(900, 90_000);
    const usage = `{"input":${tokens},"output":${this.#random.whole(20, 900)},"cacheRead":${tokens},"cacheWrite":0,"totalTokens":${tokens * 2}}`;
    return this.#message(
      `"role":"assistant","content":[${blocks}],"api":"anthropic-messages","provider":"anthropic","model":"claude-sonnet-4-5","usage":${usage},"stopReason":"${stop}"`,
    );
  }

  #result(id: string, tool: string, output: string): string {
    return this.#resultAround(id, tool).join(output);
  }

  #resultAround(id: string, tool: string): readonly [string, string] {
    const line = this.#message(
      `"role":"toolResult","toolCallId":"${id}","toolName":"${tool}","content":[{"type":"text","text":"OUTPUT"}],"isError":false`,
    );
    const [before = "", after = ""] = line.split("OUTPUT");
    return [before, after];
  }

  #message(fields: string): string {
    return this.#entry("message", `"message":{${fields},"timestamp":${this.#now + 1_000}}`);
  }

  #entry(type: string, fields: string): string {
    this.#now += this.#random.whole(500, 9_000);
    const id = this.#random.hex(8);
    const parent = this.#parent === "" ? "null" : `"${this.#parent}"`;
    this.#parent = id;
    return `{"type":"${type}","id":"${id}","parentId":${parent},"timestamp":"${this.#time()}",${fields}}\n`;
  }

  /** Mostly a screenful; at times a file; seldom a log. */
  #outputBytes(): number {
    const kind = this.#random.next();
    if (kind < 0.7) return this.#random.whole(50, 3_000);
    return kind < 0.97 ? this.#random.whole(3_000, 30_000) : this.#random.whole(30_000, 200_000);
  }

  #outputOf(bytes: number): string {
    return this.#output.of(bytes, this.#random);
  }

  #prose(words: number): string {
    return sentence(this.#random, this.#random.whole(Math.ceil(words / 2), words));
  }

  #callId(): string {
    return `toolu_01${this.#random.hex(22)}`;
  }

  #time(): string {
    return new Date(this.#now).toISOString();
  }
}

function text(words: string): string {
  return `{"type":"text","text":"${words}"}`;
}

function call(id: string, tool: string): string {
  const args = `{"command":"npm test -- --reporter=dot","path":"src/index.ts"}`;
  return `{"type":"toolCall","id":"${id}","name":"${tool}","arguments":${args}}`;
}
