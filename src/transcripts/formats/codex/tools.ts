/** Tool calls among the items of a rollout. Pure. Source: formats.md, "Codex CLI". */

import { asString } from "../../json.ts";
import type { JsonObject } from "../../json.ts";
import { parseRecord } from "../../record.ts";
import type { WorkCall } from "./work.ts";

/** Calls remembered until their output comes; the oldest are forgotten. */
const CALLS_MAX = 1_024;

const CALL_ITEMS: ReadonlySet<string> = new Set(["function_call", "custom_tool_call"]);
/** Calls that the provider may answer itself, without an id and without an output. */
const HOSTED_ITEMS: ReadonlySet<string> = new Set(["local_shell_call", "tool_search_call"]);

/** A call, and what is needed to understand its output. */
export interface CallItem {
  readonly id: string | undefined;
  readonly name: string;
  readonly work: WorkCall;
}

/** The call that an item is; `hosted` for one that has no output here; undefined for any other item. */
export function callOf(kind: string, payload: JsonObject): CallItem | "hosted" | undefined {
  const hosted = HOSTED_ITEMS.has(kind);
  if (!hosted && !CALL_ITEMS.has(kind)) return undefined;
  const id = asString(payload["call_id"]);
  if (hosted && (id === undefined || payload["execution"] === "server")) return "hosted";
  const name = asString(payload["name"]) ?? kind;
  const input = parseRecord(asString(payload["arguments"]) ?? "") ?? {};
  // A server's own tool may have the name of one of the program's.
  const foreign = asString(payload["namespace"])?.startsWith("mcp") === true;
  return { id, name, work: { name: foreign ? "" : name, input } };
}

/** The calls of a turn whose output has not come. */
export class CallMemory {
  readonly #calls = new Map<string, WorkCall>();

  /** Another turn began: nobody answers the calls of the one before. */
  clear(): void {
    this.#calls.clear();
  }

  /** Keeps a call for its output; one without an id can have none. */
  remember({ id, work }: CallItem): void {
    if (id === undefined) return;
    this.#calls.set(id, work);
    for (const oldest of this.#calls.keys()) {
      if (this.#calls.size <= CALLS_MAX) return;
      this.#calls.delete(oldest);
    }
  }

  /** The call that an output answers; undefined where it was not seen. */
  take(id: string | undefined): WorkCall | undefined {
    if (id === undefined) return undefined;
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    return call;
  }
}
