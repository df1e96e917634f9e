/** Starts `server.ts` in a process of its own, and talks with it. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname } from "node:path";
import { execPath } from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A PostgreSQL server that runs for as long as it is wanted, and no longer than this process. */
export interface PostgresServer {
  /** A superuser's URL of the database `postgres`. The same after a restart. */
  readonly url: string;
  /** Stops it at once, as a crash would; its data stay. */
  stop(): Promise<void>;
  /** Starts it again. */
  start(): Promise<void>;
  /** Stops it for good and removes its data. */
  close(): Promise<void>;
}

/** A new server with an empty cluster; takes about two seconds. */
export async function startPostgres(): Promise<PostgresServer> {
  const program = fileURLToPath(new URL("server.ts", import.meta.url));
  const child = spawn(execPath, ["--import", "tsx", program], {
    // Where "tsx" is found.
    cwd: dirname(program),
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async (word: string): Promise<string> => {
    const line = await lines.next();
    const [said, ...rest] = line.done === true ? ["failed", "its process ended"] : line.value.split(" ");
    if (said !== word) throw new Error(`PostgreSQL for tests: ${rest.join(" ")}`);
    return rest.join(" ");
  };
  const url = await answer("ready");
  return {
    url,
    stop: async () => {
      child.stdin.write("stop\n");
      await answer("stopped");
    },
    start: async () => {
      child.stdin.write("start\n");
      await answer("ready");
    },
    close: async () => {
      child.stdin.end();
      await exited;
    },
  };
}
