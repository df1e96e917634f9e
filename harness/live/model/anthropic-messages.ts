/** The Anthropic messages API, as far as Claude Code and pi speak it: streamed or whole. */

import type { ServerResponse } from "node:http";
import { asArray, asObject, asString } from "../../../src/transcripts/json.ts";
import type { JsonObject } from "../../../src/transcripts/json.ts";
import type { ModelApi } from "./api.ts";
import type { ModelBreak, ModelStep } from "./script.ts";
import { idFor, sendEvents, sendJson } from "./send.ts";
import type { StreamEvent } from "./send.ts";

const USAGE = { input_tokens: 100, output_tokens: 20 };
const OVERLOADED = { type: "overloaded_error", message: "scripted overload" };

export const anthropicMessages: ModelApi = {
  takes: (path) => path.endsWith("/messages") || path.endsWith("/messages/count_tokens"),

  answer: (path, body, prompter, response) => {
    if (path.endsWith("/count_tokens")) {
      sendJson(response, 200, { input_tokens: USAGE.input_tokens });
      return;
    }
    const step = prompter.next(userTexts(body), asArray(body["tools"]).length > 0);
    if (step.fails !== undefined) {
      const error = { type: "api_error", message: `scripted failure ${step.fails}` };
      sendJson(response, step.fails, { type: "error", error });
      return;
    }
    const message = messageFor(step, asString(body["model"]) ?? "scripted");
    if (body["stream"] === true) sendStream(response, streamOf(message), step.breaks);
    else sendJson(response, 200, message);
  },
};

type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: object };

interface Message {
  readonly content: readonly Block[];
  readonly stop_reason: string;
}

function messageFor({ text, calls = [], breaks }: ModelStep, model: string): Message {
  const content: Block[] = text === undefined ? [] : [{ type: "text", text }];
  for (const { name, input } of calls) content.push({ type: "tool_use", id: idFor("toolu"), name, input });
  const rest = {
    id: idFor("msg"),
    type: "message",
    role: "assistant",
    model,
    stop_sequence: null,
    usage: USAGE,
  };
  const ended = calls.length > 0 ? "tool_use" : "end_turn";
  return { ...rest, content, stop_reason: breaks === "length" ? "max_tokens" : ended };
}

/** Sends the pieces, as far as the step lets them come. */
function sendStream(response: ServerResponse, events: readonly StreamEvent[], breaks?: ModelBreak): void {
  const midway = events.findLastIndex(([name]) => name === "content_block_delta") + 1;
  const said = events.filter(([name]) => name !== "message_delta" && name !== "message_stop");
  switch (breaks) {
    case undefined:
    case "length":
      return sendEvents(response, events);
    case "error":
      return sendEvents(response, [...said, ["error", { type: "error", error: OVERLOADED }]]);
    case "cut":
      return sendEvents(response, events.slice(0, midway), "cut");
    case "silence":
      return sendEvents(response, events.slice(0, midway), "silent");
    case "unended":
      return sendEvents(response, said, "silent");
    default:
      return breaks satisfies never;
  }
}

/** The same message, piece by piece. */
function streamOf({ content, stop_reason, ...rest }: Message): readonly StreamEvent[] {
  const named = (type: string, fields: object): StreamEvent => [type, { type, ...fields }];
  const blocks = content.flatMap((block, index) => {
    const [empty, delta] =
      block.type === "text"
        ? [
            { type: "text", text: "" },
            { type: "text_delta", text: block.text },
          ]
        : [
            { ...block, input: {} },
            { type: "input_json_delta", partial_json: JSON.stringify(block.input) },
          ];
    return [
      named("content_block_start", { index, content_block: empty }),
      named("content_block_delta", { index, delta }),
      named("content_block_stop", { index }),
    ];
  });
  return [
    named("message_start", { message: { ...rest, content: [], stop_reason: null } }),
    ...blocks,
    named("message_delta", { delta: { stop_reason, stop_sequence: null }, usage: USAGE }),
    named("message_stop", {}),
  ];
}

/** What users said, oldest first; results of tools are not said. */
function userTexts(body: JsonObject): readonly string[] {
  return asArray(body["messages"]).flatMap((value) => {
    const message = asObject(value);
    if (message?.["role"] !== "user") return [];
    const { content } = message;
    const whole = asString(content);
    if (whole !== undefined) return [whole];
    return asArray(content).flatMap((part) => {
      const block = asObject(part);
      const text = block?.["type"] === "text" ? asString(block["text"]) : undefined;
      return text === undefined ? [] : [text];
    });
  });
}
