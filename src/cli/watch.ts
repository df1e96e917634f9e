/** `lastword watch`: follows transcripts while they are written, and tells whenever a verdict changes. */

import { existsSync } from "node:fs";
import { AGENT_NAMES, agentFolders } from "./agent-folders.ts";
import { paletteFor } from "./colour.ts";
import { escapePath } from "./escape.ts";
import { EXIT_DONE, EXIT_NOT_DONE } from "./exit-codes.ts";
import type { FilePath } from "./file-path.ts";
import type { Io } from "./io.ts";
import { judgeFile } from "./judge-path.ts";
import { judgeOptionsFrom } from "./options.ts";
import type { JudgeFlags } from "./options.ts";
import { findTranscripts } from "./paths.ts";
import { Progress } from "./progress.ts";
import { formatCount } from "./sizes.ts";
import { changeJson, changeLine } from "./watch/change.ts";
import type { Change } from "./watch/change.ts";
import { CommandQueue } from "./watch/command-queue.ts";
import { Files } from "./watch/files.ts";
import { Verdicts } from "./watch/verdicts.ts";

export interface WatchFlags extends JudgeFlags {
  readonly json?: boolean;
  /** A command of the shell, run for each change. */
  readonly exec?: string;
  /** Ask the disk again and again, instead of being told by the system. */
  readonly poll?: boolean;
  /** How often, ms. */
  readonly interval: number;
}

/**
 * Follows the transcripts that the paths name, and those that appear in their folders; without paths the agents' own
 * folders. A line a change; the command of `--exec` is run for each, one after the other.
 *
 * @param signal ends the watching
 * @returns the exit code: 0 once it is stopped, 1 where a command failed, 2 where there is nothing to watch
 */
export async function watch(
  paths: readonly string[],
  flags: WatchFlags,
  io: Io,
  signal: AbortSignal,
): Promise<number> {
  const { stdout, stderr, env, now } = io;
  const note = (text: string): void => {
    stderr.writeNow(`lastword: ${text}\n`);
  };
  const roots = paths.length > 0 ? paths : agentFolders(env).flatMap((one) => (one.exists ? [one.path] : []));
  if (roots.length === 0) {
    note(`no agent's folder is here (${AGENT_NAMES.join(", ")}); name what to watch: lastword watch PATH...`);
    return EXIT_NOT_DONE;
  }
  const options = judgeOptionsFrom(flags);
  const verdicts = new Verdicts((path) => judgeFile(path, options));
  const commands = new CommandQueue({ command: flags.exec, env, note });
  const palette = paletteFor(stdout, env);
  const tell = async (change: Change): Promise<void> => {
    const { columns } = stdout;
    await stdout.write(
      flags.json === true ? changeJson(change) : await changeLine(change, { columns, palette }),
    );
    commands.add(change);
  };
  const files = new Files(roots, { poll: flags.poll === true, intervalMs: flags.interval, note });
  const ready = await files.start();
  const known: FilePath[] = [];
  for await (const found of findTranscripts(roots, { all: false })) {
    if (found.kind === "file" && existsSync(found.path)) known.push(found.path);
    else if (found.kind === "file") note(`${escapePath(found.path)}: not there yet; it is waited for`);
    else if ("detail" in found) note(`${escapePath(found.path)}: ${found.detail}`);
  }
  const progress = new Progress(stderr, "transcripts judged", now);
  for await (const path of progress.over(known)) {
    if (signal.aborted) break;
    verdicts.learn(path);
  }
  progress.clear();
  const count = `${formatCount(verdicts.size)} ${verdicts.size === 1 ? "transcript" : "transcripts"}`;
  if (!signal.aborted) note(`${count}, ${ready}; Ctrl-C ends it`);
  for await (const path of files.changed(signal)) {
    const change = verdicts.look(path, now());
    if (change !== undefined) await tell(change);
    if (stdout.failure !== undefined) break;
  }
  await files.close();
  await commands.done();
  return commands.failed ? EXIT_NOT_DONE : EXIT_DONE;
}
