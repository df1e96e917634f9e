/** Rows of Claude Code to events. Stateful; what it remembers is bounded. */

import type { Damage, Event, Position } from "../../event.ts";
import type { Entry, Reader, Reading } from "../../format.ts";
import { asObject, asString } from "../../json.ts";
import type { JsonObject } from "../../json.ts";
import type { Warning } from "../../verdict-types.ts";
import { Messages } from "./assistant.ts";
import { readBackground } from "./background.ts";
import { isKnownType } from "./bookkeeping.ts";
import { Lineage } from "./lineage.ts";
import { OversizedRows } from "./oversized.ts";
import { Ownership } from "./ownership.ts";
import { InputQueue } from "./queue.ts";
import { Recaps } from "./recap.ts";
import { blocksOf, placeOf, sessionOf, textOf } from "./row.ts";
import { StopCalls } from "./stops.ts";
import { StructuredOutputs } from "./structured.ts";
import { isInterruption, readUser } from "./user.ts";

/** Reads the rows of one file. */
export class ClaudeReader implements Reader {
  readonly #partial: boolean;
  readonly #lineage: Lineage;
  readonly #owner: Ownership;
  readonly #messages = new Messages();
  readonly #structured = new StructuredOutputs();
  readonly #stops = new StopCalls();
  readonly #oversized = new OversizedRows();
  readonly #queue = new InputQueue();
  readonly #recaps = new Recaps();
  /** The message that a suffix begins in the middle of, perhaps. */
  #cut: string | undefined;
  #cutIsAnswer = false;
  /** The last input is the suffix's first row: a row that belongs behind it may stand before it, out of view. */
  #opensInView = true;
  #session: string | undefined;
  #agent: string | undefined;

  /** @param head the file's first records, where the reading begins behind them; else none */
  constructor(head: readonly JsonObject[]) {
    this.#partial = head.length > 0;
    this.#lineage = new Lineage(head);
    this.#owner = new Ownership(head);
  }

  get unsettled(): boolean {
    if (!this.#partial) return false;
    return (
      this.#cutIsAnswer ||
      !this.#opensInView ||
      this.#lineage.unsettled ||
      this.#owner.unsettled ||
      this.#recaps.guesses ||
      this.#structured.guesses ||
      this.#stops.guesses
    );
  }

  get warnings(): readonly Warning[] {
    return this.#lineage.warnings;
  }

  read(entry: Entry): Reading {
    const { value } = entry;
    const first = this.#lineage.empty;
    if (first) this.#cut = asString(asObject(value["message"])?.["id"]);
    const { replay, behind, notices } = this.#lineage.add(value, entry.at);
    if (replay) return { events: [], notices, aside: true };
    const at = placeOf(entry);
    const disowned = this.#owner.disowns(value) ? this.#disown(at) : [];
    const events = this.#owner.isForeign(value) ? [quiet(at)] : this.#own(value, at, behind.length > 0);
    this.#lineage.keep(value, events);
    if (events.some(({ kind }) => kind === "input")) this.#opensInView = !first;
    return { events: [...disowned, ...events, ...this.#again(behind)], notices };
  }

  damaged({ at }: Damage, head: string | undefined): readonly Event[] {
    const callId = head === undefined ? undefined : this.#oversized.answered(head);
    return callId === undefined ? [] : [{ kind: "tool-result", at, callId, late: true }];
  }

  /** What was read so far is another run's. */
  #disown(at: Position): readonly Event[] {
    this.#messages.close();
    this.#session = undefined;
    this.#agent = undefined;
    return [{ kind: "disowned", at }];
  }

  /** What rows said that hang on one that came late: of a result it shows only now which tool it is of. */
  #again(behind: readonly Event[]): readonly Event[] {
    return behind.flatMap((event) =>
      event.kind === "tool-result" ? [event, ...this.#structured.outcomeOf(event.callId, event.at)] : [event],
    );
  }

  /** @param late true where what hangs on the row was said before it, and will be said again */
  #own(row: JsonObject, at: Position, late: boolean): readonly Event[] {
    return [...this.#sessionIn(row, at), ...this.#said(row, at, late)];
  }

  #sessionIn(row: JsonObject, at: Position): readonly Event[] {
    const id = sessionOf(row);
    if (id === undefined) return [];
    const agentId = this.#owner.agentOf(row) ?? this.#agent;
    if (id === this.#session && agentId === this.#agent) return [];
    this.#session = id;
    this.#agent = agentId;
    return [{ kind: "session", at, id, ...(agentId === undefined ? {} : { agentId }) }];
  }

  #said(row: JsonObject, at: Position, late: boolean): readonly Event[] {
    const type = asString(row["type"]) ?? "";
    switch (type) {
      case "user":
        return this.#user(row, at, late);
      case "assistant":
        return this.#assistant(row, at);
      case "attachment":
        return this.#attachment(row, at, late);
      case "queue-operation":
        return orQuiet(this.#queue.read(row, at), at);
      case "system":
        return [row["subtype"] === "compact_boundary" ? this.#recaps.boundary(row, at) : quiet(at)];
      default:
        return [isKnownType(type) ? quiet(at) : { kind: "unknown", at, type }];
    }
  }

  #user(row: JsonObject, at: Position, late: boolean): readonly Event[] {
    if (row["isCompactSummary"] === true) return [this.#recaps.summary(at)];
    const content = asObject(row["message"])?.["content"];
    const text = textOf(content);
    const results = blocksOf(content).filter((block) => block["type"] === "tool_result");
    if (results.length > 0) return this.#results(row, results, text, at, late);
    return this.#asked(
      readUser({
        at,
        text,
        meta: row["isMeta"] === true,
        notifies: isNotification(row),
        ofTool: asString(row["sourceToolUseID"]) !== undefined,
      }),
      late,
    );
  }

  #asked(events: readonly Event[], late: boolean): readonly Event[] {
    if (events.every(({ kind }) => kind === "bookkeeping")) return events;
    this.#recaps.passWord();
    this.#cutIsAnswer ||= this.#cut !== undefined;
    // The rows of a message that hangs on a late input were read before it, and may go on.
    if (!late) this.#messages.close();
    return events;
  }

  #results(
    row: JsonObject,
    results: readonly JsonObject[],
    text: string,
    at: Position,
    late: boolean,
  ): readonly Event[] {
    this.#recaps.passWord();
    // What the host reports is said once for the row; rows have one result each, but for very old ones.
    const events = results.flatMap((block, index) =>
      this.#result(block, index === 0 ? row["toolUseResult"] : null, at, late),
    );
    return isInterruption(text) ? [...events, { kind: "turn-end", at, how: "aborted" }] : events;
  }

