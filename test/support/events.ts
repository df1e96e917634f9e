/** Events by hand: each stands 100 bytes and one second behind the one before it, unless it says otherwise. */

import type { Assistant, Event, Position, ToolCall } from "../../src/transcripts/event.ts";
import { conclude, initial, step } from "../../src/transcripts/verdict.ts";
import type { FoldOptions } from "../../src/transcripts/verdict.ts";
import type { Verdict } from "../../src/transcripts/verdict-types.ts";

/** An event that gets its place when it is put in a list. */
export type Loose = Event extends infer E
  ? E extends Event
    ? Omit<E, "at"> & { readonly at?: Partial<Position> }
    : never
  : never;

export const STEP_BYTES = 100;
export const STEP_MS = 1_000;

/** Gives every event its place. The first stands at offset 0 and time 0. */
export function placed(events: readonly Loose[]): Event[] {
  return events.map((event, index) => {
    const at: Position = { offset: index * STEP_BYTES, timestamp: index * STEP_MS, ...event.at };
    return { ...event, at };
  });
}

export function concluded(events: readonly Loose[], options: FoldOptions = {}): Verdict {
  return conclude(placed(events).reduce(step, initial(options)));
}

/** Kind and reason, with the text of a terminal verdict: `unfinished silent-reply`. */
export function folded(events: readonly Loose[], options: FoldOptions = {}): string {
  const verdict = concluded(events, options);
  return `${verdict.kind} ${verdict.reason}${verdict.kind === "terminal" ? `: ${verdict.text}` : ""}`;
}

export const input: Loose = { kind: "input", opens: "turn", mentions: "" };
export const nudge: Loose = { kind: "input", opens: "continuation", mentions: "" };

export function says(text: string, rest: Partial<Assistant> = {}): Loose {
  return {
    kind: "assistant",
    author: "model",
    text,
    form: "answer",
    calls: [],
    stop: "final",
    relayed: false,
    ...rest,
  };
}

export function calls(text: string, ...ids: readonly (string | undefined)[]): Loose {
  return says(text, { stop: "tool-use", calls: ids.map((id): ToolCall => ({ id, name: "exec" })) });
}

export function result(callId: string | undefined, rest: { readonly late?: boolean } = {}): Loose {
  return { kind: "tool-result", callId, ...rest };
}

export const yielded: Loose = { kind: "yield" };
export const recap: Loose = { kind: "compaction", blocking: true };
export const failed: Loose = { kind: "turn-end", how: "failed" };
export const aborted: Loose = { kind: "turn-end", how: "aborted" };
export const enqueued: Loose = { kind: "queue", change: "enqueued" };
export const asked: Loose = { kind: "structured-output", outcome: "enforced" };

export function completed(text: string): Loose {
  return { kind: "turn-end", how: "complete", text };
}

export function given(text: string): Loose {
  return { kind: "structured-output", outcome: "given", text };
}

export function launched(id: string, rest: Partial<Extract<Loose, { kind: "launched" }>> = {}): Loose {
  return { kind: "launched", ids: [id], scope: "run", until: "named", ...rest };
}

export function damage(what: "torn" | "corrupt" | "oversized", bookkeeping = false): Loose {
  return { kind: "damage", what, bookkeeping };
}
