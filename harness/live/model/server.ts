/** A model on loopback that says what a script says. Each API that a program may speak has a file of its own. */

import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { asObject } from "../../../src/transcripts/json.ts";
import type { JsonObject } from "../../../src/transcripts/json.ts";
import { anthropicMessages } from "./anthropic-messages.ts";
import type { ModelApi } from "./api.ts";
import { Prompter } from "./script.ts";
import type { ModelScript } from "./script.ts";
import { sendJson } from "./send.ts";

const APIS: readonly ModelApi[] = [anthropicMessages];

/** A request holds a program's whole instructions, and files. */
const BODY_BYTES_MAX = 64 * 1024 * 1024;

/** A model that listens. */
export interface RunningModel {
  readonly port: number;
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

/** The body as a JSON object; undefined where it is none. */
async function bodyOf(request: IncomingMessage): Promise<JsonObject | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const pieces: AsyncIterable<Uint8Array> = request;
  for await (const chunk of pieces) {
    const piece = Buffer.from(chunk);
    bytes += piece.byteLength;
    if (bytes > BODY_BYTES_MAX) throw new Error("the request is too large");
    chunks.push(piece);
  }
  try {
    return asObject(JSON.parse(Buffer.concat(chunks).toString("utf8")));
  } catch {
    return undefined;
  }
}
