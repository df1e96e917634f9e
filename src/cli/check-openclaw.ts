/** `lastword check --openclaw`: every run of OpenClaw's registry, beside what its child's record proves. */

import { existsSync } from "node:fs";
import { registryFile } from "../agents/openclaw/places.ts";
import { StoreError, auditOpenClaw, openClawStateDir } from "../agents/index.ts";
import type { Audit } from "../agents/index.ts";
import { paletteFor } from "./colour.ts";
import { escapePath, oneLine } from "./escape.ts";
import { EXIT_NOT_TERMINAL, EXIT_TERMINAL, EXIT_USAGE } from "./exit-codes.ts";
import type { Io } from "./io.ts";
import { jsonFor } from "./judged.ts";
import { RUN_HEADING, hintFor, rowOf, runFields } from "./openclaw-row.ts";
import type { JudgeFlags } from "./options.ts";
import { lastTextOf } from "./phrases.ts";
import { formatCount } from "./sizes.ts";
import { prepareToMeasure } from "./width.ts";

/** The flags that this form of the command heeds. */
export interface OpenClawFlags extends Pick<JudgeFlags, "skew" | "lineBytes"> {
  /** The state folder; true for the usual one. */
  readonly openclaw: string | true;
  readonly fixHint?: boolean;
  readonly json?: boolean;
}

/**
 * Lists the runs, and marks where registry and record disagree.
 *
 * @returns the exit code: 0 where they agree on all, 1 where not, 2 where the registry cannot be read
 */
export async function checkOpenClaw(flags: OpenClawFlags, io: Io): Promise<number> {
  const stateDir = flags.openclaw === true ? openClawStateDir(io.env) : flags.openclaw;
  if (!existsSync(registryFile(stateDir))) {
    await io.stderr.write(
      `lastword: ${escapePath(stateDir)}: OpenClaw's registry cannot be read: there is no ` +
        `${escapePath(registryFile(stateDir))}; name the state folder: lastword check --openclaw STATE_DIR\n`,
    );
    return EXIT_USAGE;
  }
  const { skew, lineBytes } = flags;
  try {
    const audit = await auditOpenClaw(stateDir, {
      ...(skew === undefined ? {} : { skewMs: skew }),
      ...(lineBytes === undefined ? {} : { lineBytesMax: lineBytes }),
    });
    return await list(audit, flags, io);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const { detail } = error.failure;
    await io.stderr.write(
      `lastword: ${escapePath(stateDir)}: OpenClaw's registry cannot be read: ${oneLine(detail)}\n`,
    );
    return EXIT_USAGE;
  }
}

async function list(audit: Audit, { json, fixHint }: OpenClawFlags, io: Io): Promise<number> {
  const { stdout, stderr, env } = io;
  const palette = paletteFor(stdout, env);
  const isTable = json !== true;
  if (isTable && stdout.isTerminal && audit.count > 0) {
    await stdout.write(`${palette.faint(`  ${RUN_HEADING}`)}\n`);
  }
  const counts = { "hidden-answer": 0, "unproved-ok": 0, unread: 0 };
  for await (const finding of audit.findings()) {
    const { disagreement, reading } = finding;
    if (disagreement !== undefined) counts[disagreement] += 1;
    if (reading.judgement.reason === "unreadable") counts.unread += 1;
    // Where nothing is cut nothing is measured either.
    if (isTable && stdout.columns !== undefined) await prepareToMeasure(lastTextOf(reading.judgement));
    const row = isTable ? rowOf(finding, stdout.columns) : `${jsonFor(stdout, runFields(finding))}\n`;
    const hint = isTable && fixHint === true ? hintFor(finding) : "";
    const painted = disagreement === undefined ? row : `${palette.trouble(row.trimEnd())}\n`;
    if (!(await stdout.write(painted + hint))) break;
  }
  if (isTable) {
    for (const line of summaryOf(audit, counts, fixHint === true)) stderr.writeNow(`${line}\n`);
  }
  if (counts.unread > 0) return EXIT_USAGE;
  return counts["hidden-answer"] + counts["unproved-ok"] > 0 ? EXIT_NOT_TERMINAL : EXIT_TERMINAL;
}

interface Counts {
  readonly "hidden-answer": number;
  readonly "unproved-ok": number;
  readonly unread: number;
}

function summaryOf(audit: Audit, counts: Counts, hinted: boolean): readonly string[] {
  const { "hidden-answer": hidden, "unproved-ok": unproved, unread } = counts;
  return [
    `${formatCount(audit.count)} ${audit.count === 1 ? "run" : "runs"}: ${hidden} called failed that finished, ${unproved} called ok that did not`,
    ...(unread > 0 ? [`${unread} could not be read; see their rows`] : []),
    ...(audit.strange > 0 ? [`${audit.strange} rows of the registry could not be understood`] : []),
    ...(audit.cut ? ["there are older runs, which were not looked at"] : []),
    ...(hidden + unproved > 0 && !hinted ? ["what the parents were told: --fix-hint"] : []),
  ];
}
