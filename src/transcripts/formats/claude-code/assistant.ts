/**
 * Assistant rows: one for each content block of a message, merged by `message.id`. How the message stopped is
 * recorded differently by version: on no row, on the last, on every one (formats.md, the table of versions). Pure
 * but for the messages it is in the middle of.
 */

import type { Assistant, Position, Stop, ToolCall } from "../../event.ts";
import { asObject, asString } from "../../json.ts";
import type { JsonObject } from "../../json.ts";
import { hasCallMarkup, visibleText } from "../../text.ts";
import { blocksOf } from "./row.ts";

/** Messages whose blocks may still come. */
const OPEN_MESSAGES_MAX = 8;
/** Blocks of one message, and characters of its text, that are merged. What goes on further is read as a new one. */
const BLOCKS_MAX = 512;
const TEXT_CHARS_MAX = 4 * 1024 * 1024;

const STOPS: ReadonlyMap<string, Stop> = new Map([
  ["end_turn", "final"],
  ["tool_use", "tool-use"],
  ["max_tokens", "length"],
]);

/** Tools that start a subagent: in the background, where they are asked to. */
const AGENT_TOOLS: ReadonlySet<string> = new Set(["Agent", "Task"]);
/** Tools whose work outlives the turn by its nature. */
export const LAUNCHING_TOOLS: ReadonlySet<string> = new Set(["Monitor", "ScheduleWakeup"]);

/** What the host writes in the model's name when a session is resumed without a prompt. */
const ON_RESUME = "No response requested.";

interface Parts {
  readonly texts: string[];
  readonly calls: ToolCall[];
  stop: Stop;
  textChars: number;
}

/** Merges rows to messages. */
export class Messages {
  readonly #open = new Map<string, Parts>();

  /** The whole message so far, with this row's block in it. */
  merge(row: JsonObject, at: Position): Assistant {
    const message = asObject(row["message"]) ?? {};
    const id = asString(message["id"]);
    const parts = this.#partsOf(id);
    for (const block of blocksOf(message["content"])) {
      const text = block["type"] === "text" ? asString(block["text"]) : undefined;
      if (text !== undefined) {
        parts.texts.push(text);
        parts.textChars += text.length;
      }
      if (block["type"] === "tool_use") parts.calls.push(callOf(block));
    }
    const aborted = row["isAbortedMidStream"] === true || message["isAbortedMidStream"] === true;
    parts.stop = aborted ? "aborted" : laterStop(parts.stop, stopOf(message["stop_reason"]));
    const text = visibleText(parts.texts);
    return {
      kind: "assistant",
      at,
      ...(id === undefined ? {} : { messageId: id }),
      author: message["model"] === "<synthetic>" || text === ON_RESUME ? "host" : "model",
      text,
      form: hasCallMarkup(text) ? "call-markup" : "answer",
      calls: [...parts.calls],
      stop: parts.stop,
      relayed: false,
    };
  }

  /** An input came: a message whose id is used again behind it is another one. */
  close(): void {
    this.#open.clear();
  }

  #partsOf(id: string | undefined): Parts {
    const known = id === undefined ? undefined : this.#open.get(id);
    if (known !== undefined && !isFull(known)) return known;
    const parts: Parts = { texts: [], calls: [], stop: "not-recorded", textChars: 0 };
    if (id === undefined) return parts;
    this.#open.delete(id);
    this.#open.set(id, parts);
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= OPEN_MESSAGES_MAX) break;
      this.#open.delete(oldest);
    }
    return parts;
  }
}

function isFull({ texts, calls, textChars }: Parts): boolean {
  return texts.length + calls.length >= BLOCKS_MAX || textChars >= TEXT_CHARS_MAX;
}

function callOf(block: JsonObject): ToolCall {
  const name = asString(block["name"]) ?? "";
  const call = { id: asString(block["id"]), name };
  const agent = AGENT_TOOLS.has(name) && asObject(block["input"])?.["run_in_background"] === true;
  return agent || LAUNCHING_TOOLS.has(name) ? { ...call, launches: true } : call;
}

function stopOf(reason: unknown): Stop {
  if (reason === null || reason === undefined) return "not-recorded";
  return (typeof reason === "string" ? STOPS.get(reason) : undefined) ?? "not-final";
}

/** One message stops in one way. Where its rows disagree, it is not final; nor where the newest says nothing. */
function laterStop(before: Stop, now: Stop): Stop {
  if (now === "not-recorded") return before === "final" ? now : before;
  return now === "final" && before !== "not-recorded" ? before : now;
}
