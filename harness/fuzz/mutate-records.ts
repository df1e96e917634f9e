/** Changes to the records of a transcript: other orders, other fields, other words. Pure. */

import { asObject, parseRecord } from "../../src/transcripts/json.ts";
import type { JsonObject } from "../../src/transcripts/json.ts";
import type { Random } from "../bench/random.ts";

/** A line: a record, or what is none and stays as it is. */
type Line = JsonObject | string;
type Mutation = (lines: Line[], random: Random, others: readonly Line[][]) => void;

/** Words that a reader asks for. */
const WORDS = words(
  "user assistant system message toolResult session custom custom_message compaction branch_summary reset",
  "stop toolUse length error aborted end_turn tool_use max_tokens null later commentary final_answer",
  "openclaw.sessions_yield openclaw:prompt-error sessions_spawn sessions_yield delivery-mirror cli NO_REPLY",
  "attachment queue-operation enqueue dequeue compact_boundary structured_output StructuredOutput Task Bash",
  "task_started task_complete turn_aborted thread_rolled_back response_item event_msg function_call spawn_agent",
  "<think> <final>x</final> <task-notification> [TOOL_CALLS] __proto__",
);
const VALUES: readonly unknown[] = [
  "",
  "x".repeat(2_000),
  null,
  true,
  false,
  0,
  -1,
  1e308,
  1_793_527_200_000,
  [],
  {},
  [[[[]]]],
  ["x"],
  [null],
];
/** How deep a nested value goes. */
const NESTING = 200;

const MUTATIONS: readonly Mutation[] = [
  function drop(lines, random) {
    lines.splice(placeOf(lines, random), 1);
  },
  function repeat(lines, random) {
    const line = lines[placeOf(lines, random)];
    if (line !== undefined) lines.splice(random.whole(0, lines.length), 0, line);
  },
  function swap(lines, random) {
    const [from, to] = [placeOf(lines, random), placeOf(lines, random)];
    const [first, second] = [lines[from], lines[to]];
    if (first === undefined || second === undefined) return;
    lines[from] = second;
    lines[to] = first;
  },
  function bring(lines, random, others) {
    const other = random.pick(others);
    const from = random.whole(0, other.length);
    lines.splice(random.whole(0, lines.length), 0, ...other.slice(from, from + random.whole(1, 4)));
  },
  function leaveTail(lines, random) {
    lines.splice(0, random.whole(0, lines.length));
  },
  function changeField(lines, random, others) {
    const at = placeOf(lines, random);
    const line = lines[at];
    if (line !== undefined && typeof line !== "string") lines[at] = changed(line, random, others);
  },
];

/** The records, changed in one way. A field is changed more often than the order of the records. */
export function mutateRecords(bytes: Buffer, random: Random, others: readonly Buffer[]): Buffer {
  const lines = linesOf(bytes);
  const mutation = random.next() < 0.5 ? MUTATIONS.at(-1) : random.pick(MUTATIONS);
  mutation?.(lines, random, [linesOf(random.pick(others))]);
  return Buffer.from(
    lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
    "utf8",
  );
}

function linesOf(bytes: Buffer): Line[] {
  return bytes
    .toString("utf8")
    .split("\n")
    .map((text) => parseRecord(text) ?? text);
}

function placeOf(lines: readonly Line[], random: Random): number {
  return random.whole(0, Math.max(0, lines.length - 1));
}

/** The record with one field in it changed, somewhere on the way down. */
function changed(record: JsonObject, random: Random, others: readonly Line[][]): JsonObject {
  const copy: Record<string, unknown> = { ...record };
  const keys = Object.keys(copy);
  if (keys.length === 0) return { [random.pick(WORDS)]: random.pick(VALUES) };
  const key = random.pick(keys);
  const field = copy[key];
  const inside = random.next() < 0.7;
  const object = asObject(field);
  if (inside && Array.isArray(field) && field.length > 0) copy[key] = changedList(field, random, others);
  else if (inside && object !== undefined) copy[key] = changed(object, random, others);
  else changeAt(copy, key, random, others);
  return copy;
}

function changedList(
  list: readonly unknown[],
  random: Random,
  others: readonly Line[][],
): readonly unknown[] {
  const at = random.whole(0, list.length - 1);
  const item = asObject(list[at]);
  switch (random.whole(0, 3)) {
    case 0:
      return list.toSpliced(at, 1);
    case 1:
      return list.toSpliced(at, 0, list[random.whole(0, list.length - 1)]);
    default:
      return list.with(at, item === undefined ? random.pick(VALUES) : changed(item, random, others));
  }
}

function changeAt(
  copy: Record<string, unknown>,
  key: string,
  random: Random,
  others: readonly Line[][],
): void {
  const field = copy[key];
  switch (random.whole(0, 6)) {
    case 0:
      delete copy[key];
      break;
    case 1:
      copy[key] = random.pick(WORDS);
      break;
    case 2:
      copy[key] = random.pick(VALUES);
      break;
    case 3:
      copy[key] = fieldOf(random.pick(random.pick(others)), random);
      break;
    case 4:
      copy[random.pick(WORDS)] = field;
      break;
    case 5:
      copy[key] = Array.from({ length: NESTING }).reduce<unknown>((inner) => [inner], field);
      break;
    default:
      copy[key] = typeof field === "number" ? field + random.whole(-100_000, 100_000) : [field];
  }
}

/** Any value of another record. */
function fieldOf(line: Line | undefined, random: Random): unknown {
  if (line === undefined || typeof line === "string") return line;
  const values = Object.values(line);
  return values.length === 0 ? line : random.pick(values);
}

function words(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(" "));
}
