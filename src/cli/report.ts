/** `lastword report`: one page, in one file, to look at what became of many runs. */

import { closeSync, constants, openSync, writeFileSync } from "node:fs";
import { agentFolders } from "./agent-folders.ts";
import { escapePath } from "./escape.ts";
import { EXIT_DONE, EXIT_NOT_DONE, EXIT_USAGE } from "./exit-codes.ts";
import type { FilePath } from "./file-path.ts";
import type { Io } from "./io.ts";
import { judgeOptionsFrom } from "./options.ts";
import type { JudgeFlags } from "./options.ts";
import { findTranscripts } from "./paths.ts";
import { Progress } from "./progress.ts";
import { TIMELINES_MAX, datedFiles, reportData, reportRun } from "./report/gather.ts";
import type { ReportRun } from "./report/data.ts";
import { reportPage } from "./report/page.ts";

export interface ReportFlags extends JudgeFlags {
  /** The file to write; `-` is standard output. */
  readonly out: string;
  /** Write over a file that is there. */
  readonly force?: boolean;
}

/**
 * Writes the page.
 *
 * @param paths files, folders and globs; without any, the agents' own folders
 * @returns the exit code: 0 it was written; 1 there is nothing to show; 2 it could not be written
 */
export async function report(paths: readonly string[], flags: ReportFlags, io: Io): Promise<number> {
  const roots =
    paths.length > 0 ? paths : agentFolders(io.env).flatMap((one) => (one.exists ? [one.path] : []));
  const files = await filesIn(roots, io);
  if (files.length === 0) {
    await io.stderr.write(
      "lastword: no transcripts to show; name some: lastword report PATH... --out FILE\n",
    );
    return EXIT_NOT_DONE;
  }
  const page = reportPage(reportData(await runsOf(files, flags, io), io.now()));
  if (flags.out === "-") {
    await io.stdout.write(page);
    return EXIT_DONE;
  }
  return write(page, flags, io);
}

async function filesIn(roots: readonly string[], { stderr }: Io): Promise<readonly FilePath[]> {
  const files: FilePath[] = [];
  for await (const found of findTranscripts(roots, { all: false })) {
    if (found.kind === "file") files.push(found.path);
    else if ("detail" in found) await stderr.write(`lastword: ${escapePath(found.path)}: ${found.detail}\n`);
  }
  return files;
}

async function runsOf(
  files: readonly FilePath[],
  flags: ReportFlags,
  { stderr, now }: Io,
): Promise<readonly ReportRun[]> {
  const options = judgeOptionsFrom(flags);
  const progress = new Progress(stderr, "transcripts judged", now);
  const runs: ReportRun[] = [];
  for await (const file of progress.over(datedFiles(files))) {
    runs.push(reportRun(file, options, runs.length < TIMELINES_MAX));
  }
  return runs;
}

/** The page holds what the transcripts say: it is for its user's eyes alone. */
async function write(page: string, { out, force = false }: ReportFlags, { stderr }: Io): Promise<number> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_TRUNC } = constants;
  try {
    const file = openSync(out, O_WRONLY | O_CREAT | (force ? O_TRUNC : O_EXCL), 0o600);
    try {
      writeFileSync(file, page);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const why =
      code === "EEXIST" ? "it is there already; --force writes over it" : `it cannot be written (${code})`;
    await stderr.write(`lastword: ${escapePath(out)}: ${why}\n`);
    return EXIT_USAGE;
  }
  await stderr.write(`lastword: ${escapePath(out)} is written; open it in a browser\n`);
  return EXIT_DONE;
}
