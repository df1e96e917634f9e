/**
 * vitest's global set-up: one PostgreSQL server for a whole test run, started when the first test asks for it,
 * stopped behind the last. Test files run in processes of their own, so they ask through a socket.
 */

import { once } from "node:events";
import { createServer } from "node:net";
import type { TestProject } from "vitest/node";
import { type PostgresServer, startPostgres } from "./start.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A port on 127.0.0.1 that answers with the server's URL, or `failed WHY`. */
    readonly postgresBroker: number;
  }
}

/** Called by vitest; what it returns is called at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<PostgresServer> | undefined;
  const broker = createServer((socket) => {
    socket.on("error", () => undefined);
    started ??= startPostgres();
    started.then(
      (server) => socket.end(server.url),
      (error: unknown) => socket.end(`failed ${String(error)}`),
    );
  });
  broker.listen(0, "127.0.0.1");
  await once(broker, "listening");
  const address = broker.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  project.provide("postgresBroker", address.port);
  return async () => {
    broker.close();
    const server = await started?.catch(() => undefined);
    await server?.close();
  };
}
