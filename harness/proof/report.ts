/** What the proof prints for people: at most 80 columns, text of transcripts escaped. Pure. */

import type { Palette } from "../../src/cli/colour.ts";
import { escapePath, oneLine } from "../../src/cli/escape.ts";
import { cutEnd, cutStart, pad, padStart, widthOf, wrap } from "../../src/cli/width.ts";
import type { Claim, Mark, Truth } from "./claim.ts";
import { PREDICATES } from "./predicates.ts";
import type { Predicate } from "./predicates.ts";
import type { Swept } from "./sweep.ts";
import { scores, wrongOfOurs } from "./trial.ts";
import type { Trial } from "./trial.ts";

const COLUMNS = 80;
const NAME_COLUMNS = 18;
const SAYS_COLUMNS = 6;
const MARK_COLUMNS = 8;
const TRUTH_COLUMNS = 11;
const COUNT_COLUMNS = 10;
const GAP = "  ";
/** An answer may be megabytes long, and one line shows little of it. Characters. */
const SHOWN_MAX = 1_000;

const MARKS: Readonly<Record<Mark, string>> = { right: "right", missed: "MISSED", "false-ok": "FALSE OK" };

/** What the four columns mean. */
export function legend(): string {
  const lines = PREDICATES.map(({ name, meaning }) => `  ${pad(name, NAME_COLUMNS)}${meaning}`);
  return `${lines.join("\n")}\n`;
}

/** A paragraph, in lines of at most 80 columns. */
export function paragraph(text: string): string {
  return `${wrap(text, COLUMNS).join("\n")}\n`;
}

/** A heading over a part. */
export function heading(text: string, palette: Palette): string {
  return `\n${palette.strong(text)}\n\n`;
}

/** One situation: the truth, why the transcript is read at all, and what each predicate makes of it. */
export function situation(trial: Trial, swept: Swept | undefined, number: number, palette: Palette): string {
  const { subject, findings } = trial;
  const lines = findings.map(({ predicate, claim, mark }) => claimLine(predicate, claim, mark, palette));
  const truth = cutEnd(`   the truth: ${truthOf(subject.truth)}`, COLUMNS);
  const facts = swept === undefined ? [] : [triggerLine(swept), outcomeLine(swept)];
  return `${[palette.strong(`${number}. ${subject.name}`), truth, ...facts].join("\n")}\n${lines.join("")}\n`;
}

/** The trigger condition: the session store settles nothing. */
function triggerLine({ trigger }: Swept): string {
  const resolved = trigger === null ? "null" : `${trigger.outcome}, so that nothing has to be read`;
  return cutEnd(`   session entry: status "running", resolves to ${resolved}; run context: none`, COLUMNS);
}

/** What the shipping sweeper wrote to the registry. */
function outcomeLine({ run }: Swept): string {
  const written = run.outcome === undefined ? "nothing" : `${run.outcome}, source ${run.source ?? "unknown"}`;
  return cutEnd(`   the sweeper settled: ${written}`, COLUMNS);
}

/** One file of the user's own, of which nobody knows the truth. */
export function ownFile(
  path: string,
  claims: readonly { readonly predicate: Predicate["name"]; readonly claim: Claim }[],
  palette: Palette,
): string {
  const lines = claims.map(({ predicate, claim }) => claimLine(predicate, claim, undefined, palette));
  return `${palette.strong(cutStart(escapePath(path), COLUMNS))}\n${lines.join("")}\n`;
}

function claimLine(
  predicate: Predicate["name"],
  claim: Claim,
  mark: Mark | undefined,
  palette: Palette,
): string {
  const start = `${GAP}${pad(predicate, NAME_COLUMNS)}${pad(claim.says, SAYS_COLUMNS)}`;
  const room = COLUMNS - widthOf(start) - GAP.length - MARK_COLUMNS;
  const said = claim.says === "ok" ? quoted(claim.text, room) : cutEnd(plain(claim.why), room);
  return mark === undefined
    ? `${start}${said}\n`
    : `${start}${pad(said, room)}${GAP}${painted(mark, palette)}\n`;
}

