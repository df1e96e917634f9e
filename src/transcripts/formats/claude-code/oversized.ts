/**
 * Rows over the limit of a line: an image, or what a tool printed, may take hundreds of megabytes. Their head names
 * the call that they answer, so that a row which was only not read leaves no call open. Pure but for the calls it remembers. Source: formats.md,
 * "Damage seen in the wild".
 */

import { asObject, asString } from "../../json.ts";
import type { JsonObject } from "../../json.ts";
import { readPartial } from "../../partial.ts";
import { LAUNCHING_TOOLS } from "./assistant.ts";
import { LAUNCHING_WORDS } from "./background.ts";

/** A result as the first content block, up to what it holds. In a string its quotes would be escaped. */
const RESULT =
  /"content":\s*\[\s*\{\s*(?:"type":\s*"tool_result",\s*"tool_use_id":\s*"([^"\\]+)"|"tool_use_id":\s*"([^"\\]+)",\s*"type":\s*"tool_result"),\s*"content":/;

/** Calls remembered that may launch work. With more of them nothing is said any more. */
const LAUNCHING_MAX = 4_096;

/** The rows of one file that are too long to be read. */
export class OversizedRows {
  readonly #launching = new Set<string>();

  /** Takes a tool call in. */
  call(block: JsonObject): void {
    const id = asString(block["id"]);
    const background = asObject(block["input"])?.["run_in_background"] === true;
    const launches = background || LAUNCHING_TOOLS.has(asString(block["name"]) ?? "");
    if (id !== undefined && launches && this.#launching.size <= LAUNCHING_MAX) this.#launching.add(id);
  }

  /**
   * The call that the row answers whose head this is; undefined where that does not show, and where the result may
   * have told of work in the background: which work, nobody knows.
   */
  answered(head: string): string | undefined {
    const row = readPartial(head);
    const message = asObject(row["message"]);
    const cutInContent = Object.keys(row).at(-1) === "message" && !("content" in (message ?? {}));
    if (row["type"] !== "user" || message?.["role"] !== "user" || !cutInContent) return undefined;
    if (LAUNCHING_WORDS.some((words) => head.includes(words))) return undefined;
    const [, behind, before] = RESULT.exec(head) ?? [];
    const id = behind ?? before;
    return id === undefined || this.#launching.has(id) || this.#launching.size > LAUNCHING_MAX
      ? undefined
      : id;
  }
}
