/** A run for people: what it is, how it was decided and by which rule, the evidence, and what its parent was told. Pure. */

import { rules } from "../../agents/index.ts";
import type { Delivery, KeptSettlement, Run } from "../../agents/index.ts";
import { parseRecord } from "../../transcripts/json.ts";
import type { Palette } from "../colour.ts";
import { escapePath, escapeText, oneLine } from "../escape.ts";
import { formatCount } from "../sizes.ts";
import { cutEnd, pad, prepareToMeasure, widthOf, wrap } from "../width.ts";
import type { ShownRun } from "./show.ts";
import { stateOf, toldOf, whenOf } from "./words.ts";

export interface ShowTextOptions {
  /** The terminal's width; undefined where it does not go to one. */
  readonly columns: number | undefined;
  readonly palette: Palette;
}

/** A label, and what stands behind it; escaped. */
type Fact = readonly [label: string, text: string];

/** Where nothing says how wide the reader's page is. */
const COLUMNS_DEFAULT = 100;
/** Labels may take so much of a line; a text always has this much at least. */
const LABEL_COLUMNS_MAX = 36;
const TEXT_COLUMNS_MIN = 40;
/** Of an answer, and of one piece of evidence, so many characters are shown; `--json` has all of it. */
const TEXT_LENGTH_MAX = 600;
/** Pieces of evidence shown; `--json` has all of them. */
const EVIDENCE_MAX = 80;
const INDENT = "  ";
const GAP = "  ";

/** The whole, each line with its LF. */
export async function textOfShown(shown: ShownRun, options: ShowTextOptions): Promise<string> {
  const { run, settlement, deliveries } = shown;
  const title = `${options.palette.strong(oneLine(run.runId))}  ${stateOf(run)}`;
  const sections: (readonly [string, readonly Fact[]])[] = [
    [title, factsOf(run)],
    ...(settlement === undefined
      ? []
      : [
          [options.palette.strong("Decision"), decisionOf(settlement)] as const,
          [options.palette.strong("Evidence"), evidenceOf(settlement, shown.digestFits)] as const,
        ]),
    ...(deliveries.length === 0
      ? []
      : [[options.palette.strong("What the parent was told"), deliveries.map(deliveryFact)] as const]),
  ];
  await prepareToMeasure(sections.flatMap(([, facts]) => facts.flat()).join(""));
  return sections
    .map(([heading, facts]) => [heading, ...linesOf(facts, options)].map((line) => `${line}\n`).join(""))
    .join("\n");
}

function factsOf(run: Run): readonly Fact[] {
  const { owner, attempt, attemptsMax } = run;
  return [
    ["generation", String(run.generation)],
    ...text("child", run.childSessionKey),
    ...text("child's id", run.childSessionId),
    ...text("parent", run.requesterSessionKey),
    ...text("parent run", run.parentRunId),
    ...text("label", run.label),
    ...text("task", run.task),
    ...text("host", run.host),
    ...path("transcript", run.transcript),
    ...path("artifact", run.artifact),
    ...time("created", run.createdAt),
    ...time("started", run.startedAt),
    ...time("restored", run.restoredAt),
    ...time("killed", run.killedAt),
    ...time("ended", run.endedAt),
    ...text("source", run.source),
    ...text("paused for", run.pauseReason),
    ...time("waits until", run.waitingUntil),
    ...text("waits for", run.waitingFor),
    ...(attempt === undefined
      ? []
      : [["attempt", attemptsMax === undefined ? `${attempt}` : `${attempt} of ${attemptsMax}`] as const]),
    ...(owner === undefined ? [] : [["owner", `pid ${owner.pid}`] as const]),
    ...time("heartbeat", owner?.heartbeatAt),
  ];
}

