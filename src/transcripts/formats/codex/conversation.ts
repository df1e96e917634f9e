/**
 * What is said and done in a rollout, to events: items, outputs, inputs, the ends of turns. Whose records they are
 * is settled before (reader.ts). Stateful; its parts are bounded. Source: formats.md, "Codex CLI".
 *
 * What the model says is on disk before the response is whole, so that no item proves an end: only the turn's
 * `task_complete` does.
 */

import type { Event, Position, Stop } from "../../event.ts";
import { asObject, asString } from "../../json.ts";
import type { JsonObject } from "../../json.ts";
import { visibleText } from "../../text.ts";
import { letterIn } from "./agents.ts";
import { isQuiet } from "./quiet.ts";
import { textsOf, turnOf } from "./record.ts";
import type { RolloutRecord } from "./record.ts";
import { Speech, formOf } from "./speech.ts";
import type { Spoken } from "./speech.ts";
import { CallMemory, callOf } from "./tools.ts";
import { TurnTracker } from "./turn.ts";
import { isAsking, readUserMessage } from "./user.ts";
import { BackgroundWork, SPAWN_TOOL } from "./work.ts";

const OUTPUT_ITEMS: ReadonlySet<string> = new Set([
  "function_call_output",
  "custom_tool_call_output",
  "local_shell_call_output",
  "tool_search_output",
]);

export class Conversation {
  readonly #turn: TurnTracker;
  readonly #speech = new Speech();
  readonly #work = new BackgroundWork();
  readonly #calls = new CallMemory();
  /** False where a call of the turn may stand before what is in view. */
  #callsInView: boolean;
  /** True once the beginning of the current message is in view. */
  #messageBegun: boolean;
  /** True while the last words known are those of a message whose beginning is not in view. */
  #cutWords = false;
  #cutWordsBefore = false;
  #unsure = false;
  /** Words of an event, in a turn that may be over, that no item has repeated yet. */
  #unconfirmed: string | undefined;
  /** The turn's last recap of the history, which is no answer, whoever says it is. */
  #recap: string | undefined;
  /** Set by the reader: whether this writer is known to record the ends of turns. */
  provesEnd = false;

  constructor(partial: boolean) {
    this.#messageBegun = !partial;
    this.#callsInView = !partial;
    this.#turn = new TurnTracker(partial);
  }

  /** True while a reading from the tail sees a part of a message alone, or an end without its turn. */
  get unsettled(): boolean {
    const doubtful = this.#unconfirmed !== undefined || this.#cutWords;
    return this.#unsure || doubtful || (!this.#messageBegun && !this.#speech.isBetweenMessages);
  }

  /** True while a reading from the tail has not come to a turn's beginning or end. */
  get isUnseen(): boolean {
    return this.#turn.isUnseen;
  }

  /** `task_started`: the turn's input. */
  start(id: string | undefined, at: Position): readonly Event[] {
    this.#turn.start(id);
    this.#speech.startTurn();
    this.#messageBegun = true;
    this.#calls.clear();
    this.#callsInView = true;
    this.#recap = undefined;
    return [{ kind: "input", at, opens: "turn", mentions: "" }];
  }

