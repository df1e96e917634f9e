/** `lastword runs add`: runs into a store, one by flags, or as JSON lines from standard input. */

import { hostname } from "node:os";
import { cwd } from "node:process";
import { InputError, StoreError } from "../../agents/index.ts";
import type { AddAnswer, Run, RunStore } from "../../agents/index.ts";
import { given } from "../../agents/stopped-session/fields.ts";
import { escapeText, oneLine } from "../escape.ts";
import { EXIT_DONE, EXIT_NOT_DONE, EXIT_USAGE } from "../exit-codes.ts";
import { linesOf } from "../input-lines.ts";
import type { InputLine } from "../input-lines.ts";
import type { Io } from "../io.ts";
import { jsonFor } from "../judged.ts";
import { withStore } from "../with-store.ts";
import type { StoreFlags } from "../with-store.ts";
import { readRun } from "./run-input.ts";
import { stateOf } from "./words.ts";

export interface AddFlags extends StoreFlags {
  readonly id?: string;
  readonly session?: string;
  readonly requester?: string;
  readonly sessionId?: string;
  readonly generation?: number;
  readonly status?: Run["status"];
  readonly started?: number;
  readonly transcript?: string;
  readonly artifact?: string;
  readonly host?: string;
  readonly parent?: string;
  readonly label?: string;
  readonly task?: string;
  readonly json?: boolean;
}

/** A task may be 1 MiB, and so may a label: with escapes that is a long line. */
const LINE_LENGTH_MAX = 8 * 1024 * 1024;

/**
 * Adds runs.
 *
 * @returns the exit code: 1 where one was known already, 2 where one could not be read or kept; the others are added
 */
export async function addRuns(flags: AddFlags, io: Io): Promise<number> {
  const fromFlags = inputFrom(flags);
  return withStore({ flags, io, needsFile: false }, async ({ store }) => {
    const adding = new Adding(store, flags, io);
    if (fromFlags !== undefined) {
      await adding.take(fromFlags, "");
      return adding.exitCode;
    }
    if (io.stdin.isTTY === true) {
      await io.stderr.write(
        "lastword: reading runs from the terminal, a JSON object a line; end with Ctrl-D\n",
      );
    }
    try {
      for await (const line of linesOf(io.stdin, LINE_LENGTH_MAX)) await adding.takeLine(line);
    } catch (error) {
      if (!(error instanceof Error && "code" in error)) throw error;
      await adding.complain(`standard input cannot be read: ${error.message}`);
    }
    if (!adding.tookAny) await adding.complain("standard input is empty; give runs as JSON lines, or flags");
    return adding.exitCode;
  });
}

/** The flags that are named otherwise than the fields of the JSON. */
const FLAG_OF: ReadonlyMap<string, string> = new Map([
  ["runId", "--id"],
  ["childSessionKey", "--session"],
  ["requesterSessionKey", "--requester"],
  ["childSessionId", "--session-id"],
  ["generation", "--generation"],
  ["startedAt", "--started"],
  ["transcript", "--transcript"],
  ["artifact", "--artifact"],
  ["host", "--host"],
  ["parentRunId", "--parent"],
  ["label", "--label"],
  ["task", "--task"],
]);

/** The run that the flags tell of, in the words of the JSON; undefined without any. */
function inputFrom({ store: _, json: __, ...flags }: AddFlags): object | undefined {
  const fields = given({
    runId: flags.id,
    childSessionKey: flags.session,
    requesterSessionKey: flags.requester,
    childSessionId: flags.sessionId,
    generation: flags.generation,
    status: flags.status,
    startedAt: flags.started,
    transcript: flags.transcript,
    artifact: flags.artifact,
    host: flags.host,
    parentRunId: flags.parent,
    label: flags.label,
    task: flags.task,
  });
  return Object.keys(fields).length === 0 ? undefined : fields;
}

/** A problem of a field, in the words of the flag that it came from. */
function inFlags(problem: string): string {
  return problem.replace(/^\w+/, (field) => FLAG_OF.get(field) ?? field);
}

class Adding {
  readonly #store: RunStore;
  readonly #json: boolean;
  readonly #io: Io;
  #exitCode = EXIT_DONE;
  tookAny = false;

  constructor(store: RunStore, { json }: AddFlags, io: Io) {
    this.#store = store;
    this.#json = json === true;
    this.#io = io;
  }

  get exitCode(): number {
    return this.#exitCode;
  }

  async takeLine(line: InputLine): Promise<void> {
    const place = `standard input, line ${line.number}: `;
    this.tookAny = true;
    if (line.kind === "too-long") return this.complain(`${place}longer than ${LINE_LENGTH_MAX} characters`);
    if (line.text.trim() === "") return;
    try {
      const value: unknown = JSON.parse(line.text);
      await this.take(value, place);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      await this.complain(`${place}no JSON (${error.message})`);
    }
  }

  /** @param place where it stands, for what is said of it */
  async take(value: unknown, place: string): Promise<void> {
    try {
      const run = readRun(value, { now: this.#io.now(), host: hostname(), folder: cwd() });
      await this.#tell(run, await this.#store.add(run));
    } catch (error) {
      const problems =
        error instanceof InputError
          ? error.problems
          : error instanceof StoreError && error.failure.code === "invalid"
            ? [error.message]
            : undefined;
      if (problems === undefined) throw error;
      for (const problem of problems) await this.complain(place === "" ? inFlags(problem) : place + problem);
    }
  }

  async complain(what: string): Promise<void> {
    this.#exitCode = EXIT_USAGE;
    await this.#io.stderr.write(`lastword: ${escapeText(what)}\n`);
  }

  async #tell({ runId }: Run, { kind, run }: AddAnswer): Promise<void> {
    if (kind === "exists" && this.#exitCode === EXIT_DONE) this.#exitCode = EXIT_NOT_DONE;
    const { stdout } = this.#io;
    const { generation, status } = run;
    const words =
      kind === "added" ? "added" : `left as it is: generation ${generation} is there, ${stateOf(run)}`;
    await stdout.write(
      `${this.#json ? jsonFor(stdout, { runId, kind, generation, status }) : `${oneLine(runId)}: ${words}`}\n`,
    );
  }
}
