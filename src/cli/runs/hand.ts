/** `lastword runs retry` and `lastword runs dismiss`: what a person says about messages that did not arrive. */

import type { HandAnswer, RunStore } from "../../agents/index.ts";
import { oneLine } from "../escape.ts";
import { EXIT_DONE, EXIT_NOT_DONE, EXIT_USAGE } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { jsonFor } from "../judged.ts";
import { withStore } from "../with-store.ts";
import type { StoreFlags } from "../with-store.ts";
import { pages } from "./list.ts";
import { toldOf } from "./words.ts";

export interface HandFlags extends StoreFlags {
  /** Every message that was given up. */
  readonly dead?: boolean;
  readonly json?: boolean;
}

/** What is to be done with the messages. */
export type HandVerb = "retry" | "dismiss";

const PAGE = 200;

/**
 * Makes the runs' last messages due again, or says that they are not wanted.
 *
 * @returns the exit code: 1 where one was refused, or there was none
 */
export async function handRuns(
  verb: HandVerb,
  runIds: readonly string[],
  flags: HandFlags,
  io: Io,
): Promise<number> {
  if (runIds.length > 0 === (flags.dead === true)) {
    await io.stderr.write(
      `lastword: name runs, or --dead for all that were given up\nTry lastword runs ${verb} --help.\n`,
    );
    return EXIT_USAGE;
  }
  return withStore({ flags, io, needsFile: true }, async ({ store }) => {
    let exitCode: number = EXIT_DONE;
    const named = flags.dead === true ? [...(await deadRuns(store))] : runIds;
    if (named.length === 0) await io.stderr.write("lastword: no message was given up\n");
    for (const runId of named) {
      const answer = await (verb === "retry" ? store.retry(runId, io.now()) : store.dismiss(runId, io.now()));
      if (answer.kind !== "done") exitCode = EXIT_NOT_DONE;
      const isKnown = answer.kind !== "nothing" || (await store.get(runId)) !== undefined;
      const words = isKnown
        ? wordsOf(verb, runId, answer)
        : `${oneLine(runId)}: no such run; lastword runs list shows which there are`;
      await io.stdout.write(`${flags.json === true ? jsonOf(runId, answer, io) : words}\n`);
    }
    return exitCode;
  });
}

/** All of them first: a list that is changed while it is read leaves some out. */
async function deadRuns(store: RunStore): Promise<Iterable<string>> {
  const runIds = new Set<string>();
  const query = { state: "dead", limit: PAGE } as const;
  for await (const { runId } of pages((page: typeof query) => store.listDeliveries(page), query)) {
    runIds.add(runId);
  }
  return runIds;
}

function wordsOf(verb: HandVerb, runId: string, answer: HandAnswer): string {
  const run = oneLine(runId);
  switch (answer.kind) {
    case "done":
      return `${run}: ${verb === "retry" ? "due now" : "dismissed"}, key ${oneLine(answer.delivery.key)}`;
    case "refused":
      return `${run}: left as it is: ${whyRefused(answer)}`;
    case "nothing":
      return `${run}: nobody is to be told anything of it`;
    default:
      return answer satisfies never;
  }
}

function whyRefused({ delivery }: Extract<HandAnswer, { kind: "refused" }>): string {
  return delivery.state === "pending" ? "it is on its way at this moment" : toldOf(delivery);
}

function jsonOf(runId: string, answer: HandAnswer, { stdout }: Io): string {
  const { key, state } = answer.kind === "nothing" ? {} : answer.delivery;
  return jsonFor(stdout, { runId, kind: answer.kind, key, state });
}
