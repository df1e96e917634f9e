/**
 * Structured output: an answer that the model gives by calling the tool `StructuredOutput`. It counts once the
 * tool's result says that it was provided; the attachment with the data alone proves nothing. The result may stand
 * before its call. Source: formats.md, "Structured output". Pure but for the calls it remembers.
 */

import stringify from "fast-json-stable-stringify";
import type { Event, Position } from "../../event.ts";
import { asString } from "../../json.ts";
import type { JsonObject } from "../../json.ts";

const TOOL = "StructuredOutput";
/** What the tool's result says. Any other tool may say it, too. */
export const PROVIDED = "Structured output provided successfully";
/** Calls, data and results remembered. */
const REMEMBERED_MAX = 64;

type Outcome = "given" | "failed";

/** The structured outputs of one file. */
export class StructuredOutputs {
  readonly #inputs = new Map<string, unknown>();
  readonly #data = new Map<string, unknown>();
  readonly #outcomes = new Map<string, Outcome>();

  /** In a reading from the tail: true while a result in view says that it was provided, and its call is not in view. */
  get guesses(): boolean {
    return [...this.#outcomes].some(([id, outcome]) => outcome === "given" && !this.#inputs.has(id));
  }

  /** Takes the attachment that holds the data. */
  attach(attachment: JsonObject): void {
    const id = asString(attachment["toolUseID"]);
    if (id !== undefined) keep(this.#data, id, attachment["data"]);
  }

  /** Takes a tool call in. */
  call(block: JsonObject): void {
    const id = asString(block["id"]);
    if (block["name"] === TOOL && id !== undefined) keep(this.#inputs, id, block["input"]);
  }

  /** Takes a tool result in, and says what it means if its call is known. */
  result(id: string | undefined, text: string, failed: boolean, at: Position): readonly Event[] {
    if (id === undefined || !(failed || text.startsWith(PROVIDED))) return [];
    keep(this.#outcomes, id, failed ? "failed" : "given");
    return this.outcomeOf(id, at);
  }

  /** What became of a call, as far as it is known: behind the message that has it, this is said again. */
  outcomeOf(id: string | undefined, at: Position): readonly Event[] {
    if (id === undefined || !this.#inputs.has(id)) return [];
    const outcome = this.#outcomes.get(id);
    if (outcome !== "given") return outcome === undefined ? [] : [{ kind: "structured-output", at, outcome }];
    const text = canonical(this.#data.get(id) ?? this.#inputs.get(id));
    if (text === undefined) return [{ kind: "structured-output", at, outcome: "failed" }];
    return [{ kind: "structured-output", at, outcome, text }];
  }
}

function keep<T>(map: Map<string, T>, id: string, value: T): void {
  map.delete(id);
  map.set(id, value);
  for (const oldest of map.keys()) {
    if (map.size <= REMEMBERED_MAX) break;
    map.delete(oldest);
  }
}

/** Canonical JSON; undefined for nothing, and for data too deep to walk. */
function canonical(data: unknown): string | undefined {
  if (data === undefined) return undefined;
  try {
    return stringify(data);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
