/**
 * Reads the event files that a relay leaves in its folders, as bmad-loop does it: `<ts_ns>-<task>-<Event>.json`, one
 * event each. A file is consumed only once it was understood; one that is half-written is read again the next time.
 * Reads; removes and renames nothing.
 */

import { opendirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { asObject } from "../../transcripts/index.ts";
import { eventFrom, timeOf } from "./event.ts";
import type { EventReading, HookEvent, MalformedEvent } from "./event.ts";

/** A folder with more entries is not read further: a run leaves a handful a session. */
const FILES_MAX = 20_000;
/** An event is a few hundred bytes; a hook's whole payload may hold the last message. */
const FILE_BYTES_MAX = 4 * 1024 * 1024;

/** What a name says. Old relays left the task out. */
const NAME = /^(\d{10,20})-(?:(.+)-)?([A-Za-z]+)\.json$/;

/** The folders of a channel, read again and again; each event is handed out once. */
export class EventInbox {
  readonly #folders: readonly string[];
  readonly #since: number;
  readonly #consumed = new Set<string>();

  /**
   * @param folders all that relays may write to; bmad-loop's are `$BMAD_LOOP_EVENTS_DIR` and `<run>/events`
   * @param since events from before are not read, Unix ms
   */
  constructor(folders: readonly string[], since = 0) {
    this.#folders = folders;
    this.#since = since;
  }

  /** What came since the last time, oldest first, and what is there and cannot be understood yet. */
  poll(): EventReading {
    const troubles: string[] = [];
    const malformed: MalformedEvent[] = [];
    const events: HookEvent[] = [];
    for (const { path, name } of this.#waiting(troubles)) {
      const read = readEventFile(path, name);
      if ("where" in read) malformed.push(read);
      else {
        this.#consumed.add(path);
        events.push(read);
      }
    }
    return { events: events.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0)), malformed, troubles };
  }

  *#waiting(troubles: string[]): Generator<{ readonly path: string; readonly name: string }> {
    for (const folder of this.#folders) {
      for (const name of namesIn(folder, troubles)) {
        const path = join(folder, name);
        const at = atFrom(name);
        if (at !== undefined && at >= this.#since && !this.#consumed.has(path)) yield { path, name };
      }
    }
  }
}

/**
 * Reads the events in these folders once; an {@link EventInbox} reads on.
 *
 * @param since events from before it are left out, Unix ms
 */
export function readEventFiles(folders: readonly string[], since = 0): EventReading {
  return new EventInbox(folders, since).poll();
}

function readEventFile(path: string, name: string): HookEvent | MalformedEvent {
  const fromName = partsOf(name);
  let changedAt = fromName.at ?? 0;
  // What is broken inside may be broken in its name: the later of the two times is the one to go by.
  const malformed = (detail: string): MalformedEvent => ({ where: name, detail, ...fromName, at: changedAt });
  try {
    const stat = statSync(path);
    changedAt = Math.max(changedAt, stat.mtimeMs);
    if (!stat.isFile()) return malformed("it is no regular file");
    if (stat.size > FILE_BYTES_MAX) return malformed(`it has ${stat.size} bytes`);
    const record = asObject(JSON.parse(readFileSync(path, "utf8")));
    const event = record === undefined ? undefined : eventFrom(record);
    if (event === undefined) return malformed("it holds no event");
    // The name was made at once with the file and is the finer clock; the content is older relays' only task.
    return { ...fromName, ...event, ...(fromName.at === undefined ? {} : { at: fromName.at }) };
  } catch (error) {
    return malformed(
      error instanceof SyntaxError ? "it is no whole JSON" : `it cannot be read (${codeOf(error)})`,
    );
  }
}

function partsOf(name: string): Pick<MalformedEvent, "name" | "taskId" | "at"> {
  const [, , task, event] = NAME.exec(name) ?? [];
  const at = atFrom(name);
  return {
    ...(event === undefined ? {} : { name: event }),
    ...(task === undefined ? {} : { taskId: task }),
    ...(at === undefined ? {} : { at }),
  };
}

/**
 * Unix ms, from the nanoseconds in a name (a relay with a coarser clock is told by the number's size); undefined for a
 * name that is no event's (a `.tmp` too).
 */
function atFrom(name: string): number | undefined {
  const time = NAME.exec(name)?.[1];
  return time === undefined ? undefined : timeOf(Number(time));
}

function* namesIn(folder: string, troubles: string[]): Generator<string> {
  try {
    const opened = opendirSync(folder);
    try {
      for (let count = 0; ; count += 1) {
        const entry = opened.readSync();
        if (entry === null) return;
        if (count === FILES_MAX) {
          troubles.push(`${folder} has more than ${FILES_MAX} entries; the rest was not read`);
          return;
        }
        yield entry.name;
      }
    } finally {
      opened.closeSync();
    }
  } catch (error) {
    const code = codeOf(error);
    troubles.push(code === "ENOENT" ? `${folder} does not exist` : `${folder} cannot be read (${code})`);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
