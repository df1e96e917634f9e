/**
 * Which rows were seen, and in which order they belong. Rows may be replayed, may hang on a row that stands later
 * or was never written. Remembers a bounded number of ids.
 */

import type { Notice } from "../../format.ts";
import { asString } from "../../json.ts";
import type { JsonObject } from "../../json.ts";

/** Ids remembered, of rows seen and of rows that were only named as a parent. */
const IDS_MAX = 8_192;

/** What a row's place among the others is. */
export interface Kinship {
  /** The same row was seen before: it says nothing new. */
  readonly replay: boolean;
  /** An earlier row hangs on this one, so that it belongs before it. */
  readonly late: boolean;
  /** An earlier assistant row hangs on this one: if it is a prompt, it has been answered. */
  readonly answered: boolean;
  readonly notices: readonly Notice[];
}

/** The rows of one file. */
export class Lineage {
  readonly #seen = new Map<string, number>();
  readonly #awaited = new Set<string>();
  readonly #awaitedByAssistant = new Set<string>();
  #first = true;
  /** True once a row behind the first hangs on nothing: a fresh start, or the replay of an earlier one. */
  rootedAgain = false;

  /** Takes the next row in. */
  add(row: JsonObject): Kinship {
    const uuid = asString(row["uuid"]);
    if (uuid === undefined) return ALONE;
    const notices: Notice[] = [];
    const fingerprint = fingerprintOf(row["message"] ?? row["attachment"] ?? "", 0);
    const known = this.#seen.get(uuid);
    if (known !== undefined) notices.push({ code: "duplicate-uuid", detail: uuid });
    const parent = asString(row["parentUuid"]);
    if (parent !== undefined && !this.#seen.has(parent)) {
      if (!this.#first) notices.push({ code: "dangling-parent", detail: parent });
      remember(this.#awaited, parent);
      if (row["type"] === "assistant") remember(this.#awaitedByAssistant, parent);
    }
    if (!this.#first && row["parentUuid"] === null) this.rootedAgain = true;
    this.#first = false;
    this.#seen.set(uuid, fingerprint);
    forgetOldest(this.#seen);
    const [late, answered] = [this.#awaited.delete(uuid), this.#awaitedByAssistant.delete(uuid)];
    return { replay: known === fingerprint, late, answered, notices };
  }
}

const ALONE: Kinship = { replay: false, late: false, answered: false, notices: [] };

function remember(ids: Set<string>, id: string): void {
  ids.add(id);
  forgetOldest(ids);
}

function forgetOldest(ids: Map<string, number> | Set<string>): void {
  if (ids.size <= IDS_MAX) return;
  for (const oldest of ids.keys()) {
    ids.delete(oldest);
    return;
  }
}

/** Objects inside objects are told apart this deep. */
const DEPTH_MAX = 32;

/** Enough to tell whether two rows with one id say the same, however they are spelled: FNV-1a over what they hold. */
function fingerprintOf(value: unknown, depth: number): number {
  if (typeof value !== "object" || value === null) return hashOf(`${typeof value} ${String(value)}`);
  if (depth > DEPTH_MAX) return 0;
  if (Array.isArray(value)) {
    return value.reduce((hash: number, part) => mix(hash, fingerprintOf(part, depth + 1)), value.length);
  }
  // A sum, so that the order of the keys does not matter.
  return Object.entries(value).reduce(
    (sum, [key, part]) => (sum + mix(hashOf(key), fingerprintOf(part, depth + 1))) | 0,
    0x5bd1e995,
  );
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = mix(hash, text.charCodeAt(index));
  return hash;
}

function mix(hash: number, value: number): number {
  return Math.imul(hash ^ value, 0x01000193);
}