  /** `task_complete`: how the turn ended; nothing where it is another turn's end. */
  complete(payload: JsonObject, at: Position): readonly Event[] {
    const id = asString(payload["turn_id"]);
    const belongs = this.#turn.belongs(id);
    if (belongs === "no") return [];
    const { lastSpoken } = this.#speech;
    const last = asString(payload["last_agent_message"]) ?? "";
    const text = last === this.#recap && last !== lastSpoken?.text ? "" : visibleText([last]);
    const failed = payload["error"] !== undefined && payload["error"] !== null;
    // Where the turn's last words are not in view, nothing tells whether they were meant as an answer.
    const blind = this.#turn.isUnseen && lastSpoken === undefined && text !== "" && !failed;
    this.#unsure ||= belongs === "unsure" || blind;
    const aborted = this.#turn.isAborted;
    this.#turn.end(id, aborted);
    this.#endMessage();
    if (text !== "") this.#cutWords = false;
    if (aborted) return [{ kind: "turn-end", at, how: "aborted" }];
    if (failed) return [{ kind: "turn-end", at, how: "failed" }];
    const form = formOf(text, lastSpoken);
    return [...this.#work.settle(at), { kind: "turn-end", at, how: "complete", text, form }];
  }

  /** `turn_aborted`, or its text in the user's role, which names no turn. */
  abort(id: string | undefined, at: Position): readonly Event[] {
    // A writer that records no turns began none whose id could be another.
    const belongs = this.provesEnd ? this.#turn.belongs(id) : "yes";
    if (belongs === "no") return [];
    this.#unsure ||= belongs === "unsure";
    this.#turn.end(id, true);
    this.#endMessage();
    return [{ kind: "turn-end", at, how: "aborted" }];
  }

  /** Any other record. No events: it changes nothing. */
  read({ type, kind, payload, at }: RolloutRecord): readonly Event[] {
    if (type !== "event_msg") this.#turn.mention(turnOf(payload));
    switch (type) {
      case "event_msg":
        return this.#event(kind, payload, at);
      case "response_item":
        return this.#item(kind, payload, at);
      case "compacted":
        return this.#compacted(payload, at);
      case "inter_agent_communication":
        return this.#fromAgent(payload, at);
      default:
        return isQuiet(type, kind) ? [] : unknown(type, at);
    }
  }

  #event(kind: string, payload: JsonObject, at: Position): readonly Event[] {
    switch (kind) {
      case "thread_rolled_back":
        // The last turns were taken back: whatever they answered, the thread waits for another input.
        this.#endMessage();
        this.#turn.leave();
        return [{ kind: "input", at, opens: "turn", mentions: "" }];
      case "user_message": {
        const plain = (asString(payload["kind"]) ?? "plain") === "plain";
        return plain && isAsking(asString(payload["message"]) ?? "") ? this.#input(at) : [];
      }
      case "agent_message":
        return this.#echo(asString(payload["message"]) ?? "", payload, at);
      case "error":
        this.#unsure ||= this.#turn.isUnseen;
        return this.#turn.isOpen ? [{ kind: "turn-end", at, how: "failed" }] : [];
      case "exec_command_end":
        return this.#work.onProcessEnd(payload["process_id"], at, this.#turn.isOpen);
      case "item_completed":
        return this.#completed(asObject(payload["item"]) ?? {}, at);
      default:
        return isQuiet("event_msg", kind) ? [] : unknown(`event_msg ${kind}`, at);
    }
  }

