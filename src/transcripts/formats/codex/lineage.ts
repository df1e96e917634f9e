/**
 * Which records of a rollout are the session's own. A fork may replay its parent's history under new timestamps:
 * the parent's turns, answers and background work are not the child's. Pure; its memory is a few numbers.
 * Source: formats.md, "Codex CLI", a fork.
 */

import { asNumber, asString, asTime } from "../../json.ts";
import type { JsonObject } from "../../json.ts";
import type { RolloutRecord } from "./record.ts";

/** Whose a turn is; `unknown` where the reading began behind what would tell. */
export type Owner = "own" | "replayed" | "unknown";

/** What a `session_meta` is: the file's own (the first one), its own again, or the head of a replay. */
export type Meta = "own" | "again" | "replay";

/** Follows the `session_meta` records of one rollout. */
export class Lineage {
  /** True where the rollout's beginning was not read, but for its first records. */
  readonly #partial: boolean;
  /** True once the file's own `session_meta` was seen: the first one. */
  #known = false;
  #id: string | undefined;
  #bornMs: number | undefined;
  /** The own id is a UUIDv7, so that turn ids can be compared with it. */
  #dated = false;
  #forked = false;
  /** Time of the latest `session_meta` that is not the file's own. */
  #replayFromMs: number | undefined;
  #replays = false;
  #ownFromOrdinal: number | undefined;

  constructor(partial: boolean) {
    this.#partial = partial;
  }

  /** True where the file is known to hold more than its own history, or may. */
  get isFork(): boolean {
    return this.#replays || this.#forked;
  }

  /** Takes in a `session_meta`. */
  meet({ payload, at }: RolloutRecord): Meta {
    const id = asString(payload["id"]);
    if (this.#known) {
      if (id !== undefined && id === this.#id) return "again";
      this.#replays = true;
      this.#replayFromMs = at.timestamp;
      return "replay";
    }
    this.#known = true;
    this.#id = id;
    const minted = uuidTime(id);
    this.#dated = minted !== undefined;
    this.#bornMs = minted ?? asTime(payload["timestamp"]) ?? at.timestamp;
    this.#forked = asString(payload["forked_from_id"]) !== undefined;
    // Read in public rollouts, not seen: a subagent's rollout may begin with copies up to this ordinal.
    this.#ownFromOrdinal = asNumber(payload["subagent_history_start_ordinal"]);
    return "own";
  }

  /** True for a record that the header says was copied from the parent. */
  isCopied(ordinal: number | undefined): boolean {
    return this.#ownFromOrdinal !== undefined && ordinal !== undefined && ordinal < this.#ownFromOrdinal;
  }

  /**
   * Whose the turn is that this record opens.
   *
   * Behind a second `session_meta` it is the child's only if its id (UUIDv7) is not older than the session's or,
   * without such ids, if it starts later than that `session_meta`. Where the header names the parent
   * (`forked_from_id`), an older id tells without a second `session_meta`, too.
   */
  ownerOf(turnId: string | undefined, payload: JsonObject, time: number | undefined): Owner {
    const minted = uuidTime(turnId);
    if (minted !== undefined && this.#bornMs !== undefined) {
      if (minted >= this.#bornMs) return "own";
      if (this.isFork) return "replayed";
      // Nothing in view says that there is a replay; the part that was not read may.
      return this.#partial && this.#dated ? "unknown" : "own";
    }
    if (!this.#replays) return "own";
    return startsLater(payload, time, this.#replayFromMs) ? "own" : "replayed";
  }
}

/** `started_at` is in whole seconds, and keeps the original time where the record's own was renewed. */
function startsLater(payload: JsonObject, time: number | undefined, from: number | undefined): boolean {
  if (time === undefined || from === undefined || time <= from) return false;
  const started = asNumber(payload["started_at"]);
  return started === undefined || started >= Math.floor(from / 1000);
}

const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** The time in a UUIDv7, Unix ms; undefined for any other id. Source: RFC 9562, 5.7. */
export function uuidTime(id: string | undefined): number | undefined {
  const [, high, low] = UUID_V7.exec(id ?? "") ?? [];
  return high === undefined || low === undefined ? undefined : Number.parseInt(high + low, 16);
}
