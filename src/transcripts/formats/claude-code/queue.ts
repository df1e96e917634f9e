/**
 * The inputs that wait in the host's queue (formats.md, "A `queue-operation` `enqueue` behind the answer"). Every
 * `enqueue` is undone by one operation more: one that names an input takes that, any other what waits longest. Pure
 * but for what it remembers, which is bounded.
 */

import type { Position, Queue } from "../../event.ts";
import { asString } from "../../json.ts";
import type { JsonObject } from "../../json.ts";

/** Inputs remembered, and how much of each they are known by again, characters. */
const WAITING_MAX = 512;
const CONTENT_CHARS_MAX = 1_024;
/** A slash command: the model is not asked. A path is none. */
const SLASH_COMMAND = /^\s*\/[\w:.-]+(?=\s|$)/;
/** Operations that take one input out. */
const TAKING: ReadonlySet<unknown> = new Set(["dequeue", "remove", "popAll"]);

interface Waiting {
  readonly enqueued: Queue;
  readonly content: string | undefined;
}

/** The queue of one file. */
export class InputQueue {
  #waiting: Waiting[] = [];

  /** Takes the next operation in. One that nobody knows takes nothing out. */
  read(row: JsonObject, at: Position): readonly Queue[] {
    const whole = asString(row["content"]);
    const content = whole?.slice(0, CONTENT_CHARS_MAX);
    const operation = row["operation"];
    if (operation === "enqueue") {
      const quiet = content !== undefined && SLASH_COMMAND.test(content);
      const enqueued: Queue = { kind: "queue", at, change: "enqueued", quiet };
      this.#waiting = [...this.#waiting.slice(1 - WAITING_MAX), { enqueued, content }];
      return [enqueued];
    }
    if (!TAKING.has(operation)) return [];
    return operation === "popAll" && content === undefined ? this.#empty(at) : this.#take(content, at);
  }

  #empty(at: Position): readonly Queue[] {
    this.#waiting = [];
    return [{ kind: "queue", at, change: "emptied" }];
  }

  #take(content: string | undefined, at: Position): readonly Queue[] {
    const named = content === undefined ? -1 : this.#waiting.findIndex((one) => one.content === content);
    const index = Math.max(named, 0);
    this.#waiting = this.#waiting.toSpliced(index, 1);
    if (index === 0) return [{ kind: "queue", at, change: "dequeued" }];
    return [{ kind: "queue", at, change: "emptied" }, ...this.#waiting.map(({ enqueued }) => enqueued)];
  }
}
