/** `lastword check`: one verdict a transcript, written as it is made. */

import type { JudgeOptions, Judgement } from "../transcripts/index.ts";
import { paletteFor } from "./colour.ts";
import { escapePath } from "./escape.ts";
import { EXIT_NOT_TERMINAL, EXIT_TERMINAL, EXIT_USAGE } from "./exit-codes.ts";
import type { FilePath } from "./file-path.ts";
import type { Io } from "./io.ts";
import { judgeFile, judgeSource, unread } from "./judge-path.ts";
import { fieldsOf, jsonFor } from "./judged.ts";
import type { Judged } from "./judged.ts";
import { judgeOptionsFrom } from "./options.ts";
import type { JudgeFlags } from "./options.ts";
import type { Output } from "./output.ts";
import { STANDARD_INPUT, findTranscripts } from "./paths.ts";
import type { Found } from "./paths.ts";
import { Table } from "./table.ts";
import { Tally } from "./tally.ts";

export interface CheckFlags extends JudgeFlags {
  readonly json?: boolean;
  readonly all?: boolean;
}

/**
 * Judges what the paths name, and writes a row for each.
 *
 * @returns the exit code
 */
export async function check(paths: readonly string[], flags: CheckFlags, io: Io): Promise<number> {
  return new Check(flags, io).run(paths);
}

/** Rows in, text out. */
interface Writer {
  row(judged: Judged): string | Promise<string>;
  end(): string;
}

class Check {
  readonly #all: boolean;
  readonly #options: JudgeOptions;
  readonly #io: Io;
  readonly #writer: Writer;
  readonly #summary: boolean;
  readonly #tally = new Tally();

  constructor(flags: CheckFlags, io: Io) {
    this.#all = flags.all === true;
    this.#options = judgeOptionsFrom(flags);
    this.#io = io;
    this.#writer = flags.json === true ? jsonWriter(io.stdout) : tableWriter(io);
    this.#summary = flags.json !== true;
  }

  async run(paths: readonly string[]): Promise<number> {
    for await (const found of findTranscripts(paths, { all: this.#all })) {
      if (!(await this.#take(found))) break;
    }
    const written = await this.#io.stdout.write(this.#writer.end());
    if (written && this.#summary) this.#sum();
    if (this.#tally.hasTrouble) return EXIT_USAGE;
    return this.#tally.allTerminal ? EXIT_TERMINAL : EXIT_NOT_TERMINAL;
  }

  /** Judges and writes one thing found; false once nobody reads the output any more. */
  async #take(found: Found): Promise<boolean> {
    switch (found.kind) {
      case "file":
        return this.#write({ path: found.path, judgement: this.#judge(found.path, found.special) });
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

  #judge(path: FilePath, special: boolean): Judgement {
    const judgement = judgeFile(path, this.#options);
    if (!special || judgement.kind !== "indeterminate" || judgement.detail === undefined) return judgement;
    return { ...judgement, detail: `${judgement.detail}, or give what it holds to: lastword check -` };
  }

  async #judgeInput(): Promise<Judgement> {
    const { stdin } = this.#io;
    if (stdin.isTTY === true) await this.#note("reading a transcript from the terminal; end it with Ctrl-D");
    return judgeSource(stdin, this.#options);
  }

  async #write(judged: Judged): Promise<boolean> {
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

function jsonWriter(output: Output): Writer {
  return { row: (judged) => `${jsonFor(output, fieldsOf(judged))}\n`, end: () => "" };
}

function tableWriter({ stdout, env, now }: Io): Writer {
  return new Table({ columns: stdout.columns, palette: paletteFor(stdout, env), now });
}
