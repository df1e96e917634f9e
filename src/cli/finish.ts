/** The end of every command: what it wrote has gone where it should, or it says that it did not. */

import { EXIT_CLOSED_PIPE, EXIT_USAGE } from "./exit-codes.ts";
import type { Io } from "./io.ts";

/** Waits for the output. Gives the exit code: the command's own, unless its output could not be written. */
export async function finish({ stdout, stderr }: Io, exitCode: number): Promise<number> {
  await stdout.flush();
  const { closed, failure } = stdout;
  if (failure === undefined) return exitCode;
  if (closed) return EXIT_CLOSED_PIPE;
  await stderr.write(`lastword: writing failed (${failure.message}); check where the output goes\n`);
  return EXIT_USAGE;
}
