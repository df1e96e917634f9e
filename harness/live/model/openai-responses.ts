/** OpenAI's responses API, as far as Codex speaks it: streamed, always. */

import type { ServerResponse } from "node:http";
import { asArray, asObject, asString } from "../../../src/transcripts/json.ts";
import type { JsonObject } from "../../../src/transcripts/json.ts";
import type { ModelApi } from "./api.ts";
import type { ModelStep } from "./script.ts";
import { idFor, sendEvents, sendJson } from "./send.ts";
import type { StreamEvent } from "./send.ts";

const USAGE = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 120,
};

export const openaiResponses: ModelApi = {
  takes: (path) => path.endsWith("/responses"),

  answer: (_, body, prompter, response) => {
    const step = prompter.next(userTexts(body), asArray(body["tools"]).length > 0);
    if (step.fails === undefined) {
      sendStep(response, step, asString(body["model"]) ?? "scripted");
      return;
    }
    const error = { type: "server_error", code: null, message: `scripted failure ${step.fails}` };
    sendJson(response, step.fails, { error });
  },
};

/** Sends what a step says, as far as it lets it come. */
function sendStep(response: ServerResponse, { text, calls = [], breaks }: ModelStep, model: string): void {
  const words = text === undefined ? { begun: [], rest: [] } : spoken(text);
  const items = calls.flatMap(({ name, input }, index) => called(name, input, index + 1));
  const about = { id: idFor("resp"), object: "response", model, created_at: 0 };
  const begun = [
    named("response.created", { response: { ...about, status: "in_progress" } }),
    ...words.begun,
  ];
  const said = [...begun, ...words.rest, ...items];
  const ended = (status: string, fields: object): StreamEvent =>
    named(`response.${status}`, { response: { ...about, status, usage: USAGE, ...fields } });
  switch (breaks) {
    case undefined:
      return sendEvents(response, [...said, ended("completed", { output: [] })]);
    case "length": {
      const why = { incomplete_details: { reason: "max_output_tokens" } };
      return sendEvents(response, [...said, ended("incomplete", why)]);
    }
    case "error": {
      const error = { code: "server_error", message: "scripted error" };
      return sendEvents(response, [...said, ended("failed", { error })]);
    }
    case "cut":
      return sendEvents(response, begun, "cut");
    case "silence":
      return sendEvents(response, begun, "silent");
    case "unended":
      return sendEvents(response, said, "silent");
    default:
      return breaks satisfies never;
  }
}

/** A message: the words themselves, and what follows when they are out. */
function spoken(text: string): {
  readonly begun: readonly StreamEvent[];
  readonly rest: readonly StreamEvent[];
} {
  const item = { type: "message", id: idFor("msg"), role: "assistant" };
  const place = { item_id: item.id, output_index: 0, content_index: 0 };
  const part = { type: "output_text", text, annotations: [] };
  return {
    begun: [
      named("response.output_item.added", {
        output_index: 0,
        item: { ...item, status: "in_progress", content: [] },
      }),
      named("response.content_part.added", { ...place, part: { ...part, text: "" } }),
      named("response.output_text.delta", { ...place, delta: text }),
    ],
    rest: [
      named("response.output_text.done", { ...place, text }),
      named("response.content_part.done", { ...place, part }),
      named("response.output_item.done", {
        output_index: 0,
        item: { ...item, status: "completed", content: [part] },
      }),
    ],
  };
}

function called(name: string, input: object, index: number): readonly StreamEvent[] {
  const item = { type: "function_call", id: idFor("fc"), call_id: idFor("call"), name };
  const whole = JSON.stringify(input);
  const at = { output_index: index };
  return [
    named("response.output_item.added", { ...at, item: { ...item, status: "in_progress", arguments: "" } }),
    named("response.function_call_arguments.delta", { ...at, item_id: item.id, delta: whole }),
    named("response.function_call_arguments.done", { ...at, item_id: item.id, arguments: whole }),
    named("response.output_item.done", { ...at, item: { ...item, status: "completed", arguments: whole } }),
  ];
}

function named(type: string, fields: object): StreamEvent {
  return [type, { type, ...fields }];
}

/** What users said, oldest first; outputs of tools are not said. */
function userTexts(body: JsonObject): readonly string[] {
  return asArray(body["input"]).flatMap((value) => {
    const item = asObject(value);
    if (item?.["role"] !== "user") return [];
    return asArray(item["content"]).flatMap((part) => {
      const text = asString(asObject(part)?.["text"]);
      return text === undefined ? [] : [text];
    });
  });
}
