/** A model on loopback that says what a script says. Each API that a program may speak has a file of its own. */

import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { bodyOf } from "./body.ts";
import { anthropicMessages } from "./anthropic-messages.ts";
import type { ModelApi } from "./api.ts";
import { openaiResponses } from "./openai-responses.ts";
import { Prompter } from "./script.ts";
import type { ModelScript } from "./script.ts";
import { sendJson } from "./send.ts";

const APIS: readonly ModelApi[] = [anthropicMessages, openaiResponses];

/** A model that listens. */
export interface RunningModel {
  readonly port: number;
  /** How many steps of the script it has said, or begun to say. */
  said(): number;
  close(): void;
}

/** Starts a model on any free port of loopback. */
export async function startModel(script: ModelScript): Promise<RunningModel> {
  const prompter = new Prompter(script);
  const server = createServer((request, response) => {
    void handle(request, response, prompter);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the model has no port");
  return {
    port: address.port,
    said: () => prompter.said,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function handle(request: IncomingMessage, response: ServerResponse, prompter: Prompter): Promise<void> {
  const path = (request.url ?? "").split("?")[0] ?? "";
  const api = APIS.find((candidate) => candidate.takes(path));
  try {
    const body = await bodyOf(request);
    if (api === undefined || body === undefined) sendJson(response, 404, { error: { message: "not here" } });
    else api.answer(path, body, prompter, response);
  } catch (error) {
    response.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}
