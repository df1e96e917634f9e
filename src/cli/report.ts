/** `lastword report`: one page, in one file, to look at what became of many runs. */

import { closeSync, constants, existsSync, openSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { agentFolders } from "./agent-folders.ts";
import { escapePath, oneLine } from "./escape.ts";
import { EXIT_DONE, EXIT_NOT_DONE, EXIT_USAGE } from "./exit-codes.ts";
import type { FilePath } from "./file-path.ts";
import type { Io } from "./io.ts";
import { isFolder } from "./is-folder.ts";
import { judgeOptionsFrom } from "./options.ts";
import type { JudgeFlags } from "./options.ts";
import { findTranscripts } from "./paths.ts";
import { Progress } from "./progress.ts";
import { TIMELINES_MAX, datedFiles, reportData, reportRun } from "./report/gather.ts";
import type { ReportRun } from "./report/data.ts";
import { reportPage } from "./report/page.ts";

/** Of so many that could not be read the trouble is told. */
const UNREAD_TOLD_MAX = 10;
const THERE_ALREADY = "it is there already; --force writes over it";

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
 * @returns the exit code: 0 it was written; 1 there is nothing to show; 2 it could not be written, or a transcript could
 *   not be read, which the page says too
 */
export async function report(paths: readonly string[], flags: ReportFlags, io: Io): Promise<number> {
  const fault = placeFault(flags);
  if (fault !== undefined) return complain(flags, fault, io);
  const roots =
    paths.length > 0 ? paths : agentFolders(io.env).flatMap((one) => (one.exists ? [one.path] : []));
  const files = await filesIn(roots, io);
  if (files.length === 0) {
    await io.stderr.write(
      "lastword: no transcripts to show; name some: lastword report PATH... --out FILE\n",
    );
    return EXIT_NOT_DONE;
  }
  const runs = await runsOf(files, flags, io);
  const page = reportPage(reportData(runs, io.now()));
  if (flags.out === "-") await io.stdout.write(page);
  else {
    const failure = writeFault(page, flags);
    if (failure !== undefined) return complain(flags, failure, io);
    await io.stderr.write(`lastword: ${escapePath(flags.out)} is written; open it in a browser\n`);
  }
  return tellUnread(runs, io);
}

/** What could not be read is on the page; who typed its name should not have to open it to learn that. */
async function tellUnread(runs: readonly ReportRun[], { stderr }: Io): Promise<number> {
  const unread = runs.filter(({ reason }) => reason === "missing" || reason === "unreadable");
  for (const { path, text } of unread.slice(0, UNREAD_TOLD_MAX)) {
    await stderr.write(`lastword: ${escapePath(path)}: ${oneLine(text)}\n`);
  }
  const more = unread.length - UNREAD_TOLD_MAX;
  if (more > 0) await stderr.write(`lastword: and ${more} more that could not be read; the page has them\n`);
  return unread.length > 0 ? EXIT_USAGE : EXIT_DONE;
}

async function complain({ out }: ReportFlags, fault: string, { stderr }: Io): Promise<number> {
  await stderr.write(`lastword: ${escapePath(out)}: ${fault}\n`);
  return EXIT_USAGE;
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

/** Why the page cannot go there, before thousands of transcripts are judged for it. */
function placeFault({ out, force = false }: ReportFlags): string | undefined {
  if (out === "-") return undefined;
  if (isFolder(out)) return "a folder; name a file in it";
  if (existsSync(out)) return force ? undefined : THERE_ALREADY;
  return isFolder(dirname(out)) ? undefined : faultWords("ENOENT", out);
}

/**
 * Writes the page; says why it could not. It holds what the transcripts say: it is for its user's eyes alone.
 */
function writeFault(page: string, { out, force = false }: ReportFlags): string | undefined {
  const { O_WRONLY, O_CREAT, O_EXCL, O_TRUNC } = constants;
  try {
    const file = openSync(out, O_WRONLY | O_CREAT | (force ? O_TRUNC : O_EXCL), 0o600);
    try {
      writeFileSync(file, page);
    } catch (error) {
      // Half a page looks like one.
      if (!force) rmSync(out, { force: true });
      throw error;
    } finally {
      closeSync(file);
    }
    return undefined;
  } catch (error) {
    return faultWords(error instanceof Error && "code" in error ? String(error.code) : "", out);
  }
}

function faultWords(code: string, out: string): string {
  switch (code) {
    case "EEXIST":
      return THERE_ALREADY;
    case "ENOENT":
    case "ENOTDIR":
      return `there is no folder ${escapePath(dirname(out))}; make it, or name another file`;
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return `you may not write there (${code}); name another file`;
    case "ENOSPC":
    case "EDQUOT":
      return `no room is left there (${code}); make some, or name another file`;
    default:
      return `it cannot be written (${code}); name another file`;
  }
}
