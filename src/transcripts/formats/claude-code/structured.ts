/**
 * Structured output: an answer that the model gives by calling the tool `StructuredOutput`. It counts once the
 * tool's result says that it was provided; the attachment with the data alone proves nothing. Pure but for the
 * calls it remembers.
 */

import stringify from "fast-json-stable-stringify";
import type { Event, Position } from "../../event.ts";
import { asObject, asString } from "../../json.ts";
import type { JsonObject } from "../../json.ts";

const TOOL = "StructuredOutput";
const PROVIDED = "Structured output provided successfully";
/** Calls, data and early results remembered. */
const REMEMBERED_MAX = 64;

/** The structured outputs of one file. */
export class StructuredOutputs {
  readonly #inputs = new Map<string, unknown>();
  readonly #data = new Map<string, unknown>();
  readonly #early = new Set<string>();

  /** Takes the attachment that holds the data. */
  attach(attachment: JsonObject): void {
    const id = asString(attachment["toolUseID"]);
    if (id !== undefined) keep(this.#data, id, attachment["data"]);
  }

  /** Takes a tool call, and answers it where its result stood before it. */
  call(block: JsonObject, at: Position): readonly Event[] {
    const id = asString(block["id"]);
    if (block["name"] !== TOOL || id === undefined) return [];
    keep(this.#inputs, id, block["input"]);
    return this.#early.delete(id) ? [this.#given(id, at)] : [];
  }

  /** What a tool result means for the structured answer. */
  result(block: JsonObject, text: string, at: Position): readonly Event[] {
    const id = asString(block["tool_use_id"]);
    if (id === undefined) return [];
    const provided = block["is_error"] !== true && text.startsWith(PROVIDED);
    if (this.#inputs.has(id)) return provided ? [this.#given(id, at)] : this.#refused(block, at);
    if (provided) {
      this.#early.add(id);
      for (const oldest of this.#early) {
        if (this.#early.size <= REMEMBERED_MAX) break;
        this.#early.delete(oldest);
      }
    }
    return [];
  }

  #refused(block: JsonObject, at: Position): readonly Event[] {
    return block["is_error"] === true ? [{ kind: "structured-output", at, outcome: "failed" }] : [];
  }

  #given(id: string, at: Position): Event {
    const text = canonical(this.#data.get(id) ?? this.#inputs.get(id));
    if (text === undefined) return { kind: "structured-output", at, outcome: "failed" };
    return { kind: "structured-output", at, outcome: "given", text };
  }
}

function keep(map: Map<string, unknown>, id: string, value: unknown): void {
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
    return stringify(asObject(data) ?? data);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
