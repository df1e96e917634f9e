/** `lastword doctor`: whether a session's events and its transcript will be found, and what to do where they will not. */

import { statSync } from "node:fs";
import { resolve } from "node:path";
import { inspectRelay } from "../agents/hooks/inspect-relay.ts";
import type { InspectedProgram, RelayInspection } from "../agents/hooks/inspect-relay.ts";
import { selfFor } from "../agents/hooks/self.ts";
import type { RelayFindings } from "../agents/index.ts";
import { eventsLine, settingsFolderLine, transcriptLines } from "./doctor/folder-lines.ts";
import { fail, note, ok } from "./doctor/line.ts";
import type { DoctorLine, LineState } from "./doctor/line.ts";
import { tryRelay } from "./doctor/live-event.ts";
import { relayLines } from "./doctor/relay-lines.ts";
import { storeLine } from "./doctor/store-line.ts";
import { paletteFor } from "./colour.ts";
import { escapePath, escapeText } from "./escape.ts";
import { EXIT_DONE, EXIT_NOT_DONE, EXIT_USAGE } from "./exit-codes.ts";
import type { Io } from "./io.ts";
import { jsonFor } from "./judged.ts";
import { prepareToMeasure, wrap } from "./width.ts";

/** The flags as commander hands them over. */
export interface DoctorFlags {
  readonly project?: string;
  readonly store?: string;
  readonly eventsDir?: string;
  readonly json?: boolean;
}

/**
 * Looks at everything that a lost session may be due to, and sends a test event.
 *
 * @returns the exit code: 0 where nothing fails, 1 where something does
 */
export async function doctor(flags: DoctorFlags, io: Io): Promise<number> {
  const { env, stdout, stderr } = io;
  const project = resolve(flags.project ?? ".");
  if (statSync(project, { throwIfNoEntry: false })?.isDirectory() !== true) {
    await stderr.write(`lastword: ${escapePath(project)} is no folder; give the project's with --project\n`);
    return EXIT_USAGE;
  }
  const self = selfFor(env);
  const inspection = inspectRelay({ project, env, self });
  const tried = await tryPrograms(inspection, self.script, env);
  const lines = [
    ...relayLines(inspection, self.version),
    ...settingsFolderLine(project),
    ...tried,
    eventsLine(flags.eventsDir === undefined ? undefined : resolve(flags.eventsDir), env),
    ...transcriptLines(project, env),
    await storeLine(flags.store, env),
  ];
  const isWell = !lines.some(({ state }) => state === "fail");
  if (flags.json === true) {
    const relay = withTrial(inspection.findings, tried);
    await stdout.write(`${jsonFor(stdout, { project, ok: isWell, lines, relay })}\n`);
  } else {
    await prepareToMeasure(lines.map(({ says }) => says).join(""));
    for (const line of lines) await stdout.write(textOf(line, io));
  }
  return isWell ? EXIT_DONE : EXIT_NOT_DONE;
}

/** What runs may be the project's own: in a folder that is known not to be trusted nothing of it is started. */
async function tryPrograms(
  { programs, project, trust }: RelayInspection,
  script: string,
  env: Io["env"],
): Promise<readonly DoctorLine[]> {
  const lines: DoctorLine[] = [];
  for (const { entry, state } of programs) {
    if (state.kind !== "present") continue;
    const isThis = entry.relay.words.at(-1) === script;
    if (trust.kind === "untrusted" && !isThis) {
      lines.push(
        note("test event", "not tried: the registered command is the project's own, and it is not trusted"),
      );
    } else lines.push(await tryProgram(entry, project, env));
  }
  return lines;
}

async function tryProgram(
  entry: InspectedProgram["entry"],
  project: string,
  env: Io["env"],
): Promise<DoctorLine> {
  const tried = await tryRelay(entry, { project, env });
  return tried.kind === "arrived"
    ? ok("test event", `${entry.event} arrived after ${Math.round(tried.ms)} ms`)
    : fail(
        "test event",
        `${entry.command}: ${tried.detail}`,
        "run it by hand: a payload in, and a file in LASTWORD_EVENTS_DIR",
      );
}

/** A relay whose test event is lost cannot be run, whatever its files look like. */
function withTrial(findings: RelayFindings, tried: readonly DoctorLine[]): RelayFindings {
  const arrived = tried.some(({ state }) => state === "ok");
  const lost = tried.some(({ state }) => state === "fail");
  return lost && !arrived ? { ...findings, relayReadable: false } : findings;
}

/** In less, a text is broken by the terminal. */
const COLUMNS_MIN = 40;
const CHECK_COLUMNS = "registration".length;
const SIGNS = { ok: "ok  ", note: "-   ", fail: "FAIL" } as const satisfies Record<LineState, string>;

function textOf({ check, state, says, repair }: DoctorLine, { stdout, env }: Io): string {
  const { trouble, faint, strong } = paletteFor(stdout, env);
  const columns = Math.max(stdout.columns ?? Infinity, COLUMNS_MIN);
  const sign = { ok: strong, note: faint, fail: trouble }[state](SIGNS[state]);
  const margin = " ".repeat(CHECK_COLUMNS + 8);
  const [first = "", ...rest] = wrap(escapeText(says), columns - margin.length);
  const lines = [`${sign}  ${check.padEnd(CHECK_COLUMNS)}  ${first}`, ...rest.map((line) => margin + line)];
  // A command stays on one line: it is to be pasted.
  if (repair !== undefined) lines.push(margin + escapeText(repair));
  return lines.map((line) => `${line}\n`).join("");
}
