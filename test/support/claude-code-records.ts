/** Claude Code rows by hand: each hangs on the row before it, a second later, unless it says otherwise. */

export type Row = Readonly<Record<string, unknown>>;

/** The first row's time; row n comes n seconds later. Unix ms. */
export const CLAUDE_START = Date.UTC(2026, 10, 1, 10);
export const SESSION = "5e551000-0000-4000-8000-000000000001";

/** Rows that stand in no chain: they have neither a uuid nor a parent. */
const UNCHAINED: ReadonlySet<unknown> = new Set(["queue-operation", "summary", "last-prompt", "cost-state"]);

/** The rows as lines, with `uuid` u0, u1, …, `parentUuid`, `sessionId` and `timestamp` where they have none. */
export function lines(...rows: readonly Row[]): string[] {
  let parentUuid: unknown = null;
  return rows.map((row, index) => {
    const timestamp = new Date(CLAUDE_START + index * 1_000).toISOString();
    if (row["type"] === "summary") return JSON.stringify(row);
    if (UNCHAINED.has(row["type"])) return JSON.stringify({ sessionId: SESSION, timestamp, ...row });
    const whole: Row = {
      parentUuid,
      isSidechain: false,
      sessionId: SESSION,
      uuid: `u${index}`,
      timestamp,
      ...row,
    };
    parentUuid = whole["uuid"];
    return JSON.stringify(whole);
  });
}

/** A user row: what a person, or the host in a person's place, says. */
export function user(content: unknown, rest: Row = {}): Row {
  return { type: "user", message: { role: "user", content }, ...rest };
}

/** A user row of the host's. */
export function meta(content: unknown, rest: Row = {}): Row {
  return user(content, { isMeta: true, ...rest });
}

export function text(words: string): Row {
  return { type: "text", text: words };
}

export function call(id: string, name = "Bash", input: Row = {}): Row {
  return { type: "tool_use", id, name, input };
}

/** An assistant row: a block, or several, of the message `id`. */
export function block(
  id: string | undefined,
  content: Row | readonly Row[] | string,
  stop: unknown,
  rest: Row = {},
): Row {
  const blocks = typeof content === "string" || Array.isArray(content) ? content : [content];
  const message = {
    ...(id === undefined ? {} : { id }),
    role: "assistant",
    model: "m",
    content: blocks,
    stop_reason: stop,
  };
  return { type: "assistant", message, ...rest };
}

/** A whole message of one text block that ends its turn. */
export function answer(words: string, id = "final", rest: Row = {}): Row {
  return block(id, text(words), "end_turn", rest);
}

/** A whole message of one call. */
export function calls(id: string, name = "Bash", input: Row = {}): Row {
  return block(`of-${id}`, call(id, name, input), "tool_use");
}

/** A row with one tool result. */
export function result(id: string, content: unknown = "ok", rest: Row = {}): Row {
  return user([{ tool_use_id: id, type: "tool_result", content }], rest);
}

/** A row with one tool result that says the call failed. */
export function failure(id: string, content: unknown = "no", rest: Row = {}): Row {
  return user([{ type: "tool_result", content, is_error: true, tool_use_id: id }], rest);
}

/** A call and its result, as the host reports it. */
export function used(id: string, report?: unknown, name = "Bash"): readonly Row[] {
  return [calls(id, name), result(id, "ok", report === undefined ? {} : { toolUseResult: report })];
}

export function attachment(type: string, fields: Row = {}): Row {
  return { type: "attachment", attachment: { type, ...fields } };
}

export function system(subtype: string, fields: Row = {}): Row {
  return { type: "system", subtype, ...fields };
}

export function queue(operation: string, content?: unknown): Row {
  return { type: "queue-operation", operation, ...(content === undefined ? {} : { content }) };
}

/** The text of a notification that a task ended, or of one that says no end. */
export function notification(id: string, status?: string): string {
  const ended = status === undefined ? "" : `<status>${status}</status>\n`;
  return `<task-notification>\n<task-id>${id}</task-id>\n${ended}<summary>Task "x"</summary>\n</task-notification>`;
}

/** The row of such a notification. */
export function notified(id: string, status?: string): Row {
  return user(notification(id, status), { origin: { kind: "task-notification" } });
}
