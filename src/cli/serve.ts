/** `lastword serve`: a store's runs on a page that keeps up, on this machine alone. */

import { EXIT_DONE, EXIT_USAGE } from "./exit-codes.ts";
import type { Io } from "./io.ts";
import { serveStore } from "./serve/server.ts";
import { withStore } from "./with-store.ts";
import type { StoreFlags } from "./with-store.ts";

export interface ServeFlags extends StoreFlags {
  readonly port: number;
}

/**
 * Serves until the signal says stop.
 *
 * @returns the exit code
 */
export async function serve(flags: ServeFlags, io: Io, signal: AbortSignal): Promise<number> {
  return withStore({ flags, io, needsFile: true }, async ({ store }) => {
    try {
      const serving = await serveStore(store, { port: flags.port, now: io.now });
      await io.stdout.write(`${serving.url}\n`);
      await io.stderr.write("lastword: who has this address sees the runs; Ctrl-C ends it\n");
      await stopped(signal);
      await serving.close();
      return EXIT_DONE;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
      if (code !== "EADDRINUSE" && code !== "EACCES") throw error;
      await io.stderr.write(
        `lastword: port ${flags.port} cannot be had (${code}); leave --port away for any\n`,
      );
      return EXIT_USAGE;
    }
  });
}

function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
