/**
 * The live page's server: on loopback alone, for who knows its address. The address holds a random token; a page of
 * another origin can neither read it nor post to it, whatever name it reaches this machine by.
 */

import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { asObject, asString, parseRecord } from "../../transcripts/json.ts";
import { livePage } from "./page.ts";
import { servedState } from "./state.ts";
import type { ServedStore } from "./state.ts";

const HOST = "127.0.0.1";
const TOKEN_BYTES = 24;
/** A run's id, and little around it. */
const BODY_BYTES_MAX = 4 * 1024;
const REQUEST_MS_MAX = 10_000;
const CONNECTIONS_MAX = 64;
/** A form of another page cannot set it, and a script of one is asked for leave first, which it does not get. */
const OWN_HEADER = "x-lastword";

/** A server that listens. */
export interface Serving {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves a store.
 *
 * @param port 0 takes any that is free
 */
export async function serveStore(
  store: ServedStore,
  { port, now }: { readonly port: number; readonly now: () => number },
): Promise<Serving> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const { html, policy } = livePage();
  const server = createServer({ requestTimeout: REQUEST_MS_MAX, headersTimeout: REQUEST_MS_MAX });
  server.maxConnections = CONNECTIONS_MAX;
  server.on("request", (request, response) => {
    const answer = async (): Promise<void> => {
      const { status, type, body } = await answerTo(request, { token, html, store, now, server });
      send(response, { status, type, body, policy });
    };
    answer().catch(() =>
      send(response, { status: 500, type: TEXT, body: "the store could not answer", policy }),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, resolve);
  });
  return {
    url: `http://${HOST}:${portOf(server)}/${token}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const TEXT = "text/plain; charset=utf-8";
const HTML = "text/html; charset=utf-8";
const JSON_TYPE = "application/json; charset=utf-8";
const NOT_FOUND: Answer = { status: 404, type: TEXT, body: "not found" };
const FORBIDDEN: Answer = { status: 403, type: TEXT, body: "forbidden" };

interface Served {
  readonly token: string;
  readonly html: string;
  readonly store: ServedStore;
  readonly now: () => number;
  readonly server: Server;
}

async function answerTo(request: IncomingMessage, served: Served): Promise<Answer> {
  const { token, html, store, now, server } = served;
  // A name that resolves to this machine would make another page's origin this one.
  if (request.headers.host !== `${HOST}:${portOf(server)}`) return FORBIDDEN;
  const [, given = "", what = "", ...rest] = (request.url ?? "").split("/");
  if (rest.length > 0 || !isSame(given, token)) return NOT_FOUND;
  if (request.method === "GET" && what === "") return { status: 200, type: HTML, body: html };
  if (request.headers[OWN_HEADER] === undefined) return FORBIDDEN;
  if (request.method === "GET" && what === "state") {
    return { status: 200, type: JSON_TYPE, body: JSON.stringify(await servedState(store, now())) };
  }
  if (request.method === "POST" && (what === "retry" || what === "dismiss")) {
    const runId = asString(asObject(parseRecord(await bodyOf(request)))?.["runId"]);
    if (runId === undefined) return { status: 400, type: TEXT, body: 'send { "runId": … }' };
    const { kind } = await (what === "retry" ? store.retry(runId, now()) : store.dismiss(runId, now()));
    return { status: kind === "done" ? 200 : 409, type: JSON_TYPE, body: JSON.stringify({ kind }) };
  }
  return NOT_FOUND;
}

function isSame(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.byteLength === other.byteLength && timingSafeEqual(one, other);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    const piece: Buffer = chunk;
    bytes += piece.byteLength;
    if (bytes > BODY_BYTES_MAX) return "";
    chunks.push(piece);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function send(
  response: ServerResponse,
  { status, type, body, policy }: Answer & { readonly policy: string },
): void {
  if (response.headersSent) return;
  response.writeHead(status, {
    "content-type": type,
    "content-security-policy": `${policy}; frame-ancestors 'none'`,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  });
  response.end(body);
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