function decisionOf(settlement: KeptSettlement): readonly Fact[] {
  const { kind, rule, source, explanation } = settlement;
  const when = rules.find(({ number }) => number === rule)?.when ?? "unknown to this version";
  const said: readonly Fact[] = [
    ["outcome", kind],
    ["rule", `${rule}: ${when}`],
    ...text("source", source),
    ...text("why", explanation),
  ];
  if (settlement.kind === "error") {
    const { error, reason, salvage } = settlement;
    const kept =
      salvage === undefined ? "none" : `${sizeOf(Buffer.byteLength(salvage))}: ${shortened(salvage)}`;
    return [...said, ...text("error", error), ...text("reason", reason), ["salvage", kept]];
  }
  const { text: answer, bytes, truncated, path: file } = settlement.result;
  if (answer === undefined) return [...said, ["answer", "none known"]];
  const cut = truncated ? `${sizeOf(Buffer.byteLength(answer))} of ${sizeOf(bytes)}` : sizeOf(bytes);
  return [...said, ["answer", `${cut}: ${shortened(answer)}`], ...path("stands in", file)];
}

/** Every piece of the evidence that says something, by its place in the JSON. */
function evidenceOf({ evidence, digest }: KeptSettlement, digestFits: boolean): readonly Fact[] {
  const known = parseRecord(evidence);
  const pieces = known === undefined ? text("as it stands", evidence) : [...piecesOf(known, "")];
  const more = pieces.length - EVIDENCE_MAX;
  return [
    ["SHA-256", escapeText(digest)],
    ["checked", digestFits ? "the evidence is as it was" : "NOT the evidence's digest: it was changed"],
    ...pieces.slice(0, EVIDENCE_MAX),
    ...(more > 0 ? [["…", `and ${formatCount(more)} more; --json has them`] as const] : []),
  ];
}

function* piecesOf(value: unknown, place: string): Generator<Fact> {
  if (typeof value === "object" && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      yield* piecesOf(
        part,
        Array.isArray(value) ? `${place}[${name}]` : place === "" ? name : `${place}.${name}`,
      );
    }
  } else if (typeof value === "string" || typeof value === "number" || value === true) {
    yield [oneLine(place), shortened(String(value))];
  }
}

function deliveryFact(delivery: Delivery): Fact {
  const { key, settlement, settledAt, dueAt, finishedAt, lastError } = delivery;
  const facts = [
    settlement.kind,
    toldOf(delivery),
    `settled ${whenOf(settledAt)}`,
    ...(dueAt === undefined ? [] : [`due ${whenOf(dueAt)}`]),
    ...(finishedAt === undefined ? [] : [`since ${whenOf(finishedAt)}`]),
    ...(lastError === undefined ? [] : [shortened(lastError)]),
  ];
  return [oneLine(key), facts.join(", ")];
}

/** The facts, their texts side by side and wrapped. */
function linesOf(facts: readonly Fact[], { columns, palette }: ShowTextOptions): readonly string[] {
  const labels = Math.min(Math.max(...facts.map(([label]) => widthOf(label))), LABEL_COLUMNS_MAX);
  const room = (columns ?? COLUMNS_DEFAULT) - INDENT.length - labels - GAP.length;
  return facts.flatMap(([label, words]) => {
    const [first = "", ...rest] = wrap(words, Math.max(room, TEXT_COLUMNS_MIN));
    const blank = " ".repeat(INDENT.length + labels + GAP.length);
    return [
      `${INDENT}${palette.faint(pad(label, labels))}${GAP}${first}`,
      ...rest.map((line) => blank + line),
    ];
  });
}

function text(label: string, value: string | undefined): readonly Fact[] {
  return value === undefined ? [] : [[label, shortened(value)]];
}

function path(label: string, value: string | undefined): readonly Fact[] {
  return value === undefined ? [] : [[label, escapePath(value)]];
}

function time(label: string, value: number | undefined): readonly Fact[] {
  return value === undefined ? [] : [[label, whenOf(value)]];
}

function shortened(value: string): string {
  return cutEnd(oneLine(value.slice(0, TEXT_LENGTH_MAX * 4)), TEXT_LENGTH_MAX);
}

function sizeOf(bytes: number): string {
  return bytes === 1 ? "1 byte" : `${formatCount(bytes)} bytes`;
}
