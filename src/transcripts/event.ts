/**
 * The event algebra: what a transcript says, in words that belong to no format.
 *
 * Read this file first. A format turns records into these events (formats/), the predicate folds them
 * into a verdict (verdict.ts). Nothing here reads a file, a clock or a format.
 *
 * An example, the events of the smallest finished run:
 *
 *     { kind: "input", at: { offset: 0 }, opens: "turn", mentions: "..." }
 *     { kind: "assistant", at: { offset: 120 }, author: "model", form: "answer", text: "Done.",
 *       calls: [], stop: "final", relayed: false }
 */

/** Where in the transcript something stands. */
export interface Position {
  /** Byte offset of the physical line's first byte; for messages held in memory, the message's index. */
  readonly offset: number;
  /** One-based physical line, where it is known (a reading from the tail does not count lines). */
  readonly line?: number;
  /** The record's own id (`id`, `uuid`, `ordinal`), where it has one. */
  readonly entryId?: string;
  /** The record's time in Unix milliseconds, where it has one. */
  readonly timestamp?: number;
}

/** A tool call that the model asked for. */
export interface ToolCall {
  /** The id that its result names; calls without one can never be answered. */
  readonly id: string | undefined;
  readonly name: string;
  /** The tool may leave work running behind the turn: where its result was lost, that work may still run. */
  readonly launches?: true;
}

/**
 * How an assistant message stopped. `final` is an allow-list: a format's own words for a completed turn.
 * A word that nobody knows is `not-final`; a format that keeps the word elsewhere, or lost it, gives
 * `not-recorded`.
 */
export type Stop = "final" | "tool-use" | "length" | "error" | "aborted" | "not-final" | "not-recorded";

/**
 * Who wrote an assistant record: a model; the host in the assistant's name (`host`); or the host as a copy
 * of what was delivered elsewhere (`mirror`), which changes nothing behind a turn that needs no answer.
 */
export type Author = "model" | "host" | "mirror";

/** What the visible text of a message is, apart from how the message stopped. */
export type TextForm = "answer" | "commentary" | "silent" | "call-markup";

/**
 * A message that asks for an answer, from a person, another session or the host.
 *
 * `opens: "turn"` closes the books on everything before it: open calls, a wait, work that counts in one turn
 * alone. `opens: "continuation"` asks for another answer inside the same turn (a Stop hook's feedback, a
 * notification that background work ended, a host's nudge).
 */
export interface Input {
  readonly kind: "input";
  readonly at: Position;
  readonly opens: "turn" | "continuation";
  /** Text in which the ids of background work may be named, to close it: usually the raw record. */
  readonly mentions: string;
}

/** An assistant message, all its blocks merged so far. The same `messageId` again replaces it. */
export interface Assistant {
  readonly kind: "assistant";
  readonly at: Position;
  readonly messageId?: string;
  readonly author: Author;
  /** Visible text, cleaned (see text.ts); empty if there is none. */
  readonly text: string;
  readonly form: TextForm;
  readonly calls: readonly ToolCall[];
  readonly stop: Stop;
  /** True where the record may be the host's copy of the model's earlier words (OpenClaw `api:"cli"`). */
  readonly relayed: boolean;
  /** The message's own time, where it differs from the record's (Unix ms). */
  readonly messageTime?: number;
}

/** A tool's result. `late`: it stands behind records that came after it; it is no last word. */
export interface ToolResult {
  readonly kind: "tool-result";
  readonly at: Position;
  readonly callId: string | undefined;
  readonly late?: boolean;
}

/** The child parked itself until something wakes it. */
export interface Yield {
  readonly kind: "yield";
  readonly at: Position;
}

/** Background work that the run launched. */
export interface Launched {
  readonly kind: "launched";
  readonly at: Position;
  /** Names of the work; any of them closes it. */
  readonly ids: readonly string[];
  /** `run`: open until it is reported done. `turn`: counts only in the turn that launched it. */
  readonly scope: "run" | "turn";
  /** `named`: an input that mentions an id closes it. `reported`: only a `finished` event does. */
  readonly until: "named" | "reported";
  /** A wake-up: over when an input comes at or after this time (Unix ms). */
  readonly wakeAt?: number;
}

/** Background work reported done. */
export interface Finished {
  readonly kind: "finished";
  readonly at: Position;
  readonly id: string;
}

/**
 * An explicit end of the turn, in the format's own record. `complete` carries the final text, as the format
 * recorded it (empty: no text). `aborted` and `failed` stand until a model's record, a tool result or a yield
 * follows in the same turn.
 */
export interface TurnEnd {
  readonly kind: "turn-end";
  readonly at: Position;
  readonly how: "complete" | "aborted" | "failed";
  readonly text?: string;
  readonly form?: TextForm;
}

/** A machine's recap that replaces history. `blocking`: no answer after it means no answer. */
export interface Compaction {
  readonly kind: "compaction";
  readonly at: Position;
  readonly blocking: boolean;
  /** True where the assistant message just before it was the recap itself, and no word of the child. */
  readonly retractsMessage?: boolean;
}

/** A structured answer given through a tool, refused by its schema, or asked for again. */
export interface StructuredOutput {
  readonly kind: "structured-output";
  readonly at: Position;
  readonly outcome: "given" | "failed" | "enforced";
  /** Canonical JSON of the data, where given. */
  readonly text?: string;
}

/** An input put into the host's queue, one taken from it (the oldest), or all of them. */
export interface Queue {
  readonly kind: "queue";
  readonly at: Position;
  readonly change: "enqueued" | "dequeued" | "emptied";
  /** True for what asks the model nothing, and takes a place in the queue all the same: a slash command. */
  readonly quiet?: boolean;
}

/** Which session the records belong to. The last one said counts. */
export interface Session {
  readonly kind: "session";
  readonly at: Position;
  readonly id: string;
  /** The subagent of that session whose transcript this is, where it is one's. */
  readonly agentId?: string;
}

/**
 * Whether this writer records how its turns end. `false` makes every verdict but an explicit end
 * `stop-not-recorded`; the last one said counts.
 */
export interface Writer {
  readonly kind: "writer";
  readonly at: Position;
  readonly provesEnd: boolean;
}

/** What was said so far was another run's, as shows only now: nothing of it counts. */
export interface Disowned {
  readonly kind: "disowned";
  readonly at: Position;
}

/** A record without effect on the verdict. */
export interface Bookkeeping {
  readonly kind: "bookkeeping";
  readonly at: Position;
}

/** A record of a type that nobody knows: no effect, and a warning. */
export interface Unknown {
  readonly kind: "unknown";
  readonly at: Position;
  readonly type: string;
}

/** Bytes that are no whole record. `bookkeeping`: what is left shows that it could not have mattered. */
export interface Damage {
  readonly kind: "damage";
  readonly at: Position;
  readonly what: "torn" | "corrupt" | "oversized";
  readonly bookkeeping: boolean;
}

/** Everything that a transcript can say. */
export type Event =
  | Input
  | Assistant
  | ToolResult
  | Yield
  | Launched
  | Finished
  | TurnEnd
  | Compaction
  | StructuredOutput
  | Queue
  | Session
  | Writer
  | Disowned
  | Bookkeeping
  | Unknown
  | Damage;
