/** An assistant message of OpenClaw or pi: its visible text, its calls, who wrote it, how it stopped. Pure. */

import type { Assistant, Author, Position, Stop, TextForm, ToolCall } from "../../event.ts";
import { asArray, asObject, asString, asTime } from "../../json.ts";
import type { JsonObject } from "../../json.ts";
import { hasCallMarkup, visibleText } from "../../text.ts";
import { parseRecord } from "../../record.ts";
import { isSilentReply } from "./silent.ts";
import { SPAWN_TOOL } from "./tools.ts";

/** Block types that stand for a tool call, OpenClaw's own first, then other writers'. */
const CALL_TYPES: ReadonlySet<string> = new Set([
  "toolCall",
  "tool_use",
  "toolUse",
  "functionCall",
  "function_call",
]);

/** How a message stopped, by its `stopReason`. Only the words here mean something; all others are not final. */
const STOPS: ReadonlyMap<string, Stop> = new Map([
  ["stop", "final"],
  ["end_turn", "final"],
  ["toolUse", "tool-use"],
  ["tool_use", "tool-use"],
  ["length", "length"],
  ["max_tokens", "length"],
  ["error", "error"],
  ["aborted", "aborted"],
]);

/** Reads the assistant message; `at` is the entry's place. */
export function readAssistant(message: JsonObject, at: Position): Assistant {
  const { text, form } = textOf(message);
  const time = asTime(message["timestamp"]);
  return {
    kind: "assistant",
    at,
    author: authorOf(message),
    text,
    form,
    calls: callsOf(message),
    stop: stopOf(message),
    relayed: message["api"] === "cli",
    ...(time === undefined ? {} : { messageTime: time }),
  };
}

function stopOf(message: JsonObject): Stop {
  const reason = message["stopReason"] ?? message["stop_reason"];
  if (reason === undefined || reason === null) return "not-recorded";
  return (typeof reason === "string" ? STOPS.get(reason) : undefined) ?? "not-final";
}

/** Records that the host wrote in the assistant's name say `stop` and are no answer (formats.md). */
function authorOf(message: JsonObject): Author {
  const model = asString(message["model"]);
  if (message["openclawAbort"] !== undefined) return "host";
  if (asString(message["idempotencyKey"])?.startsWith("transcript-repair:") === true) return "host";
  if (message["openclawDeliveryMirror"] !== undefined) return "mirror";
  if (message["provider"] !== "openclaw") return "model";
  if (model === "delivery-mirror") return "mirror";
  return model === "gateway-injected" ? "host" : "model";
}

function callsOf(message: JsonObject): readonly ToolCall[] {
  const blocks = asArray(message["content"]).map(asObject);
  const inline = blocks.filter((block) => CALL_TYPES.has(asString(block?.["type"]) ?? ""));
  const beside = [...asArray(message["toolCalls"]), ...asArray(message["tool_calls"])].map(asObject);
  return [...inline, ...beside].filter((call) => call !== undefined).map(callOf);
}

function callOf(block: JsonObject): ToolCall {
  const id = asString(block["id"]) ?? asString(block["toolCallId"]) ?? asString(block["call_id"]);
  const name = asString(block["name"]) ?? asString(asObject(block["function"])?.["name"]) ?? "";
  return { id, name, ...(name === SPAWN_TOOL ? { launches: true } : {}) };
}

/**
 * The visible text. Where blocks carry phases, the final answer is the text of that phase, else the text
 * without a phase; commentary alone is no answer, and neither is a phase that nobody knows.
 */
function textOf(message: JsonObject): { readonly text: string; readonly form: TextForm } {
  const { content } = message;
  const blocks =
    typeof content === "string" ? [{ text: content, phase: undefined }] : asArray(content).flatMap(textBlock);
  const final = visibleText(blocks.filter(({ phase }) => phase === "final_answer").map(({ text }) => text));
  const plain = visibleText(blocks.filter(({ phase }) => phase === undefined).map(({ text }) => text));
  const text = final === "" ? plain : final;
  if (text !== "") return { text, form: formOf(text) };
  const commentary = visibleText(blocks.filter(({ phase }) => phase !== undefined).map(({ text }) => text));
  return { text: commentary, form: commentary === "" ? "answer" : "commentary" };
}

function formOf(text: string): TextForm {
  if (isSilentReply(text)) return "silent";
  return hasCallMarkup(text) ? "call-markup" : "answer";
}

function textBlock(value: unknown): { readonly text: string; readonly phase: string | undefined }[] {
  const block = asObject(value);
  const text = asString(block?.["text"]);
  const type = asString(block?.["type"]);
  if (block === undefined || text === undefined || (type !== "text" && type !== "output_text")) return [];
  const signature = block["textSignature"];
  const signed = typeof signature === "string" ? parseRecord(signature) : asObject(signature);
  return [{ text, phase: asString(block["phase"]) ?? asString(signed?.["phase"]) }];
}
