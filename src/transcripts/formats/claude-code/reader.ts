/** Rows of Claude Code to events. Stateful; what it remembers is bounded. */

import type { Event, Position } from "../../event.ts";
import type { Entry, Reader, Reading } from "../../format.ts";
import { asObject, asString } from "../../json.ts";
import type { JsonObject } from "../../json.ts";
import { Messages } from "./assistant.ts";
import { readBackground } from "./background.ts";
import { isBookkeepingRow, isKnownType } from "./bookkeeping.ts";
import { Lineage } from "./lineage.ts";
import type { Kinship } from "./lineage.ts";
import { blocksOf, isConversation, placeOf, textOf } from "./row.ts";
import { StructuredOutputs } from "./structured.ts";
import { readUser } from "./user.ts";

/** Reads the rows of one file. */
export class ClaudeReader implements Reader {
  readonly #lineage = new Lineage();
  readonly #messages = new Messages();
  readonly #structured = new StructuredOutputs();
  readonly #partial: boolean;
  /** Whether the file is a subagent's, whose rows are all sidechain rows; unknown before a conversation row. */
  #sidechain: boolean | undefined;
  #session: string | undefined;
  #messageId: string | undefined;
  /** Whether a compaction's boundary was seen, and a recap without one. */
  #bounded = false;
  #unbounded = false;

  constructor(head: readonly JsonObject[]) {
    this.#partial = head.length > 0;
    const first = head.find(isConversation);
    if (first !== undefined) this.#sidechain = isSidechain(first);
  }

  /** True where only the rows before the suffix tell whether a row in it is a replay, or whose recap it holds. */
  get unsettled(): boolean {
    return this.#partial && (this.#lineage.rootedAgain || this.#unbounded);
  }

  read(entry: Entry): Reading {
    const { value } = entry;
    const kin = this.#lineage.add(value);
    const { replay, notices } = kin;
    if (replay) return { events: [], notices, aside: true };
    const at = placeOf(entry);
    return { events: this.#events(value, at, kin), notices };
  }

  #events(row: JsonObject, at: Position, kin: Kinship): readonly Event[] {
    if (isConversation(row)) {
      this.#sidechain ??= isSidechain(row);
      // In a subagent's file its rows are the run's own; in a parent's they are another run's.
      if (isSidechain(row) !== this.#sidechain) return [{ kind: "bookkeeping", at }];
      const events = row["type"] === "user" ? this.#user(row, at, kin) : this.#assistant(row, at, kin.late);
      return [...this.#sessionOf(row, at), ...events];
    }
    if (this.#isOfAnotherRun(row)) return [{ kind: "bookkeeping", at }];
    switch (row["type"]) {
      case "attachment":
        return this.#attachment(row, at);
      case "queue-operation":
        return queueOperation(row, at);
      case "system":
        if (row["subtype"] !== "compact_boundary") return [{ kind: "bookkeeping", at }];
        this.#bounded = true;
        return [compaction(row, at)];
      default: {
        const type = asString(row["type"]) ?? "";
        return isKnownType(type) || isBookkeepingRow(row)
          ? [{ kind: "bookkeeping", at }]
          : [{ kind: "unknown", at, type }];
      }
    }
  }

  /** Only a field that says so makes a row another run's: some writers leave it out. */
  #isOfAnotherRun(row: JsonObject): boolean {
    return (
      this.#sidechain !== undefined &&
      typeof row["isSidechain"] === "boolean" &&
      isSidechain(row) !== this.#sidechain
    );
  }

  #sessionOf(row: JsonObject, at: Position): readonly Event[] {
    const id = asString(row["sessionId"]);
    if (id === undefined || id === this.#session) return [];
    this.#session = id;
    const agent = this.#sidechain === true ? asString(row["agentId"]) : undefined;
    return [{ kind: "session", at, id, ...(agent === undefined ? {} : { agentId: agent }) }];
  }

  #user(row: JsonObject, at: Position, { late, answered }: Kinship): readonly Event[] {
    const content = asObject(row["message"])?.["content"];
    const results = blocksOf(content).filter((block) => block["type"] === "tool_result");
    if (results.length > 0) {
      return results.flatMap((block) => this.#result(block, row["toolUseResult"], at, late));
    }
    if (row["isCompactSummary"] === true) return this.#recap(at);
    // A prompt whose answer was written before it opens no turn that is still to be answered.
    if (answered) return [{ kind: "bookkeeping", at }];
    const origin = asString(asObject(row["origin"])?.["kind"]);
    return readUser({ at, text: textOf(content), meta: row["isMeta"] === true, origin });
  }

  /** A recap is behind its boundary, which says who asked for it. Without one nothing shows that a person did. */
  #recap(at: Position): readonly Event[] {
    if (this.#bounded) return [{ kind: "bookkeeping", at }];
    this.#unbounded = true;
    return [{ kind: "compaction", at, blocking: true }];
  }

  #result(block: JsonObject, report: unknown, at: Position, late: boolean): readonly Event[] {
    const callId = asString(block["tool_use_id"]);
    const text = textOf(block["content"]);
    return [
      { kind: "tool-result", at, callId, ...(late ? { late } : {}) },
      ...readBackground(report, text, at),
      ...this.#structured.result(block, text, at),
    ];
  }

  #assistant(row: JsonObject, at: Position, late: boolean): readonly Event[] {
    if (row["isApiErrorMessage"] === true) return [{ kind: "turn-end", at, how: "failed" }];
    const message = this.#messages.merge(row, at);
    // A row that belongs before one already read is no last word, unless it completes the message being read.
    if (late && message.calls.length === 0 && message.messageId !== this.#messageId) {
      return [{ kind: "bookkeeping", at }];
    }
    this.#messageId = message.messageId;
    const blocks = blocksOf(asObject(row["message"])?.["content"]);
    return [message, ...blocks.flatMap((block) => this.#structured.call(block, at))];
  }

  #attachment(row: JsonObject, at: Position): readonly Event[] {
    const attachment = asObject(row["attachment"]) ?? {};
    switch (attachment["type"]) {
      case "queued_command": {
        const text = textOf(attachment["prompt"] ?? attachment["content"]);
        const origin =
          asString(attachment["commandMode"]) ?? asString(asObject(attachment["origin"])?.["kind"]);
        return readUser({ at, text, meta: false, origin });
      }
      case "max_turns_reached":
        return [{ kind: "turn-end", at, how: "failed" }];
      case "structured_output":
        this.#structured.attach(attachment);
        return [{ kind: "bookkeeping", at }];
      default:
        return [{ kind: "bookkeeping", at }];
    }
  }
}

function isSidechain(row: JsonObject): boolean {
  return row["isSidechain"] === true;
}

/** A recap by the machine takes the place of the history. One that a person asked for leaves an answer standing. */
function compaction(row: JsonObject, at: Position): Event {
  return { kind: "compaction", at, blocking: asObject(row["compactMetadata"])?.["trigger"] !== "manual" };
}

/** An input that waits behind the answer; slash commands ask the model nothing. */
function queueOperation(row: JsonObject, at: Position): readonly Event[] {
  if (row["operation"] === "popAll") return [{ kind: "queue", at, change: "emptied" }];
  if (row["operation"] !== "enqueue") return [{ kind: "queue", at, change: "dequeued" }];
  if (asString(row["content"])?.trimStart().startsWith("/") === true) return [{ kind: "bookkeeping", at }];
  return [{ kind: "queue", at, change: "enqueued" }];
}