  #result(block: JsonObject, report: unknown, at: Position, late: boolean): readonly Event[] {
    const callId = asString(block["tool_use_id"]);
    const text = textOf(block["content"]);
    const failed = block["is_error"] === true;
    const told = report === undefined ? this.#stops.reportIn(callId, text) : report;
    return [
      { kind: "tool-result", at, callId, ...(late ? { late } : {}) },
      ...readBackground({ at, callId, report: told, text, failed }),
      ...this.#structured.result(callId, text, failed, at),
    ];
  }

  #assistant(row: JsonObject, at: Position): readonly Event[] {
    this.#recaps.passWord();
    if (row["isApiErrorMessage"] === true) return [{ kind: "turn-end", at, how: "failed" }];
    for (const block of blocksOf(asObject(row["message"])?.["content"])) {
      this.#structured.call(block);
      this.#stops.call(block);
      this.#oversized.call(block);
    }
    const message = this.#messages.merge(row, at);
    if (message.messageId !== this.#cut) this.#cut = undefined;
    return [message, ...message.calls.flatMap(({ id }) => this.#structured.outcomeOf(id, at))];
  }

  #attachment(row: JsonObject, at: Position, late: boolean): readonly Event[] {
    const attachment = asObject(row["attachment"]) ?? {};
    switch (attachment["type"]) {
      case "queued_command": {
        const text = textOf(attachment["prompt"] ?? attachment["content"]);
        const notifies = isNotification(attachment) || attachment["commandMode"] === "task-notification";
        return this.#asked(readUser({ at, text, meta: false, notifies, ofTool: false }), late);
      }
      case "max_turns_reached":
        this.#recaps.passWord();
        return [{ kind: "turn-end", at, how: "failed" }];
      case "structured_output":
        this.#structured.attach(attachment);
        return [quiet(at)];
      default:
        return [quiet(at)];
    }
  }
}

function quiet(at: Position): Event {
  return { kind: "bookkeeping", at };
}

function orQuiet(events: readonly Event[], at: Position): readonly Event[] {
  return events.length === 0 ? [quiet(at)] : events;
}

function isNotification(row: JsonObject): boolean {
  return asObject(row["origin"])?.["kind"] === "task-notification";
}
