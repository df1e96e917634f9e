/** A model on loopback that speaks OpenAI's chat completions, says what a script says, and keeps what it was asked. */

import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { asArray, asObject, asString } from "../../../src/transcripts/json.ts";
import type { JsonObject } from "../../../src/transcripts/json.ts";
import { bodyOf } from "../model/body.ts";
import type { OpenClawStep } from "./script.ts";

const REQUESTS_MAX = 2_000;
/** How much of each request is kept, characters of its last messages. */
const KEPT_CHARS_MAX = 64 * 1024;

/** A request that reached the model. */
export interface ModelRequest {
  /** The conversation that it belongs to, by the name in its first prompt. */
  readonly name: string;
  /** What stood in it, behind the last answer of the model. */
  readonly said: string;
  /** The text that was sent before the answer was left hanging. */
  partial?: string;
}

export class OpenClawModel {
  readonly requests: ModelRequest[] = [];
  readonly #script: Readonly<Record<string, readonly OpenClawStep[]>>;
  readonly #counts = new Map<string, number>();
  readonly #server = createServer((request, response) => void this.#handle(request, response));

  constructor(script: Readonly<Record<string, readonly OpenClawStep[]>>) {
    this.#script = script;
  }

  /** Listens on any free port of loopback, and gives it. */
  async listen(): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(0, "127.0.0.1", resolve);
    });
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the model has no port");
    return address.port;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if ((request.url ?? "").endsWith("/models")) {
        sendJson(response, 200, { object: "list", data: [{ id: "scripted", object: "model" }] });
        return;
      }
      const body = await bodyOf(request);
      if (body === undefined) throw new Error("the request is no JSON object");
      this.#answer(body, response);
    } catch (error) {
      response.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #answer(body: JsonObject, response: ServerResponse): void {
    const messages = asArray(body["messages"]).map((value) => asObject(value) ?? {});
    const users = messages.filter(({ role }) => role === "user").map(textIn);
    const name =
      users.map((text) => /<<([\w-]+)>>/.exec(text)?.[1]).find((found) => found !== undefined) ?? "";
    const behind = messages.findLastIndex(({ role }) => role === "assistant") + 1;
    const said = messages.slice(behind).map(textIn).join("\n").slice(-KEPT_CHARS_MAX);
    const kept: ModelRequest = { name, said };
    if (this.requests.length < REQUESTS_MAX) this.requests.push(kept);
    const step = this.#next(name, asArray(body["tools"]).length > 0);
    if (step.fails !== undefined) {
      const error = { message: "scripted failure", type: "invalid_request_error" };
      sendJson(response, step.fails, { error });
      return;
    }
    if (step.hangs === true && step.text === undefined) return;
    stream(response, step);
    if (step.hangs === true) kept.partial = step.text ?? "";
  }

  #next(name: string, hasTools: boolean): OpenClawStep {
    const steps = this.#script[name];
    if (steps === undefined || !hasTools) return { text: "Aside." };
    const count = this.#counts.get(name) ?? 0;
    this.#counts.set(name, count + 1);
    return steps[Math.min(count, steps.length - 1)] ?? { text: "Aside." };
  }
}

function stream(response: ServerResponse, { text, call, stop, hangs }: OpenClawStep): void {
  const id = `chatcmpl-${Date.now()}`;
  const rest = {
    id,
    object: "chat.completion.chunk",
    created: Math.floor(Date.now() / 1_000),
    model: "scripted",
  };
  const send = (fields: object): void => {
    response.write(`data: ${JSON.stringify({ ...rest, ...fields })}\n\n`);
  };
  const choose = (delta: object, finish: string | null = null): void =>
    send({ choices: [{ index: 0, delta, finish_reason: finish }] });
  response.writeHead(200, { "content-type": "text/event-stream" });
  choose({ role: "assistant", content: text ?? "" });
  if (hangs === true) return;
  if (call !== undefined) {
    const made = { name: call.name, arguments: JSON.stringify(call.input) };
    choose({
      tool_calls: [{ index: 0, id: `call_${Date.now().toString(36)}`, type: "function", function: made }],
    });
  }
  choose({}, stop ?? (call === undefined ? "stop" : "tool_calls"));
  send({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } });
  response.end("data: [DONE]\n\n");
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function textIn({ content }: JsonObject): string {
  const whole = asString(content);
  if (whole !== undefined) return whole;
  return asArray(content)
    .flatMap((part) => asString(asObject(part)?.["text"]) ?? [])
    .join("\n");
}
