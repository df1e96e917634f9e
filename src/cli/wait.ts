/** `lastword wait`: returns when a run has ended, with an answer or without one, or when the time is up. */

import { existsSync, statSync } from "node:fs";
import type { RunStore } from "../agents/index.ts";
import type { Judgement } from "../transcripts/index.ts";
import { escapePath, escapeText, shellWord } from "./escape.ts";
import { EXIT_NOT_TERMINAL, EXIT_TERMINAL, EXIT_TIMED_OUT, EXIT_USAGE } from "./exit-codes.ts";
import { explainCommand } from "./explain-command.ts";
import type { Io } from "./io.ts";
import { judgeFile } from "./judge-path.ts";
import { fieldsOf, jsonFor } from "./judged.ts";
import { judgeOptionsFrom } from "./options.ts";
import type { JudgeFlags } from "./options.ts";
import { phraseFor } from "./phrases.ts";
import { sleep } from "./sleep.ts";
import { fileOf, storeUrlFrom } from "./store-url.ts";
import { withStore } from "./with-store.ts";
import type { StoreFlags } from "./with-store.ts";

export interface WaitFlags extends JudgeFlags, StoreFlags {
  readonly json?: boolean;
  /** How long to wait at most, ms; without it, for ever. */
  readonly timeout?: number;
  /** How long a transcript must have been left alone before its last word counts, ms. */
  readonly quiet: number;
  /** A transcript left alone for so long without an answer belongs to a child that is gone, ms. */
  readonly idle: number;
  /** How often to look, ms. */
  readonly interval: number;
}

/** What ends the waiting. */
export interface Stop {
  readonly signal: AbortSignal;
}

/**
 * Waits for a transcript, or for a run of the registry.
 *
 * @param target a path, or a run's id
 * @returns the exit code: 0 it ended with an answer, which is written out; 1 it did not finish; 124 the time is up,
 *   or the waiting was interrupted; 2 there is no such run
 */
export async function wait(target: string, flags: WaitFlags, io: Io, { signal }: Stop): Promise<number> {
  const startedAt = io.now();
  const late = (): boolean => flags.timeout !== undefined && io.now() - startedAt >= flags.timeout;
  const look = isPath(target) ? fileLook(target, flags, io) : undefined;
  if (look !== undefined) {
    return waitFor(look, { late, flags, io, signal, target, next: explainCommand(target) });
  }
  const store = fileOf(storeUrlFrom(flags.store, io.env));
  if (store !== undefined && !existsSync(store)) {
    const why = `no such file, and no store ${escapePath(store)} to know a run from; name another with --store`;
    await io.stderr.write(`lastword: ${escapePath(target)}: ${why}\n`);
    return EXIT_USAGE;
  }
  const next = `lastword runs show ${shellWord(target)}${flags.store === undefined ? "" : " --store URL"}`;
  return withStore({ flags, io, needsFile: true }, ({ store }) =>
    waitFor(runLook(target, store, io), { late, flags, io, signal, target, next }),
  );
}

/** Whether it is over: an exit code, once it is; how it stands, before. */
type Look = () => Promise<number | string>;

interface Waiting {
  readonly late: () => boolean;
  readonly flags: WaitFlags;
  readonly io: Io;
  readonly signal: AbortSignal;
  readonly target: string;
  /** The command that says how it stands. */
  readonly next: string;
}

async function waitFor(look: Look, { late, flags, io, signal, target, next }: Waiting): Promise<number> {
  let told: string | undefined;
  for (;;) {
    // One look after the other.
    const state = await look();
    if (typeof state === "number") return state;
    if (late() || signal.aborted) {
      const why = signal.aborted ? "interrupted" : "the time is up";
      await io.stderr.write(
        `lastword: ${escapePath(target)}: ${why}, and it has not ended; how it stands: ${next}\n`,
      );
      return EXIT_TIMED_OUT;
    }
    if (io.stderr.isTerminal && state !== told) {
      const hint = told === undefined ? "; Ctrl-C ends the waiting" : "";
      await io.stderr.write(`lastword: ${escapePath(target)}: ${state}${hint}\n`);
      told = state;
    }
    await sleep(flags.interval, signal);
  }
}

/** A run's id has no slash in it and no `.jsonl` at its end; whatever is there as a file is a file. */
function isPath(target: string): boolean {
  return /[/\\]|\.jsonl(?:\.zst)?$/.test(target) || existsSync(target);
}

function fileLook(path: string, flags: WaitFlags, io: Io): Look {
  const options = judgeOptionsFrom(flags);
  let known: { readonly state: string; readonly judgement: Judgement } | undefined;
  return async () => {
    const stat = statSync(path, { throwIfNoEntry: false });
    // It may not have begun yet.
    if (stat === undefined) return "not there yet";
    const state = `${stat.ino} ${stat.size} ${stat.mtimeMs}`;
    if (known?.state !== state) known = { state, judgement: judgeFile(path, options) };
    const { judgement } = known;
    const quietFor = io.now() - stat.mtimeMs;
    if (judgement.reason === "unreadable" && judgement.kind === "indeterminate" && !judgement.transient) {
      await io.stderr.write(`lastword: ${escapePath(path)}: ${escapeText(judgement.detail ?? "")}\n`);
      return EXIT_USAGE;
    }
    const verdict = `${judgement.kind}: ${phraseFor(judgement)}`;
    if (quietFor < flags.quiet) return `${verdict}; its file was written to a moment ago`;
    if (judgement.kind === "terminal") {
      const json = `${jsonFor(io.stdout, fieldsOf({ path, judgement }))}\n`;
      await io.stdout.write(flags.json === true ? json : `${textFor(judgement.text, io)}\n`);
      return EXIT_TERMINAL;
    }
    // Behind an error the host may try again; whoever was aborted says no more.
    const over = judgement.reason === "stopped-aborted" || quietFor >= flags.idle;
    if (judgement.kind === "parked" || !over) return verdict;
    if (flags.json === true) await io.stdout.write(`${jsonFor(io.stdout, fieldsOf({ path, judgement }))}\n`);
    else {
      await io.stderr.write(`lastword: ${escapePath(path)}: ${verdict}; why: ${explainCommand(path)}\n`);
    }
    return EXIT_NOT_TERMINAL;
  };
}

/** Into a file or a pipe exactly as it is; a terminal gets nothing that it would obey. */
function textFor(text: string, { stdout }: Io): string {
  return stdout.isTerminal ? text.split("\n").map(escapeText).join("\n") : text;
}

function runLook(runId: string, store: Pick<RunStore, "get" | "settlementOf">, io: Io): Look {
  return async () => {
    const run = await store.get(runId);
    if (run === undefined) {
      await io.stderr.write(
        `lastword: ${escapeText(runId)}: no such run, and no such file; lastword runs list shows the runs\n`,
      );
      return EXIT_USAGE;
    }
    if (run.status !== "ended") return run.status;
    const settlement = await store.settlementOf(runId);
    if (settlement?.kind === "ok" && settlement.result.text !== undefined) {
      await io.stdout.write(`${textFor(settlement.result.text, io)}\n`);
    }
    if (run.outcome === "ok") return EXIT_TERMINAL;
    const why = settlement?.kind === "error" ? `${settlement.reason}: ${settlement.error}` : "it failed";
    await io.stderr.write(`lastword: ${escapeText(runId)}: ${escapeText(why)}\n`);
    return EXIT_NOT_TERMINAL;
  };
}
