/**
 * Tools that stop background work. Where the host reports nothing beside their result, as in a subagent's rows, the
 * result's own words are the report; any other tool may print the same. Source: formats.md, "Background work". Pure
 * but for the calls it remembers.
 */

import { asString, parseRecord } from "../../json.ts";
import type { JsonObject } from "../../json.ts";

const STOPPING_TOOLS: ReadonlySet<string> = new Set(["TaskStop", "KillShell", "KillBash"]);
/** Calls remembered until the result comes. */
const CALLS_MAX = 64;
/** A report is a few words and the command that was stopped, characters. */
const REPORT_CHARS_MAX = 64 * 1024;

/** The calls of one file that stop work. */
export class StopCalls {
  readonly #ids = new Set<string>();
  #guesses = false;

  /** In a reading from the tail: true once a result in view may be such a report, and its call was not in view. */
  get guesses(): boolean {
    return this.#guesses;
  }

  /** Takes a tool call in. */
  call(block: JsonObject): void {
    const id = asString(block["id"]);
    if (id === undefined || !STOPPING_TOOLS.has(asString(block["name"]) ?? "")) return;
    this.#ids.add(id);
    for (const oldest of this.#ids) {
      if (this.#ids.size <= CALLS_MAX) break;
      this.#ids.delete(oldest);
    }
  }

  /** The report in the words of a result, if it is the result of such a call. */
  reportIn(id: string | undefined, text: string): JsonObject | undefined {
    if (text.length > REPORT_CHARS_MAX) return undefined;
    const report = parseRecord(text);
    if (id !== undefined && this.#ids.has(id)) return report;
    this.#guesses ||= report?.["message"] !== undefined;
    return undefined;
  }
}
