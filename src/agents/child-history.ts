/** Messages of a child session, for display: roles, visible text, tool calls. Pure, and lenient on purpose. */

/** A message as a session store hands it out; nothing about it is vouched for. */
export type HistoryMessage = { readonly [key: string]: unknown };

const CALL_TYPES: ReadonlySet<unknown> = new Set([
  "toolCall",
  "tool_use",
  "toolUse",
  "functionCall",
  "function_call",
]);

/** The objects among the values; of a transcript's record, the record itself. */
export function asEntries(values: readonly unknown[]): readonly HistoryMessage[] {
  return values.filter(isObject);
}

/** The visible text of an assistant message, and how many tools it called; of any other message neither. */
export function visibleTextOf(entry: HistoryMessage): { readonly text: string; readonly toolCalls: number } {
  const message = isObject(entry["message"]) ? entry["message"] : entry;
  if (message["role"] !== "assistant") return { text: "", toolCalls: 0 };
  const { content } = message;
  const blocks = objectsIn(content);
  const calls = blocks.filter((block) => CALL_TYPES.has(block["type"]));
  // Some writers put the calls beside the content (formats.md, "OpenClaw and pi").
  const toolCalls =
    calls.length + objectsIn(message["toolCalls"]).length + objectsIn(message["tool_calls"]).length;
  if (typeof content === "string") return { text: content.trim(), toolCalls };
  const texts = blocks.filter((block) => block["type"] === "text").map((block) => block["text"]);
  const text = texts
    .filter((one) => typeof one === "string")
    .join("\n")
    .trim();
  return { text, toolCalls };
}

function objectsIn(value: unknown): readonly HistoryMessage[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function isObject(value: unknown): value is HistoryMessage {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