/** The table of fixtures: a heading, then a block for each program that wrote them. */
export function fixtureTable(trials: readonly Trial[], palette: Palette): string {
  const names = PREDICATES.map(({ short }) => GAP + pad(short, MARK_COLUMNS)).join("");
  const top = palette.faint(
    `${pad("TRANSCRIPT", TRANSCRIPT_COLUMNS)}${pad("PROVED", TRUTH_COLUMNS)}${names}`.trimEnd(),
  );
  const groups = [...new Set(trials.map(({ subject }) => subject.group))];
  const blocks = groups.map((group) => {
    const rows = trials
      .filter(({ subject }) => subject.group === group)
      .map((trial) => fixtureRow(trial, palette));
    return `${palette.strong(oneLine(group))}\n${rows.join("")}`;
  });
  return `${top}\n${blocks.join("")}`;
}

/** One fixture: what its record proves, and how each predicate did. */
function fixtureRow({ subject, findings }: Trial, palette: Palette): string {
  const name = pad(
    GAP + cutStart(oneLine(subject.name), TRANSCRIPT_COLUMNS - GAP.length - 1),
    TRANSCRIPT_COLUMNS,
  );
  const marks = findings.map(
    ({ mark }) => GAP + painted(mark, palette) + " ".repeat(MARK_COLUMNS - MARKS[mark].length),
  );
  return `${name}${pad(subject.truth.kind, TRUTH_COLUMNS)}${marks.join("").trimEnd()}\n`;
}
const TRANSCRIPT_COLUMNS = COLUMNS - TRUTH_COLUMNS - PREDICATES.length * (GAP.length + MARK_COLUMNS);

/** Right and wrong of each predicate, the two kinds of wrong apart. */
export function summary(trials: readonly Trial[], palette: Palette): string {
  const columns = ["right", "wrong", "false ok", "missed"];
  const top = `${pad(`of ${trials.length}`, NAME_COLUMNS)}${columns.map((name) => padStart(name, COUNT_COLUMNS)).join("")}`;
  const rows = scores(trials).map(({ predicate, score: { right, falseOk, missed } }) => {
    const counts = [right, falseOk + missed, falseOk, missed].map((count) =>
      padStart(String(count), COUNT_COLUMNS),
    );
    const row = `${pad(predicate, NAME_COLUMNS)}${counts.join("")}`;
    return falseOk + missed === 0 ? palette.kind("terminal", row) : row;
  });
  return `${palette.faint(top)}\n${rows.join("\n")}\n\n${outcome(trials, palette)}`;
}

/** The last word of the proof: whether it holds. */
function outcome(trials: readonly Trial[], palette: Palette): string {
  const wrong = wrongOfOurs(trials);
  if (wrong.length === 0) return `${palette.kind("terminal", "The proof holds: lastword has none wrong.")}\n`;
  const lines = wrong.map(({ subject, findings }) => {
    const ours = findings.find((one) => one.predicate === "lastword");
    const said =
      ours === undefined
        ? ""
        : `${ours.claim.says}, ${ours.claim.says === "ok" ? quoted(ours.claim.text, COLUMNS) : plain(ours.claim.why)}`;
    return cutEnd(`  ${oneLine(subject.name)}: said ${said}; the truth: ${truthOf(subject.truth)}`, COLUMNS);
  });
  return `${palette.trouble(`The proof fails: lastword has ${wrong.length} wrong.`)}\n${lines.join("\n")}\n`;
}

function painted(mark: Mark, palette: Palette): string {
  const text = MARKS[mark];
  return mark === "right" ? palette.kind("terminal", text) : palette.trouble(text);
}

function truthOf(truth: Truth): string {
  return truth.kind === "finished"
    ? `finished, ${quoted(truth.text, COLUMNS)}`
    : `${truth.kind}: ${plain(truth.why)}`;
}

function quoted(text: string, columns: number): string {
  return `"${cutEnd(plain(text), columns - 2)}"`;
}

function plain(text: string): string {
  return oneLine(text.slice(0, SHOWN_MAX));
}
