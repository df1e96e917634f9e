/** `lastword judge`: what becomes of a session that stopped, for loops in any language. One JSON object in, one out. */

import { InputError, decideStoppedSession, readStoppedSession } from "../agents/index.ts";
import type { StoppedSessionInput } from "../agents/index.ts";
import { escapeText } from "./escape.ts";
import { EXIT_DECIDED, EXIT_USAGE } from "./exit-codes.ts";
import type { Io } from "./io.ts";
import { jsonFor } from "./judged.ts";
import { sessionFromFlags } from "./judge-flags.ts";
import type { SessionFlags } from "./judge-flags.ts";

/** An input is a few hundred bytes; a ledger inside it may be long. */
const INPUT_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Decides one session: the one on standard input, or, with any flag, the one that the flags tell of.
 *
 * @returns the exit code: 0 whenever a decision was made, whichever it is
 */
export async function judge(flags: SessionFlags, io: Io): Promise<number> {
  try {
    const input = sessionFromFlags(flags) ?? (await inputFrom(io));
    const decision = await decideStoppedSession(input, { now: io.now(), env: io.env });
    await io.stdout.write(`${jsonFor(io.stdout, decision)}\n`);
    return EXIT_DECIDED;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    for (const problem of error.problems) await io.stderr.write(`lastword: ${escapeText(problem)}\n`);
    await io.stderr.write("Try lastword judge --help.\n");
    return EXIT_USAGE;
  }
}

/** The session on standard input. */
async function inputFrom({ stdin, stderr }: Io): Promise<StoppedSessionInput> {
  if (stdin.isTTY === true) {
    await stderr.write("lastword: reading a session from the terminal; end it with Ctrl-D\n");
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stdin) {
      const piece = Buffer.from(chunk);
      bytes += piece.byteLength;
      if (bytes > INPUT_BYTES_MAX) {
        throw new InputError([`the input is longer than ${INPUT_BYTES_MAX} bytes`]);
      }
      chunks.push(piece);
    }
    const text = Buffer.concat(chunks).toString("utf8");
    if (text.trim() === "") throw new InputError(["standard input is empty; give a JSON object, or flags"]);
    return readStoppedSession(JSON.parse(text));
  } catch (error) {
    if (error instanceof InputError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new InputError([`the input cannot be read: ${why}`]);
  }
}
