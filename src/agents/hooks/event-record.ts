/**
 * A hook's payload to the event that is written of it: what the channel's reader asks for, in bmad-loop's fields, and
 * nothing of what the agent said. Pure. Loaded by every hook, so it imports nothing that takes time to load.
 */

/** Longer texts are cut: an id or a path is short, and an error's first lines say what it was. */
const TEXT_CHARS_MAX = 8_192;
/** More open tasks than this are as good as this many. */
const TASKS_MAX = 1_000;

/** Texts that are kept as they are. Source: formats.md, "Claude Code's hooks" and "bmad-loop's files". */
const TEXTS = ["error", "reason", "source", "trigger", "agent_id", "agent_type"] as const;
/** Lists of what is still open, of which the ids and states are kept. */
const LISTS = ["background_tasks", "session_crons"] as const;

/** When an event happened, and whose it is. */
export interface EventStamp {
  /** The event's name, as the host calls it. */
  readonly event: string;
  /** Unix ns. */
  readonly ns: bigint;
  readonly taskId?: string;
  /** Of this package: a relay that was left behind by an update is known by it. */
  readonly version: string;
}

/**
 * The event's file, as JSON. What the payload does not say, or says in another shape, is null or absent: an event
 * without a session's id is still an event.
 *
 * @param payload what the host wrote to the hook's standard input; undefined where that was no text at all
 */
export function eventJson(payload: string | undefined, { event, ns, taskId, version }: EventStamp): string {
  const fields = fieldsIn(payload);
  const record: Record<string, unknown> = {
    ts: Number(ns),
    event,
    task_id: taskId ?? null,
    session_id: textOf(fields.get("session_id")) ?? null,
    transcript_path: textOf(fields.get("transcript_path")) ?? null,
    cwd: textOf(fields.get("cwd")) ?? null,
    relay: version,
  };
  for (const name of TEXTS) {
    const text = textOf(fields.get(name));
    if (text !== undefined) record[name] = text;
  }
  for (const name of LISTS) {
    const list = fields.get(name);
    if (Array.isArray(list)) record[name] = list.slice(0, TASKS_MAX).map(taskOf);
  }
  return `${JSON.stringify(record)}\n`;
}

/** The name of the event's file: older readers take the task from it, and order by it. */
export function eventFileName({ event, ns, taskId }: EventStamp): string {
  const task = taskId === undefined ? "" : `${taskId.replaceAll(/[^\w.-]/g, "_").slice(0, TASK_CHARS_MAX)}-`;
  return `${ns}-${task}${event}.json`;
}
/** A file's name has 255 bytes on most systems. */
const TASK_CHARS_MAX = 120;

/** True for a name that an event may have: it becomes part of a file's name. */
export function isEventName(name: string): boolean {
  return /^[A-Za-z]{1,64}$/.test(name);
}

/** The fields of a JSON object; none where it is no such thing. */
function fieldsIn(payload: string | undefined): ReadonlyMap<string, unknown> {
  if (payload === undefined) return new Map();
  try {
    const value: unknown = JSON.parse(payload.replace(/^\ufeff/, ""));
    return fieldsOf(value);
  } catch {
    return new Map();
  }
}

function fieldsOf(value: unknown): ReadonlyMap<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return new Map();
  return new Map<string, unknown>(Object.entries(value));
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value.slice(0, TEXT_CHARS_MAX) : undefined;
}

function taskOf(task: unknown): Readonly<Record<string, string>> {
  const fields = fieldsOf(task);
  const kept: Record<string, string> = {};
  for (const name of ["id", "type", "status"]) {
    const text = textOf(fields.get(name));
    if (text !== undefined) kept[name] = text;
  }
  return kept;
}
