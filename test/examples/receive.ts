import { createServer } from "node:http";
import type { Server } from "node:http";
import { buffer } from "node:stream/consumers";
import { verifySignature } from "../../src/agents/index.ts";

/** A parent's end of `--deliver http://…`: takes what is signed, and each message once. */
export function receiveResults(secret: string, act: (message: unknown) => void): Server {
  const seen = new Set<string>(); // kept where it outlives the process, as a rule
  return createServer((request, response) => {
    void buffer(request).then((body) => {
      const header = String(request.headers["lastword-signature"]);
      const { kind } = verifySignature({ header, body, secret, now: Date.now() });
      const key = String(request.headers["idempotency-key"]);
      if (kind === "valid" && !seen.has(key)) act(JSON.parse(body.toString()));
      if (kind === "valid") seen.add(key);
      response.writeHead(kind === "valid" ? 204 : 401).end();
    });
  });
}
