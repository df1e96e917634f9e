/** `lastword explain`: one verdict, why it is so, and the records that led to it. */

import { statSync } from "node:fs";
import { outlineTranscriptSync } from "../transcripts/index.ts";
import type { Judgement, Outline } from "../transcripts/index.ts";
import { paletteFor } from "./colour.ts";
import { escapePath } from "./escape.ts";
import { EXIT_NOT_TERMINAL, EXIT_TERMINAL, EXIT_USAGE } from "./exit-codes.ts";
import { explainText } from "./explain-text.ts";
import { explanationFields } from "./explanation.ts";
import type { Explanation } from "./explanation.ts";
import type { FilePath } from "./file-path.ts";
import type { Io } from "./io.ts";
import { judgeFile } from "./judge-path.ts";
import { jsonFor } from "./judged.ts";
import { judgeOptionsFrom } from "./options.ts";
import type { JudgeFlags } from "./options.ts";
import { STANDARD_INPUT } from "./paths.ts";
import { isUnread } from "./phrases.ts";
import { spelledOnDisk } from "./undecoded.ts";
import { prepareToMeasure } from "./width.ts";

export interface ExplainFlags extends JudgeFlags {
  readonly json?: boolean;
  /** Records listed. */
  readonly last: number;
}

/**
 * Explains the verdict on one transcript.
 *
 * @returns the exit code
 */
export async function explain(arg: string, flags: ExplainFlags, io: Io): Promise<number> {
  const [path = arg] = spelledOnDisk(arg);
  const refusal = refusalFor(path);
  if (refusal !== undefined) {
    await io.stderr.write(`lastword: ${refusal}\n`);
    return EXIT_USAGE;
  }
  const explanation = explained(path, flags);
  await io.stdout.write(flags.json === true ? json(explanation, io) : await text(explanation, io));
  return exitCodeFor(explanation.judgement);
}

/** What cannot be explained at all, and what to do instead. */
function refusalFor(path: FilePath): string | undefined {
  if (path === STANDARD_INPUT) {
    return "explain reads the end of a file; save standard input to one, or use: lastword check -";
  }
  try {
    if (!statSync(path).isDirectory()) return undefined;
  } catch {
    return undefined;
  }
  const shown = escapePath(path);
  return `${shown} is a folder; explain takes one transcript. Find it with: lastword check ${shown}`;
}

function explained(path: FilePath, flags: ExplainFlags): Explanation {
  const judgement = judgeFile(path, judgeOptionsFrom(flags));
  return { path, judgement, outline: isUnread(judgement) ? undefined : outlineOf(path, judgement, flags) };
}

function outlineOf(
  path: FilePath,
  judgement: Judgement,
  { last, root, lineBytes }: ExplainFlags,
): Outline | undefined {
  try {
    return outlineTranscriptSync(path, {
      format: judgement.format,
      count: last,
      include: judgement.at?.offset,
      ...(root === undefined ? {} : { root }),
      ...(lineBytes === undefined ? {} : { lineBytesMax: lineBytes }),
    });
  } catch {
    // The file went away, or shrank, between the verdict and this: the verdict stands without the list.
    return undefined;
  }
}

function json(explanation: Explanation, { stdout }: Io): string {
  return `${jsonFor(stdout, explanationFields(explanation))}\n`;
}

async function text(explanation: Explanation, { stdout, env }: Io): Promise<string> {
  // All that may be shown, for its characters alone.
  await prepareToMeasure(JSON.stringify(explanationFields(explanation)));
  return explainText(explanation, { columns: stdout.columns, palette: paletteFor(stdout, env) });
}

function exitCodeFor(judgement: Judgement): number {
  if (isUnread(judgement)) return EXIT_USAGE;
  return judgement.kind === "terminal" ? EXIT_TERMINAL : EXIT_NOT_TERMINAL;
}
