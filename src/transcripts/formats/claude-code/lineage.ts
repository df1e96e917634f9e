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
  readonly notices: readonly Notice[];
}

/** The rows of one file. */
export class Lineage {
  readonly #seen = new Map<string, string>();
  readonly #awaited = new Set<string>();
  #first = true;

  /** Takes the next row in. */
  add(row: JsonObject): Kinship {
    const uuid = asString(row["uuid"]);
    if (uuid === undefined) return ALONE;
    const notices: Notice[] = [];
    const fingerprint = fingerprintOf(row["message"] ?? row["attachment"]);
    const known = this.#seen.get(uuid);
    if (known !== undefined) notices.push({ code: "duplicate-uuid", detail: uuid });
    const parent = asString(row["parentUuid"]);
    if (parent !== undefined && !this.#seen.has(parent)) {
      if (!this.#first) notices.push({ code: "dangling-parent", detail: parent });
      remember(this.#awaited, parent);
    }
    this.#first = false;
    this.#seen.set(uuid, fingerprint);
    forgetOldest(this.#seen);
    return { replay: known === fingerprint, late: this.#awaited.delete(uuid), notices };
  }
}

const ALONE: Kinship = { replay: false, late: false, notices: [] };

function remember(ids: Set<string>, id: string): void {
  ids.add(id);
  forgetOldest(ids);
}

function forgetOldest(ids: Map<string, string> | Set<string>): void {
  if (ids.size <= IDS_MAX) return;
  for (const oldest of ids.keys()) {
    ids.delete(oldest);
    return;
  }
}

/** Enough to tell whether two rows with one id say the same: FNV-1a over the message's JSON, and its length. */
function fingerprintOf(message: unknown): string {
  const json = JSON.stringify(message) ?? "";
  let hash = 0x811c9dc5;
  for (let index = 0; index < json.length; index += 1) {
    hash = Math.imul(hash ^ json.charCodeAt(index), 0x01000193);
  }
  return `${json.length}:${hash >>> 0}`;
}
