/**
 * A Codex rollout's records to events: sorts out whose records they are, and whether their writer records how
 * turns end; the rest is the conversation's (conversation.ts). Stateful; bounded. Source: formats.md, "Codex CLI".
 */

import type { Damage, Event, Position } from "../../event.ts";
import type { Entry, Reader, Reading } from "../../format.ts";
import { asObject, asString, asTime } from "../../json.ts";
import type { JsonObject } from "../../json.ts";
import { Conversation } from "./conversation.ts";
import { Lineage } from "./lineage.ts";
import { readRollout } from "./record.ts";
import type { RolloutRecord } from "./record.ts";

const TURN_STARTS: ReadonlySet<string> = new Set(["task_started", "turn_started"]);
const TURN_ENDS: ReadonlySet<string> = new Set(["task_complete", "turn_complete"]);

/** True for a record that only a writer writes who records how its turns end. */
export function isTurnRecord(value: JsonObject): boolean {
  const kind = asString(asObject(value["payload"])?.["type"]) ?? "";
  return value["type"] === "event_msg" && (TURN_STARTS.has(kind) || TURN_ENDS.has(kind));
}

export class CodexReader implements Reader {
  readonly #partial: boolean;
  readonly #lineage: Lineage;
  readonly #conversation: Conversation;
  /** True while records of a parent's history are replayed. */
  #replaying = false;
  /** True where a replayed turn has damage in it, which may hide that a turn of the session's own began. */
  #doubtful = false;
  #writerSaid = false;
  /** Time of the first turn record in the head, Unix ms. */
  readonly #provedSinceMs: number | undefined;
  /** True where only the records before the suffix could tell whose a turn is. */
  #unsure = false;

  /** @param head the file's first records, where the reading begins behind them; else none */
  constructor(head: readonly JsonObject[]) {
    this.#partial = head.length > 0;
    this.#lineage = new Lineage(this.#partial);
    this.#conversation = new Conversation(this.#partial);
    const firstTurn = head.find(isTurnRecord);
    this.#conversation.provesEnd = firstTurn !== undefined;
    this.#provedSinceMs = asTime(firstTurn?.["timestamp"]);
    const headers = head.filter((value) => value["type"] === "session_meta");
    for (const value of headers) this.#lineage.meet(readRollout({ value, raw: "", at: { offset: 0 } }));
  }

  /**
   * True while a reading from the tail has to go further back: it cannot tell yet whose records these are, whose
   * end this is, or where a message begins.
   */
  get unsettled(): boolean {
    if (!this.#partial) return false;
    const { provesEnd, unsettled } = this.#conversation;
    return this.#unsure || unsettled || !provesEnd || this.#lineage.isFork;
  }

  read(entry: Entry): Reading {
    const record = readRollout(entry);
    const writer = this.#sayWriter(record.at);
    const events = this.#read(record);
    if (events.length === 0) return { events: [...writer, { kind: "bookkeeping", at: record.at }] };
    return { events: [...writer, ...events] };
  }

  damaged({ bookkeeping }: Damage): readonly Event[] {
    this.#doubtful ||= this.#replaying && !bookkeeping;
    return [];
  }

  #sayWriter(at: Position): readonly Event[] {
    if (this.#writerSaid) return [];
    this.#writerSaid = true;
    // The suffix may begin among the first records: before the one that proves what the writer does.
    if (this.#partial) this.#unsure ||= !((at.timestamp ?? 0) > (this.#provedSinceMs ?? 0));
    return this.#conversation.provesEnd ? [] : [{ kind: "writer", at, provesEnd: false }];
  }

  #read(record: RolloutRecord): readonly Event[] {
    const { type, kind, payload, at } = record;
    if (type === "session_meta") return this.#meta(record);
    if (this.#lineage.isCopied(record.ordinal)) return [];
    const isEvent = type === "event_msg";
    if (isEvent && TURN_STARTS.has(kind)) return this.#start(record);
    if (this.#replaying) {
      // Behind a replayed turn an input that opens none would be the child's.
      if (isEvent && TURN_ENDS.has(kind)) this.#replaying = false;
      else if (this.#doubtful) return this.#conversation.read(record).filter(isAgainstAnEnd);
      return [];
    }
    if (isEvent && TURN_ENDS.has(kind)) return this.#complete(record);
    if (isEvent && kind === "turn_aborted") return this.#conversation.abort(asString(payload["turn_id"]), at);
    return this.#conversation.read(record);
  }

  #meta(record: RolloutRecord): readonly Event[] {
    const kind = this.#lineage.meet(record);
    if (kind === "replay") this.#replay(true);
    const id = asString(record.payload["id"]);
    return kind === "own" && id !== undefined ? [{ kind: "session", at: record.at, id }] : [];
  }

  #replay(replaying: boolean): void {
    this.#replaying = replaying;
    this.#doubtful = false;
  }

  #start({ payload, at }: RolloutRecord): readonly Event[] {
    const id = asString(payload["turn_id"]);
    const owner = this.#lineage.ownerOf(id, payload, at.timestamp);
    this.#replay(owner === "replayed");
    if (this.#replaying) return [];
    this.#unsure ||= owner === "unknown";
    return [...this.#proveEnd(at), ...this.#conversation.start(id, at)];
  }

  #complete({ payload, at }: RolloutRecord): readonly Event[] {
    const owner = this.#lineage.ownerOf(asString(payload["turn_id"]), {}, undefined);
    this.#unsure ||= owner === "unknown" && this.#conversation.isUnseen;
    return [...this.#proveEnd(at), ...this.#conversation.complete(payload, at)];
  }

  #proveEnd(at: Position): readonly Event[] {
    if (this.#conversation.provesEnd) return [];
    this.#conversation.provesEnd = true;
    return [{ kind: "writer", at, provesEnd: true }];
  }
}

/** What counts of records that may be the session's own, or its parent's: they prove no end, but may forbid one. */
function isAgainstAnEnd({ kind }: Event): boolean {
  return kind === "input" || kind === "launched" || kind === "finished";
}