  #completed(item: JsonObject, at: Position): readonly Event[] {
    switch (item["type"]) {
      case "AgentMessage":
        return this.#echo(textsOf(item["content"]).join("\n"), item, at);
      case "CommandExecution":
        return this.#work.onProcessEnd(item["process_id"], at, this.#turn.isOpen);
      case "CollabAgentToolCall":
        return this.#work.onAgentStates(item["agents_states"], at, this.#turn.isOpen);
      default:
        return [];
    }
  }

  #item(kind: string, payload: JsonObject, at: Position): readonly Event[] {
    if (kind === "message") return this.#message(payload, at);
    if (kind === "agent_message") return this.#fromAgent(payload, at);
    if (OUTPUT_ITEMS.has(kind)) return this.#output(payload, at);
    const call = callOf(kind, payload);
    if (call === undefined) return isQuiet("response_item", kind) ? [] : unknown(`response_item ${kind}`, at);
    if (call === "hosted") return [];
    this.#calls.remember(call);
    const { id, name } = call;
    this.#speech.call({ id, name, ...(call.work.name === SPAWN_TOOL ? { launches: true } : {}) }, at);
    return [this.#speech.event(at, this.#stop)];
  }

  #message(payload: JsonObject, at: Position): readonly Event[] {
    const texts = textsOf(payload["content"]);
    if (payload["role"] === "assistant") {
      const letter = letterIn(texts);
      if (letter !== undefined) return this.#fromAgent(letter, at);
      const endTurn = payload["end_turn"] === false ? false : undefined;
      return this.#say({ text: texts.join("\n"), phase: asString(payload["phase"]), endTurn }, at);
    }
    if (payload["role"] !== "user") return [];
    const { asks, aborted } = readUserMessage(payload);
    const done = this.#work.onReport(texts, undefined, at, this.#turn.isOpen);
    return [...done, ...(aborted ? this.abort(undefined, at) : asks ? this.#input(at) : [])];
  }

  /** A letter of another agent's: its last words, or a task. */
  #fromAgent(letter: JsonObject, at: Position): readonly Event[] {
    const done = this.#work.onReport(
      textsOf(letter["content"]),
      asString(letter["author"]),
      at,
      this.#turn.isOpen,
    );
    // Outside a turn it waits in the mailbox, unless it is to start one.
    const asks = this.#turn.isOpen || letter["trigger_turn"] === true;
    return [...done, ...(asks ? this.#input(at) : [])];
  }

  /** Somebody asks for something: inside a turn that steers it, outside it opens one. */
  #input(at: Position): readonly Event[] {
    this.#unsure ||= this.#turn.isUnseen;
    const opens = this.#turn.isOpen ? "continuation" : "turn";
    if (opens === "turn") this.#turn.leave();
    this.#endMessage();
    return [{ kind: "input", at, opens, mentions: "" }];
  }

  /** The same words again, in an event. Behind the turn's end they are an echo alone. */
  #echo(text: string, holder: JsonObject, at: Position): readonly Event[] {
    if (text === "" || (this.provesEnd && !this.#turn.isOpen)) return [];
    const spoken: Spoken = { text, phase: asString(holder["phase"]), endTurn: undefined };
    if (this.#speech.has(text)) {
      this.#speech.say(spoken, at);
      return [];
    }
    if (this.#turn.isUnseen) {
      this.#unsure ||= this.#unconfirmed !== undefined;
      this.#unconfirmed = text;
    }
    return this.#speak(spoken, at);
  }

  #say(spoken: Spoken, at: Position): readonly Event[] {
    if (spoken.text === "") return [];
    if (spoken.text === this.#unconfirmed) this.#unconfirmed = undefined;
    return this.#speak(spoken, at);
  }

  #speak(spoken: Spoken, at: Position): readonly Event[] {
    this.#cutWordsBefore = this.#cutWords;
    this.#cutWords = !this.#messageBegun;
    this.#speech.say(spoken, at);
    return [this.#speech.event(at, this.#stop)];
  }

  #output(payload: JsonObject, at: Position): readonly Event[] {
    const callId = asString(payload["call_id"]);
    const call = this.#calls.take(callId);
    this.#endMessage();
    const work = this.#work.onOutput(call, payload["output"], at);
    // What such an output tells of work depends on the tool that it is the output of.
    this.#unsure ||= call === undefined && !this.#callsInView && work.length > 0;
    return [{ kind: "tool-result", at, callId }, ...work];
  }

  /**
   * A recap replaced the history. Made by the session's own model it is an item just before this record, and no
   * answer; made elsewhere it comes with an empty message, and the item before it is the child's.
   */
  #compacted(payload: JsonObject, at: Position): readonly Event[] {
    const words = this.#speech.lastSpoken?.text ?? "";
    const taken = payload["message"] === "" ? "none" : this.#speech.takeBack();
    if (taken !== "none" && repeats(asString(payload["message"]), words)) this.#recap = words;
    if (taken !== "none") this.#cutWords = this.#cutWordsBefore;
    const rest = taken === "part" ? [this.#speech.event(at, this.#stop)] : [];
    this.#endMessage();
    return taken === "all" ? [{ kind: "compaction", at, blocking: false, retractsMessage: true }] : rest;
  }

  get #stop(): Stop {
    return this.provesEnd ? "not-final" : "not-recorded";
  }

  #endMessage(): void {
    this.#speech.endMessage();
    this.#messageBegun = true;
  }
}

/** True where the record of a recap holds these words, too: behind the program's own, or without their tags. */
function repeats(message: string | undefined, words: string): boolean {
  return message !== undefined && (message.includes(words) || words.includes(message));
}

function unknown(type: string, at: Position): readonly Event[] {
  return [{ kind: "unknown", at, type }];
}
