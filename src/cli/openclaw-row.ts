/** One run of an OpenClaw registry, as `check --openclaw` shows it: a row, a hint, or the fields of a JSON object. Pure. */

import type { RunFinding } from "../agents/index.ts";
import { oneLine } from "./escape.ts";
import { fieldsOf } from "./judged.ts";
import { lastTextOf } from "./phrases.ts";
import { cutEnd, pad } from "./width.ts";

const ID_LENGTH = 8;
const GAP = "  ";
/** Long enough for the four known failures to be told apart. */
const REGISTRY_COLUMNS = 44;
const OURS_COLUMNS = 32;

/** The names over the columns. */
export const RUN_HEADING = [
  pad("RUN", ID_LENGTH),
  pad("REGISTRY", REGISTRY_COLUMNS),
  pad("RECORD", OURS_COLUMNS),
  "LAST TEXT",
].join(GAP);

/** What the registry says of the run. */
export function registryWords({ run }: RunFinding): string {
  if (run.endedAt === undefined) {
    return run.pauseReason === undefined ? "running" : `paused: ${run.pauseReason}`;
  }
  const { status = "unknown", error } = run.outcome ?? {};
  return error === undefined ? status : `${status}: ${error}`;
}

/** What the record proves of it. */
function recordWords({ attribution, reading }: RunFinding): string {
  return attribution.kind === "answer"
    ? `answer ${reading.judgement.reason}`
    : `${reading.judgement.kind === "terminal" ? "no answer of it:" : reading.judgement.kind} ${attribution.reason}`;
}

/**
 * The row of a run, with its LF. A disagreement is marked by `!` before it.
 *
 * @param columns the terminal's width; undefined where nothing is to be cut
 */
export function rowOf(finding: RunFinding, columns: number | undefined): string {
  const registry = oneLine(registryWords(finding));
  const record = recordWords(finding);
  const cells = [
    `${finding.disagreement === undefined ? " " : "!"} ${oneLine(finding.run.runId).slice(0, ID_LENGTH)}`,
    columns === undefined ? registry : pad(cutEnd(registry, REGISTRY_COLUMNS), REGISTRY_COLUMNS),
    pad(record, OURS_COLUMNS),
    oneLine(lastTextOf(finding.reading.judgement)),
  ];
  const line = cells.join(GAP).trimEnd();
  return `${columns === undefined ? line : cutEnd(line, columns)}\n`;
}

/** What the parent was told, what is true, and what to do: lines, each with its LF. */
export function hintFor(finding: RunFinding): string {
  const { run, reading, attribution, disagreement } = finding;
  if (disagreement === undefined) return "";
  const when = run.deliveredAt === undefined ? undefined : new Date(run.deliveredAt).toISOString();
  const result =
    run.resultText === undefined
      ? "no result on record"
      : `a result of ${Buffer.byteLength(run.resultText)} bytes`;
  const told =
    when === undefined
      ? `${run.requesterSessionKey} was not told yet; the registry holds: ${registryWords(finding)}`
      : `${run.requesterSessionKey} was told ${when}: ${registryWords(finding)}, with ${result}`;
  const truth =
    attribution.kind === "answer"
      ? `the child finished, with an answer of ${Buffer.byteLength(attribution.text)} bytes`
      : `the child did not finish: ${attribution.explanation}`;
  const todo =
    disagreement === "hidden-answer"
      ? `hand it the answer (--json has it whole); the plugin does so by itself: docs/plugin.md`
      : `do not build on that result; start the task again`;
  return [told, `${truth} (${reading.place})`, todo].map((line) => `    ${oneLine(line)}\n`).join("");
}

/** The fields of a run, as `--json` gives them. */
export function runFields(finding: RunFinding): Readonly<Record<string, unknown>> {
  const { run, reading, attribution, disagreement } = finding;
  const { path: _, ...record } = fieldsOf({ path: reading.place, judgement: reading.judgement });
  return {
    runId: run.runId,
    childSessionKey: run.childSessionKey,
    requesterSessionKey: run.requesterSessionKey,
    label: run.label,
    createdAt: run.createdAt,
    startedAt: run.startedAt,
    registry: {
      ended: run.endedAt !== undefined,
      endedAt: run.endedAt,
      status: run.outcome?.status,
      error: run.outcome?.error,
      endedReason: run.endedReason,
      toldAt: run.deliveredAt,
    },
    place: reading.place,
    record,
    answer: attribution.kind === "answer" ? attribution.text : undefined,
    why: attribution.kind === "answer" ? undefined : attribution.reason,
    disagreement,
  };
}
