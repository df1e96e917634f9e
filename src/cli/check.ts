/** `lastword check`: one verdict a transcript, written as it is made. */

import type { JudgeOptions, Judgement } from "../transcripts/index.ts";
import { agentFolders } from "./agent-folders.ts";
import { paletteFor } from "./colour.ts";
import { escapePath } from "./escape.ts";
import { EXIT_NOT_TERMINAL, EXIT_TERMINAL, EXIT_USAGE } from "./exit-codes.ts";
import { isShown } from "./filters.ts";
import type { FilterFlags } from "./filters.ts";
import type { Io } from "./io.ts";
import { judgeSource, unread } from "./judge-path.ts";
import { judgingHere, judgingWith } from "./judging.ts";
import { fieldsOf, jsonFor } from "./judged.ts";
import type { Judged } from "./judged.ts";
import { judgeOptionsFrom } from "./options.ts";
import type { JudgeFlags } from "./options.ts";
import type { Output } from "./output.ts";
import { STANDARD_INPUT, findTranscripts } from "./paths.ts";
import type { Found } from "./paths.ts";
import { isUnread } from "./phrases.ts";
import { selected } from "./selected.ts";
import { Table } from "./table.ts";
import { Tally } from "./tally.ts";

export interface CheckFlags extends JudgeFlags, FilterFlags {
  readonly json?: boolean;
  readonly all?: boolean;
  /** Threads that judge. */
  readonly jobs?: number;
}

/**
 * Judges what the paths name, and writes a row for each that is asked for.
 *
 * @param paths may be empty where an agent is named: then its own folder is meant
 * @returns the exit code: of what is shown
 */
export async function check(paths: readonly string[], flags: CheckFlags, io: Io): Promise<number> {
  if (paths.length > 0) return new Check(flags, io).run(paths);
  const folders = agentFolders(io.env).filter((one) => one.agent === flags.agent);
  const own = folders.filter((one) => one.exists);
  if (own.length > 0) return new Check(flags, io).run(own.map(({ path }) => path));
  for (const { agent, path, variable } of folders.slice(0, 1)) {
    await io.stderr.write(
      `lastword: ${agent}'s own folder is not there (${escapePath(path)}); name a PATH, or another folder in ${variable}\n`,
    );
  }
  return EXIT_USAGE;
}

/** Rows in, text out. */
interface Writer {
  row(judged: Judged): string | Promise<string>;
  end(): string;
}

/** Something found, and its judgement where it is a file. */
interface Taken {
  readonly found: Found;
  readonly judgement?: Judgement | undefined;
}

class Check {
  readonly #flags: CheckFlags;
  readonly #options: JudgeOptions;
  readonly #io: Io;
  readonly #writer: Writer;
  readonly #tally = new Tally();
  #shown = 0;

  constructor(flags: CheckFlags, io: Io) {
    this.#flags = flags;
    this.#options = judgeOptionsFrom(flags);
    this.#io = io;
    this.#writer = flags.json === true ? jsonWriter(io.stdout) : tableWriter(io);
  }

  async run(paths: readonly string[]): Promise<number> {
    const found = selected(findTranscripts(paths, { all: this.#flags.all === true }), this.#flags);
    for await (const taken of this.#judgeAll(found)) {
      if (!(await this.#take(taken)) || this.#shown === this.#flags.limit) break;
    }
    const written = await this.#io.stdout.write(this.#writer.end());
    if (written && this.#flags.json !== true) this.#sum();
    if (this.#tally.hasTrouble) return EXIT_USAGE;
    return this.#tally.allTerminal ? EXIT_TERMINAL : EXIT_NOT_TERMINAL;
  }

  /** Judges files as they are found, in their order. */
  async *#judgeAll(found: AsyncIterable<Found>): AsyncGenerator<Taken, void, undefined> {
    const { jobs = 1 } = this.#flags;
    const judging = jobs > 1 ? judgingWith(jobs, this.#options) : judgingHere(this.#options);
    try {
      for await (const batch of batchesOf(found, judging.batch)) {
        const files = batch.flatMap((one) => (one.kind === "file" ? [one.path] : []));
        const judgements = (await judging.judge(files)).values();
        for (const one of batch) {
          yield one.kind === "file" ? { found: one, judgement: judgements.next().value } : { found: one };
        }
      }
    } finally {
      await judging.close();
    }
  }

  /** Writes one thing found; false once nobody reads the output any more. */
  async #take({ found, judgement }: Taken): Promise<boolean> {
    switch (found.kind) {
      case "file":
        return (
          judgement === undefined ||
          this.#write({ path: found.path, judgement: helped(judgement, found.special) })
        );
      case "standard-input":
        return this.#write({ path: STANDARD_INPUT, judgement: await this.#judgeInput() });
      case "closed-folder":
        return this.#write({ path: found.path, judgement: unread("unreadable", found.detail) });
      case "left-out":
        this.#tally.leaveOut();
        return true;
      case "nothing":
        this.#tally.missNothing();
        await this.#note(`${escapePath(found.path)}: ${found.detail}`);
        return true;
      default:
        return found satisfies never;
    }
  }

  async #judgeInput(): Promise<Judgement> {
    const { stdin } = this.#io;
    if (stdin.isTTY === true) await this.#note("reading a transcript from the terminal; end it with Ctrl-D");
    return judgeSource(stdin, this.#options);
  }

  async #write(judged: Judged): Promise<boolean> {
    // What cannot be read is told whatever is asked for.
    if (!isUnread(judged.judgement) && !isShown(judged, this.#flags)) {
      this.#tally.passOver();
      return true;
    }
    this.#shown += 1;
    this.#tally.count(judged);
    return this.#io.stdout.write(await this.#writer.row(judged));
  }

  async #note(text: string): Promise<void> {
    await this.#io.stderr.write(`lastword: ${text}\n`);
  }

  #sum(): void {
    const { stderr, env } = this.#io;
    const palette = paletteFor(stderr, env);
    for (const line of this.#tally.summary()) stderr.writeNow(`${palette.faint(line)}\n`);
  }
}

/** A FIFO or a device that was named: what it holds can be judged, but not from there. */
function helped(judgement: Judgement, special: boolean): Judgement {
  if (!special || judgement.kind !== "indeterminate" || judgement.detail === undefined) return judgement;
  return { ...judgement, detail: `${judgement.detail}, or give what it holds to: lastword check -` };
}

async function* batchesOf(
  found: AsyncIterable<Found>,
  size: number,
): AsyncGenerator<readonly Found[], void, undefined> {
  let batch: Found[] = [];
  for await (const one of found) {
    batch.push(one);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function jsonWriter(output: Output): Writer {
  return { row: (judged) => `${jsonFor(output, fieldsOf(judged))}\n`, end: () => "" };
}

function tableWriter({ stdout, env, now }: Io): Writer {
  return new Table({ columns: stdout.columns, palette: paletteFor(stdout, env), now });
}
